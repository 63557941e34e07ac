/** A node of the tree a sandbox sends: arrays and primitives only; `int` and `float` keep the engine's tag. */
export type TreeNode =
  | { kind: "int" | "float"; value: number }
  | { kind: "array"; items: TreeNode[] }
  | { kind: "plain"; value: string | boolean | null };

const formatVersion = 0x17;
const maxDepth = 450;

/** Reads the engine's binary form of a tree. Its author is untrusted code: every length is checked. */
export class TreeReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The whole tree; throws when the bytes are not exactly one well-formed tree. */
  read(): TreeNode {
    const version = this.byte();
    if (version !== formatVersion) {
      throw new Error(`the function engine writes value format ${version}, expected ${formatVersion}`);
    }
    if (this.unsigned() !== 0) throw new Error("a function's value contains objects that are not encoded");
    const node = this.node(0);
    if (this.at !== this.bytes.length) throw new Error("a function's value has trailing bytes");
    return node;
  }

  private node(depth: number): TreeNode {
    if (depth > maxDepth) throw new Error(`a function's value is nested more than ${maxDepth} levels deep`);
    const tag = this.byte();
    switch (tag) {
      case 1:
      case 2:
        return { kind: "plain", value: null };
      case 3:
      case 4:
        return { kind: "plain", value: tag === 4 };
      case 5:
        return { kind: "int", value: this.signed() };
      case 6:
        return { kind: "float", value: this.float() };
      case 7:
        return { kind: "plain", value: this.string() };
      case 9:
        return this.array(depth);
      default:
        throw new Error(`a function's value contains something that has no BSON form (tag ${tag})`);
    }
  }

  private array(depth: number): TreeNode {
    const length = this.unsigned();
    this.need(length);
    const items: TreeNode[] = [];
    for (let i = 0; i < length; i++) items.push(this.node(depth + 1));
    return { kind: "array", items };
  }

  private string(): string {
    const header = this.unsigned();
    const isWide = (header & 1) === 1;
    const byteLength = (header >>> 1) * (isWide ? 2 : 1);
    this.need(byteLength);
    const slice = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at, byteLength);
    this.at += byteLength;
    return slice.toString(isWide ? "utf16le" : "latin1");
  }

  private float(): number {
    this.need(8);
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  private signed(): number {
    const value = this.unsigned();
    return (value >>> 1) ^ -(value & 1);
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
