import type { KeyPair } from "./admin/sessions/admin-settings";

/** A service that answers. */
export interface RunningServer {
  /** Origin, for example `http://127.0.0.1:9090`. */
  readonly url: string;
  /** The first project. */
  readonly groupId: string;
  /** The first admin key pair, only when this start made it up. */
  readonly createdKeys?: KeyPair;
  /** Lets requests in progress finish, then stops everything. */
  close(): Promise<void>;
}
