const formatVersion = 0x17;

/** Tags of the engine's binary form that a tree of arrays and primitives consists of. */
export const treeTag = {
  undefined: 1,
  null: 2,
  false: 3,
  true: 4,
  int: 5,
  float: 6,
  text: 7,
  array: 9,
} as const;

/** Walks the engine's binary form of a tree. Its author is untrusted code: every length is checked. */
export class TreeCursor {
  private at = 0;
  private readonly view: DataView;

  /** Throws when the bytes are not the beginning of a tree. */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const version = this.byte();
    if (version !== formatVersion) {
      throw new Error(`the function engine writes value format ${version}, expected ${formatVersion}`);
    }
    if (this.unsigned() !== 0) throw new Error("a function's value contains objects that are not encoded");
  }

  /** The tag of the next node. */
  tag(): number {
    return this.byte();
  }

  /** The number of items after an array's tag. */
  length(): number {
    const length = this.unsigned();
    this.need(length);
    return length;
  }

  int(): number {
    const value = this.unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  float(): number {
    this.need(8);
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  text(): string {
    const header = this.unsigned();
    const isWide = (header & 1) === 1;
    const byteLength = (header >>> 1) * (isWide ? 2 : 1);
    this.need(byteLength);
    const slice = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at, byteLength);
    this.at += byteLength;
    return slice.toString(isWide ? "utf16le" : "latin1");
  }

  /** Throws when something is left. */
  end(): void {
    if (this.at !== this.bytes.length) throw new Error("a function's value has trailing bytes");
  }

  private unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
    throw new Error("a function's value contains a malformed length");
  }

  private byte(): number {
    this.need(1);
    return this.view.getUint8(this.at++);
  }

  private need(count: number): void {
    if (this.at + count > this.bytes.length) throw new Error("a function's value ends too early");
  }
}
