/**
 * The kinds of the resources that an update touched, by what it did to them: `{created: {Function: 3}}`.
 * @typedef {Record<"created" | "updated" | "replaced" | "deleted" | "unchanged", Record<string, number>>} Changes
 */

/** @type {Record<string, keyof Changes>} what the engine's operations mean to a user; its other ones are parts of these */
const meanings = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
  same: "unchanged",
};

const stackType = "pulumi:pulumi:Stack";

/**
 * Reads the engine's event log.
 * @param {string} text one JSON event a line
 * @returns {{changes: Changes, outputs: Record<string, unknown>}} `outputs` are the stack's
 */
export function parseEvents(text) {
  /** @type {Changes} */
  const changes = { created: {}, updated: {}, replaced: {}, deleted: {}, unchanged: {} };
  /** @type {Record<string, unknown>} */
  let outputs = {};
  for (const line of text.split("\n")) {
    if (!line.includes('"resOutputsEvent"')) continue;
    const { op, type, new: state } = JSON.parse(line).resOutputsEvent.metadata;
    if (type === stackType) outputs = state?.outputs ?? outputs;
    const meaning = meanings[op];
    if (meaning === undefined || type.startsWith("pulumi:")) continue;
    const kind = type.split(":").at(-1);
    changes[meaning][kind] = (changes[meaning][kind] ?? 0) + 1;
  }
  return { changes, outputs };
}

/** @param {Record<string, number>} kinds */
export function total(kinds) {
  return Object.values(kinds).reduce((sum, count) => sum + count, 0);
}

/**
 * Says what an update did, as "created 5 (1 App, 4 Function)".
 * @param {Changes} changes
 * @returns {string[]} one line for each thing done, none when nothing has changed
 */
export function describeChanges(changes) {
  return Object.entries(changes)
    .filter(([meaning, kinds]) => meaning !== "unchanged" && total(kinds) > 0)
    .map(([meaning, kinds]) => {
      const list = Object.entries(kinds)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, count]) => `${count} ${kind}`);
      return `${meaning} ${total(kinds)} (${list.join(", ")})`;
    });
}
