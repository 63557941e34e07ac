import { hostname } from "node:os";
import { Doc, Int32, UtcDate } from "../bson/value.js";
import { MAX_DOCUMENT_BYTES } from "../storage/rows.js";
import { MAX_MESSAGE_BYTES } from "../wire/message.js";
import { Args } from "./args.js";
import type { ReadCommand } from "./context.js";

/** What clients may expect: the language of MongoDB 7.0, as far as it is here. */
const VERSION = [7, 0, 0, 0];
const MAX_WIRE_VERSION = 21;
const MAX_WRITE_BATCH = 100_000;

/** Announces a standalone server with sessions: drivers then send neither transactions nor retryable writes. */
function handshake(primary: "isWritablePrimary" | "ismaster"): ReadCommand {
  return context =>
    Doc.of({
      helloOk: true,
      [primary]: true,
      maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
      maxMessageSizeBytes: new Int32(MAX_MESSAGE_BYTES),
      maxWriteBatchSize: new Int32(MAX_WRITE_BATCH),
      localTime: new UtcDate(BigInt(context.now())),
      logicalSessionTimeoutMinutes: new Int32(30),
      connectionId: new Int32(context.connectionId),
      minWireVersion: new Int32(0),
      maxWireVersion: new Int32(MAX_WIRE_VERSION),
      readOnly: false,
    });
}

export const hello = handshake("isWritablePrimary");
export const isMaster = handshake("ismaster");

export const ping: ReadCommand = () => new Doc();

/** Sessions hold no state here. */
export const endSessions: ReadCommand = () => new Doc();

export const buildInfo: ReadCommand = () =>
  Doc.of({
    version: VERSION.slice(0, 3).join("."),
    gitVersion: "appstead-docstore",
    modules: [],
    sysInfo: "deprecated",
    versionArray: VERSION.map(part => new Int32(part)),
    bits: new Int32(64),
    debug: false,
    maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
  });

export const connectionStatus: ReadCommand = context => {
  new Args(context.command, "connectionStatus", ["showPrivileges"]);
  return Doc.of({ authInfo: Doc.of({ authenticatedUsers: [], authenticatedUserRoles: [] }) });
};

export const serverStatus: ReadCommand = context =>
  Doc.of({
    host: hostname(),
    version: VERSION.slice(0, 3).join("."),
    process: "appstead-docstore",
    pid: BigInt(process.pid),
    uptime: Math.floor(process.uptime()),
    localTime: new UtcDate(BigInt(context.now())),
    metrics: Doc.of({ cursor: Doc.of({ open: Doc.of({ total: BigInt(context.cursors.size) }) }) }),
  });
