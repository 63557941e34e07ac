/** How often a long step says that it is still at work. */
const tickMs = 15_000;

/** @typedef {(line: string) => void} Log */

/**
 * Runs a long step: says when it starts, every 15 seconds that it goes on, and how long it took.
 * @template T
 * @param {Log} log
 * @param {string} title what is being done, as "installing packages"
 * @param {(detail: (text: string) => void) => Promise<T>} action calls `detail` with what the next line should add
 * @returns {Promise<T>}
 */
export async function step(log, title, action) {
  const startMs = Date.now();
  const seconds = () => Math.round((Date.now() - startMs) / 1000);
  let detail = "";
  log(`${title} ...`);
  const ticker = setInterval(() => log(`  still ${title}, ${seconds()} s${detail && `: ${detail}`}`), tickMs);
  try {
    const result = await action(text => {
      detail = text;
    });
    log(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
