import { z } from "zod";
import type { Sender } from "./endpoint";
import type { CallOptions } from "./options";
import { parseAnswer } from "./parse-answer";

/** Says whose draft it is, so that a dead deploy's draft can be told from a person's. */
export interface DraftMark {
  readonly project: string;
  readonly stack: string;
  /** Random id of the process that deploys. */
  readonly process: string;
  /** Milliseconds that the draft stays alive after its last write. */
  readonly lease_ms: number;
}

const draft = z.object({
  _id: z.string(),
  user_id: z.string(),
  mark: z
    .object({ project: z.string(), stack: z.string(), process: z.string(), lease_ms: z.number() })
    .optional(),
  /** Milliseconds since the epoch. */
  lease_expires_at: z.number().optional(),
  /** The service's clock when it answered, in milliseconds since the epoch. */
  now: z.number().optional(),
});

/** A draft: changes of one user that are not deployed. */
export type Draft = z.output<typeof draft>;

/** Status of a deployment; `created` and `pending` are on their way. */
export const deploymentSchema = z.object({
  _id: z.string(),
  name: z.string().optional(),
  draft_id: z.string().optional(),
  user_id: z.string().optional(),
  deployed_at: z.number().optional(),
  status: z.enum(["created", "pending", "successful", "failed"]),
  status_error_message: z.string().optional(),
});

/** A deployment of an app. */
export type Deployment = z.output<typeof deploymentSchema>;

const hostingDiff = z.object({
  added: z.array(z.string()),
  deleted: z.array(z.string()),
  modified: z.array(z.string()),
});
const draftDiff = z.object({ diffs: z.array(z.string()), hosting_files_diff: hostingDiff.optional() });

/** What a draft would change: one text per object. */
export type DraftDiff = z.output<typeof draftDiff>;

/** Drafts of an app (specification 1 §4.2, Deployment). */
export class Drafts {
  constructor(private readonly sender: Sender) {}

  /** Creates the user's draft; `409 DraftAlreadyExists` when there is one. */
  async create(appId: string, mark?: DraftMark, options: CallOptions = {}): Promise<Draft> {
    const path = await this.#path(appId, "", options);
    const body = mark ? { body: { mark } } : {};
    const answer = await this.sender.send({ method: "POST", path, ...body, ...options });
    return parseAnswer(draft, answer.body, "POST", path);
  }

  /** The user's draft, if there is one. */
  async list(appId: string, options: CallOptions = {}): Promise<Draft[]> {
    const path = await this.#path(appId, "", options);
    const answer = await this.sender.send({ method: "GET", path, ...options });
    return parseAnswer(z.array(draft), answer.body, "GET", path);
  }

  /** Throws the changes of a draft away. */
  async discard(appId: string, draftId: string, options: CallOptions = {}): Promise<void> {
    const path = await this.#path(appId, `/${encodeURIComponent(draftId)}`, options);
    await this.sender.send({ method: "DELETE", path, ...options });
  }

  /** Starts the deployment of a draft; `409 DraftConflict` names what was changed by others since. */
  async deploy(appId: string, draftId: string, name = "", options: CallOptions = {}): Promise<Deployment> {
    const path = await this.#path(appId, `/${encodeURIComponent(draftId)}/deployment`, options);
    const answer = await this.sender.send({ method: "POST", path, body: { name }, ...options });
    return parseAnswer(deploymentSchema, answer.body, "POST", path);
  }

  /** What a draft would change. */
  async diff(appId: string, draftId: string, options: CallOptions = {}): Promise<DraftDiff> {
    const path = await this.#path(appId, `/${encodeURIComponent(draftId)}/diff`, options);
    const answer = await this.sender.send({ method: "GET", path, ...options });
    return parseAnswer(draftDiff, answer.body, "GET", path);
  }

  async #path(appId: string, rest: string, options: CallOptions): Promise<string> {
    return `/groups/${encodeURIComponent(await this.sender.groupId(options))}/apps/${encodeURIComponent(appId)}/drafts${rest}`;
  }
}
