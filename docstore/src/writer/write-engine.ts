import type { Doc } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { WriteContext } from "../commands/context.js";
import { errorReply, okReply, unknownCommand } from "../commands/reply.js";
import { WRITE_COMMANDS } from "../commands/write-commands.js";
import { Catalog } from "../storage/catalog.js";
import type { Database } from "../storage/database.js";
import { Rows } from "../storage/rows.js";
import { commandName, decodeCommand, type Request } from "../wire/message.js";

/** Runs write commands, one after another, on the one connection that writes. */
export class WriteEngine {
  readonly #catalog: Catalog;
  readonly #rows: Rows;

  constructor(
    readonly database: Database,
    readonly now: () => number = Date.now,
  ) {
    this.#catalog = new Catalog(database);
    this.#rows = new Rows(this.#catalog);
  }

  /**
   * Runs all requests in one transaction (group commit) and gives their replies once it is durable. Each request has
   * a savepoint of its own: one that fails leaves nothing behind and does not touch the others.
   */
  execute(requests: readonly Request[]): Uint8Array[] {
    try {
      this.database.exec("BEGIN IMMEDIATE");
      this.#catalog.refresh();
      const replies = requests.map(request => this.#run(request));
      this.database.exec("COMMIT");
      return replies;
    } catch (error) {
      this.#rollback();
      return requests.map(() => errorReply(error));
    }
  }

  #rollback(): void {
    this.#catalog.invalidate();
    try {
      this.database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back: it does so itself when the disk is full.
    }
  }

  #run(request: Request): Uint8Array {
    this.database.exec("SAVEPOINT command");
    try {
      const reply = okReply(this.#dispatch(request));
      this.database.exec("RELEASE command");
      return reply;
    } catch (error) {
      this.database.exec("ROLLBACK TO command; RELEASE command");
      this.#catalog.invalidate();
      return errorReply(error);
    }
  }

  #dispatch(request: Request): Doc {
    const command = decodeCommand(request);
    const name = commandName(request.body);
    const run = Object.entries(WRITE_COMMANDS).find(([other]) => other === name)?.[1];
    if (run === undefined) throw unknownCommand(name);
    const db = command.get("$db");
    if (typeof db !== "string") throw new CommandError(40571, "OP_MSG requests require a $db argument");
    const context: WriteContext = {
      database: this.database,
      catalog: this.#catalog,
      rows: this.#rows,
      db,
      command,
      now: this.now,
    };
    return run(context);
  }

  close(): void {
    this.database.close();
  }
}
