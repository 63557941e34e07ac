/** Prints rows as they are measured and remembers which missed their limit. */
export class Report {
  #missed = 0;

  /** A line about what is going on; not part of the result. */
  progress(text: string): void {
    process.stderr.write(`… ${text}\n`);
  }

  /** A ratio of two durations of the same run. */
  ratio(name: string, oursMs: number, baseMs: number, limit?: number): void {
    const ratio = oursMs / baseMs;
    const missed = limit !== undefined && ratio > limit;
    if (missed) this.#missed++;
    const against = limit === undefined ? "" : missed ? `  above ${limit}` : `  ≤ ${limit}`;
    this.#row(name, ratio.toFixed(2), `${shown(oursMs)} ÷ ${shown(baseMs)}${against}`);
  }

  /** A figure with a unit. */
  figure(name: string, value: number, unit: string, limit?: number): void {
    const missed = limit !== undefined && value > limit;
    if (missed) this.#missed++;
    const shown =
      value >= 100 ? Math.round(value).toLocaleString("en") : String(Math.round(value * 100) / 100);
    this.#row(
      name,
      shown,
      `${unit}${limit === undefined ? "" : missed ? `  above ${limit}` : `  ≤ ${limit}`}`,
    );
  }

  /** Whether every limit was kept. */
  get passed(): boolean {
    return this.#missed === 0;
  }

  #row(name: string, value: string, rest: string): void {
    process.stdout.write(`${name.padEnd(58)} ${value.padStart(8)}  ${rest}\n`);
  }
}

function shown(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
