/** One word for a POSIX shell, whatever is in it. @param {string} text */
export function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
