import type { Edit, Scope } from "@appstead/server/config";

/** What a deployer process does: edits without a draft, a draft or a redeployment. */
export interface DeployerJob {
  readonly scope: Scope;
  readonly leaseMs: number;
  /** Number of the database command before which the signal is sent. */
  readonly at: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
  readonly edits?: readonly Edit[];
  readonly draftId?: string;
  readonly redeploy?: string;
}
