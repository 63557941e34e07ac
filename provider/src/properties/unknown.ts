import { isJsonObject } from "@appstead/sdk/definition/walk";

// The engine's placeholders for values that are known only after an update, by type: part of its wire protocol.
const placeholders: ReadonlySet<unknown> = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Whether a value becomes known only during the update. */
export function isUnknown(value: unknown): boolean {
  return placeholders.has(value);
}

/** Whether a value is unknown or has an unknown somewhere inside. */
export function holdsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUnknown);
  if (isJsonObject(value)) return Object.values(value).some(holdsUnknown);
  return isUnknown(value);
}
