/** Names apart from their code, so that the thread that only forwards them need not load it. */
export const WRITE_COMMAND_NAMES = [
  "insert",
  "update",
  "delete",
  "findAndModify",
  "findandmodify",
  "create",
  "drop",
  "dropDatabase",
  "renameCollection",
  "createIndexes",
  "dropIndexes",
  "appsteadSweepExpired",
] as const;
