/** A connection text without its user, password and options, for messages and logs. */
export function redactConnection(uri: string): string {
  const match = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^/?]*)/s.exec(uri);
  return match === null ? "the given address" : `${match[1]}${match[2]}`;
}
