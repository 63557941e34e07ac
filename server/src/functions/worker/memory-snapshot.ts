const pageBytes = 64 * 1024;
const zeroPage = Buffer.alloc(pageBytes);
/** A longer run of zero pages is the engine's unused stack, which needs no restoring. */
const maxZeroPages = 16;

interface Span {
  offset: number;
  bytes: Uint8Array;
}

/** The used pages of a linear memory, to be put back later: cheaper by far than starting an engine again. */
export class MemorySnapshot {
  private readonly spans: Span[] = [];

  constructor(private readonly memory: WebAssembly.Memory) {
    const all = Buffer.from(memory.buffer);
    const isUsed = (page: number) => !all.subarray(page * pageBytes, (page + 1) * pageBytes).equals(zeroPage);
    let start = -1;
    let end = -1;
    for (let page = 0; page < all.length / pageBytes; page++) {
      if (!isUsed(page)) continue;
      if (start >= 0 && page - end > maxZeroPages) this.keep(all, start, end);
      if (start < 0 || page - end > maxZeroPages) start = page;
      end = page + 1;
    }
    if (start >= 0) this.keep(all, start, end);
  }

  /** Makes the memory what it was; what lies beyond is garbage to the engine, as after a free. */
  restore(): void {
    const all = new Uint8Array(this.memory.buffer);
    for (const { offset, bytes } of this.spans) all.set(bytes, offset);
  }

  private keep(all: Buffer, startPage: number, endPage: number): void {
    const offset = startPage * pageBytes;
    this.spans.push({ offset, bytes: new Uint8Array(all.subarray(offset, endPage * pageBytes)) });
  }
}
