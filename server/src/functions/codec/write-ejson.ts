import { EJSON } from "bson";
import { TreeCursor, treeTag } from "./tree-cursor";
import { type Primitive, readNumber, readTyped } from "./typed-values";

const arrayMark = 0;
const objectMark = 1;
const maxDepth = 450;
const maxPieces = 4096;
/** Longer texts are refused, in characters. */
const maxLength = 64 * 1024 * 1024;

export interface EjsonFormat {
  relaxed: boolean;
  /** What each level is indented by; empty: all on one line. */
  indent: string;
}

/**
 * Writes a sandbox's tree as Extended JSON, piece by piece: what is written grows with the tree and nothing else does,
 * because its author may mean to exhaust whoever reads it. Throws on malformed trees and RangeError on too large ones.
 */
export function writeEjson(bytes: Uint8Array, format: EjsonFormat): string {
  const writer = new EjsonWriter(new TreeCursor(bytes), format);
  return writer.write();
}

class EjsonWriter {
  private readonly chunks: string[] = [];
  private pieces: string[] = [];
  private length = 0;
  private readonly colon: string;

  constructor(
    private readonly cursor: TreeCursor,
    private readonly format: EjsonFormat,
  ) {
    this.colon = format.indent === "" ? ":" : ": ";
  }

  write(): string {
    this.node(0);
    this.cursor.end();
    return this.chunks.join("") + this.pieces.join("");
  }

  private put(piece: string): void {
    this.length += piece.length;
    if (this.length > maxLength) {
      throw new RangeError(`the value is larger than ${maxLength} characters of Extended JSON`);
    }
    this.pieces.push(piece);
    if (this.pieces.length < maxPieces) return;
    this.chunks.push(this.pieces.join(""));
    this.pieces = [];
  }

  private node(depth: number): void {
    if (depth > maxDepth) {
      throw new RangeError(`a function's value is nested more than ${maxDepth} levels deep`);
    }
    const tag = this.cursor.tag();
    if (tag === treeTag.array) this.composite(depth);
    else this.primitive(this.primitiveOf(tag), depth);
  }

  private primitive(found: Primitive, depth: number): void {
    const { relaxed, indent } = this.format;
    if (found.kind === "plain") this.put(JSON.stringify(found.value));
    else if (found.kind === "int" && relaxed) this.put(String(found.value));
    else if (found.kind === "int" && indent === "") this.put(`{"$numberInt":"${found.value}"}`);
    else this.value(readNumber(found.value), depth);
  }

  private composite(depth: number): void {
    const length = this.cursor.length();
    const mark = this.primitiveOf(this.cursor.tag()).value;
    if (mark === arrayMark) this.list(length - 1, depth, ["[", "]"], () => this.node(depth + 1));
    else if (mark === objectMark) this.list((length - 1) / 2, depth, ["{", "}"], () => this.member(depth));
    else {
      const items = Array.from({ length: Math.min(length - 1, 3) }, () =>
        this.primitiveOf(this.cursor.tag()),
      );
      this.value(readTyped(items), depth);
    }
  }

  private member(depth: number): void {
    const key = this.primitiveOf(this.cursor.tag()).value;
    this.put(JSON.stringify(String(key)) + this.colon);
    this.node(depth + 1);
  }

  private list(count: number, depth: number, [open, close]: [string, string], item: () => void): void {
    this.put(open);
    for (let i = 0; i < count; i++) {
      if (i > 0) this.put(",");
      this.lineBreak(depth + 1);
      item();
    }
    if (count > 0) this.lineBreak(depth);
    this.put(close);
  }

  private value(value: unknown, depth: number): void {
    const { relaxed, indent } = this.format;
    const text = EJSON.stringify(value, undefined, indent, { relaxed });
    this.put(indent === "" ? text : text.replaceAll("\n", `\n${indent.repeat(depth)}`));
  }

  private lineBreak(depth: number): void {
    if (this.format.indent !== "") this.put(`\n${this.format.indent.repeat(depth)}`);
  }

  private primitiveOf(tag: number): Primitive {
    switch (tag) {
      case treeTag.undefined:
      case treeTag.null:
        return { kind: "plain", value: null };
      case treeTag.false:
      case treeTag.true:
        return { kind: "plain", value: tag === treeTag.true };
      case treeTag.int:
        return { kind: "int", value: this.cursor.int() };
      case treeTag.float:
        return { kind: "float", value: this.cursor.float() };
      case treeTag.text:
        return { kind: "plain", value: this.cursor.text() };
      default:
        throw new Error(`a function's value contains something that has no BSON form (tag ${tag})`);
    }
  }
}
