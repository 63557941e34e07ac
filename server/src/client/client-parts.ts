import type { Identity } from "../identity/identity";
import type { Service } from "../service";
import type { LogWriter } from "./logs/log-writer";
import type { AppSnapshots } from "./runtime/app-snapshot";
import type { FunctionCalls } from "./runtime/function-calls";

/** What the routes of the client API work with. */
export interface ClientParts {
  readonly service: Service;
  readonly identity: Identity;
  readonly snapshots: AppSnapshots;
  readonly calls: FunctionCalls;
  readonly logs: LogWriter;
  /** Ids of apps that clients have asked for, by client app id; an app's ids never change. */
  readonly appIds: Map<string, string>;
}
