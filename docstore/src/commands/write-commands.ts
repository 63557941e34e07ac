import { create, drop, dropDatabase, renameCollection } from "./collection-commands.js";
import type { WriteCommand } from "./context.js";
import { deleteCommand } from "./delete.js";
import { findAndModify } from "./find-and-modify.js";
import { createIndexes, dropIndexes } from "./index-commands.js";
import { insert } from "./insert.js";
import { sweepExpired } from "./sweep-expired.js";
import { update } from "./update.js";
import type { WRITE_COMMAND_NAMES } from "./write-command-names.js";

type Name = (typeof WRITE_COMMAND_NAMES)[number];

/** Commands that change data: they run one after another on the one connection that writes. */
export const WRITE_COMMANDS: Readonly<Record<Name, WriteCommand>> = {
  insert,
  update,
  delete: deleteCommand,
  findAndModify,
  findandmodify: findAndModify,
  create,
  drop,
  dropDatabase,
  renameCollection,
  createIndexes,
  dropIndexes,
  appsteadSweepExpired: sweepExpired,
};
