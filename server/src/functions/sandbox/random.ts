import { host } from "./host";

const state = new Uint32Array(4);
let isSeeded = false;

function seed(): void {
  const hex = host.randomSeed();
  for (let i = 0; i < 4; i++) state[i] = Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16);
  isSeeded = true;
}

/** 32 random bits of the small fast counting generator (sfc32). */
function next(): number {
  const [a = 0, b = 0, c = 0, counter = 0] = state;
  const result = (a + b + counter) | 0;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + result;
  state[3] = counter + 1;
  return result >>> 0;
}

/** Replaces `Math.random`: the engine's own state would be the same at the start of every call. */
export function random(): number {
  if (!isSeeded) seed();
  return ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
