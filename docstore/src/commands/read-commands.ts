import type { ReadCommand } from "./context.js";
import { count, distinct } from "./count.js";
import { getMore, killCursors } from "./cursor-commands.js";
import { explain } from "./explain.js";
import { find } from "./find.js";
import * as handshake from "./handshake.js";
import { listCollections, listDatabases, listIndexes } from "./list.js";

/** Pipelines are a good part of the code, and a server starts without them. */
const lazyAggregate: ReadCommand = context => {
  const { aggregate }: typeof import("./aggregate.js") = require("./aggregate.js");
  return aggregate(context);
};

/** Commands that change nothing: they run where the connections are, on a connection that waits for no write. */
export const READ_COMMANDS: ReadonlyMap<string, ReadCommand> = new Map(
  Object.entries({
    hello: handshake.hello,
    isMaster: handshake.isMaster,
    ismaster: handshake.isMaster,
    ping: handshake.ping,
    buildInfo: handshake.buildInfo,
    buildinfo: handshake.buildInfo,
    connectionStatus: handshake.connectionStatus,
    serverStatus: handshake.serverStatus,
    endSessions: handshake.endSessions,
    refreshSessions: handshake.endSessions,
    find,
    aggregate: lazyAggregate,
    count,
    distinct,
    explain,
    getMore,
    killCursors,
    listCollections,
    listDatabases,
    listIndexes,
  }),
);
