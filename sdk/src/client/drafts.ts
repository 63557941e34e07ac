import { z } from "zod";
import type { Sender } from "./endpoint";
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
  async create(appId: string, mark?: DraftMark): Promise<Draft> {
    const path = await this.#path(appId);
    const answer = await this.sender.send({ method: "POST", path, ...(mark ? { body: { mark } } : {}) });
    return parseAnswer(draft, answer.body, "POST", path);
  }

  /** The user's draft, if there is one. */
  async list(appId: string): Promise<Draft[]> {
    const path = await this.#path(appId);
    const answer = await this.sender.send({ method: "GET", path });
    return parseAnswer(z.array(draft), answer.body, "GET", path);
  }

  /** Throws the changes of a draft away. */
  async discard(appId: string, draftId: string): Promise<void> {
    await this.sender.send({
      method: "DELETE",
      path: await this.#path(appId, `/${encodeURIComponent(draftId)}`),
    });
  }

  /** Starts the deployment of a draft; `409 DraftConflict` names what was changed by others since. */
  async deploy(appId: string, draftId: string, name = ""): Promise<Deployment> {
    const path = await this.#path(appId, `/${encodeURIComponent(draftId)}/deployment`);
    const answer = await this.sender.send({ method: "POST", path, body: { name } });
    return parseAnswer(deploymentSchema, answer.body, "POST", path);
  }

  /** What a draft would change. */
  async diff(appId: string, draftId: string): Promise<DraftDiff> {
    const path = await this.#path(appId, `/${encodeURIComponent(draftId)}/diff`);
    return parseAnswer(draftDiff, (await this.sender.send({ method: "GET", path })).body, "GET", path);
  }

  async #path(appId: string, rest = ""): Promise<string> {
    return `/groups/${encodeURIComponent(await this.sender.groupId())}/apps/${encodeURIComponent(appId)}/drafts${rest}`;
  }
}
