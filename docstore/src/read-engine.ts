import type { Doc } from "./bson/value.js";
import { CommandError } from "./command-error.js";
import type { ReadContext } from "./commands/context.js";
import { CursorRegistry } from "./commands/cursors.js";
import { READ_COMMANDS } from "./commands/read-commands.js";
import { errorReply, okReply, unknownCommand } from "./commands/reply.js";
import { Catalog } from "./storage/catalog.js";
import type { Database } from "./storage/database.js";
import { commandName, decodeCommand, type Request } from "./wire/message.js";

/** Runs commands that change nothing, each on one snapshot of everything that was acknowledged before it. */
export class ReadEngine {
  readonly cursors = new CursorRegistry();
  readonly #catalog: Catalog;

  constructor(
    readonly database: Database,
    readonly now: () => number = Date.now,
  ) {
    this.#catalog = new Catalog(database);
  }

  execute(request: Request, connectionId: number): Uint8Array {
    try {
      const reply = this.#inSnapshot(() => okReply(this.#dispatch(request, connectionId)));
      return reply;
    } catch (error) {
      return errorReply(error);
    }
  }

  /** Whether any index asks for documents to expire. */
  hasExpiringDocuments(): boolean {
    return this.#inSnapshot(() =>
      this.#catalog
        .databases()
        .flatMap(db => this.#catalog.list(db))
        .some(collection => collection.indexes.some(index => index.expireAfterSeconds !== undefined)),
    );
  }

  #inSnapshot<T>(run: () => T): T {
    this.database.exec("BEGIN");
    try {
      this.#catalog.refresh();
      return run();
    } finally {
      this.database.exec("COMMIT");
    }
  }

  #dispatch(request: Request, connectionId: number): Doc {
    const name = commandName(request.body);
    const run = READ_COMMANDS.get(name);
    if (run === undefined) throw unknownCommand(name);
    const command = decodeCommand(request);
    const db = command.get("$db");
    if (typeof db !== "string") throw new CommandError(40571, "OP_MSG requests require a $db argument");
    const context: ReadContext = {
      database: this.database,
      catalog: this.#catalog,
      db,
      command,
      now: this.now,
      cursors: this.cursors,
      connectionId,
    };
    return run(context);
  }
}
