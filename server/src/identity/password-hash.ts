import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { WorkQueue } from "./work-queue";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Cost of scrypt: 2^logCost blocks of `blockSize` × 128 bytes, `parallelism` times. */
interface Cost {
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

// As hard to guess as the usual 2^17, 8, 1, but with 16 MB of memory at a time instead of 128.
const cost: Cost = { logCost: 14, blockSize: 8, parallelism: 5 };
const hashBytes = 32;
const saltBytes = 16;

/** Hashes passwords with scrypt in the thread pool; a hash is text that carries its own cost. */
export class PasswordHasher {
  readonly #queue = new WorkQueue(2, 200);

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltBytes);
    const hash = await this.#derive(password, salt, cost);
    return ["scrypt", cost.logCost, cost.blockSize, cost.parallelism, encode(salt), encode(hash)].join("$");
  }

  /** Whether a password is the one that was hashed. Without a hash it takes as long and says no. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const parsed = stored === undefined ? undefined : parse(stored);
    const salt = parsed?.salt ?? randomBytes(saltBytes);
    const actual = await this.#derive(password, salt, parsed?.cost ?? cost);
    return parsed !== undefined && timingSafeEqual(actual, parsed.hash);
  }

  #derive(password: string, salt: Buffer, { logCost, blockSize, parallelism }: Cost): Promise<Buffer> {
    const options = { N: 2 ** logCost, r: blockSize, p: parallelism, maxmem: 2 ** logCost * blockSize * 256 };
    // Equal texts may be typed as different code points, for example "é".
    return this.#queue.run(() => derive(password.normalize("NFKC"), salt, hashBytes, options));
  }
}

function parse(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [, logCost, blockSize, parallelism, salt = "", hash = ""] = stored.split("$");
  return {
    cost: { logCost: Number(logCost), blockSize: Number(blockSize), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

const encode = (bytes: Buffer) => bytes.toString("base64url");
