/** Whether to colour what is written to a stream: only on a terminal, and not against https://no-color.org. @param {NodeJS.WriteStream} stream */
export function useColor(stream) {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

/** @param {string} text */
export function bold(text) {
  return useColor(process.stdout) ? `\u001b[1m${text}\u001b[22m` : text;
}
