import type { Clusters } from "../database/clusters";
import type { FunctionRuntime } from "../functions";
import type { Service } from "../service";
import type { SecretStore } from "./secrets/secret-store";

/** What the routes of the Admin API work with. */
export interface AdminParts {
  readonly service: Service;
  readonly secrets: SecretStore;
  /** Named database connections of projects. */
  readonly clusters: Clusters;
  /** Compiles a function's source without running it. */
  readonly checkSource: FunctionRuntime["checkSyntax"];
  /** Removes what the rest of the service keeps of an app: users, sessions, logs. */
  readonly forgetApp: (appId: string) => Promise<void>;
}
