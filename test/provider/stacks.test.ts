import { Value } from "@appstead/provider";
import { shortenStacks } from "@appstead/provider/internal/registration";

const { stackTraceLimit, prepareStackTrace } = Error;

afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit;
  Error.prepareStackTrace = prepareStackTrace;
});

function framesAt(depth: number): number {
  if (depth > 0) return framesAt(depth - 1);
  const lines = new Error("probe").stack?.split("\n") ?? [];
  return lines.length - 1;
}

test("stacks: they are short while a resource is registered, and as before afterwards", () => {
  Error.stackTraceLimit = 30;
  const restore = shortenStacks();
  expect(framesAt(20)).toBe(4);
  restore();
  expect(framesAt(20)).toBeGreaterThan(20);
});

test("stacks: what maps frames to sources gets few of them, whatever the limit is", () => {
  const seen: number[] = [];
  const map = (error: Error, frames: NodeJS.CallSite[]) => {
    seen.push(frames.length);
    return `${error}\n${frames.map(String).join("\n")}`;
  };
  Error.prepareStackTrace = map;
  const restore = shortenStacks();
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  expect(framesAt(20)).toBe(10);
  restore();
  expect(Error.prepareStackTrace).toBe(map);
  expect(Math.max(...seen)).toBe(10);
});

test("stacks: a registration that fails shows the line of the program and leaves nothing behind", () => {
  Error.stackTraceLimit = 25;
  let failure: unknown;
  try {
    new Value("", { appId: "a", name: "v", value: 1 });
  } catch (error) {
    failure = error;
  }
  expect(failure).toMatchObject({
    message: expect.stringMatching(/name/),
    stack: expect.stringContaining("stacks.test"),
  });
  expect(Error.stackTraceLimit).toBe(25);
  expect(Error.prepareStackTrace).toBe(prepareStackTrace);
});
