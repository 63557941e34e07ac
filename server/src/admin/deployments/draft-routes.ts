import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { DraftMark } from "../../config/config-store";
import { requiredPathParameter } from "../../http/path-parameters";
import type { Service } from "../../service";
import { parseBody } from "../objects/parse-body";
import { scopeOf } from "../scope";
import { appOf } from "../sessions/authenticate";
import { presentDeployment, presentDraft } from "./present-deployment";

const maxLeaseMs = 10 * 60_000;
const leaseRange = `must be from 1000 to ${maxLeaseMs} milliseconds`;
const tooLong = "is too long";

const createBody = z.object({
  mark: z
    .object({
      project: z.string().max(200, tooLong),
      stack: z.string().max(200, tooLong),
      process: z.string().min(1, "must not be empty").max(100, tooLong),
      lease_ms: z.int().min(1000, leaseRange).max(maxLeaseMs, leaseRange),
    })
    .optional(),
});
const deployBody = z.object({
  name: z.string().max(200, tooLong).optional(),
});

/** Drafts of the user: at most one for each app (specification 1 §3, §4.1). */
export function registerDraftRoutes(
  app: FastifyInstance,
  { config, now }: Pick<Service, "config" | "now">,
): void {
  const path = "/groups/:groupId/apps/:appId/drafts";
  app.get(path, async request => {
    const draft = await config.getDraft(scopeOf(request));
    return draft ? [presentDraft(draft, appOf(request), now())] : [];
  });
  app.post(path, async (request, reply) => {
    const { mark } = parseBody(createBody, request.body);
    const draft = await config.createDraft(scopeOf(request), mark && markOf(mark));
    return reply.code(201).send(presentDraft(draft, appOf(request), now()));
  });
  app.delete(`${path}/:draftId`, async (request, reply) => {
    await config.discardDraft(scopeOf(request), requiredPathParameter(request, "draftId"));
    return reply.code(204).send();
  });
  app.post(`${path}/:draftId/deployment`, async (request, reply) => {
    const { name = "" } = parseBody(deployBody, request.body);
    const deployment = await config.deployDraft(
      scopeOf(request),
      requiredPathParameter(request, "draftId"),
      name,
    );
    // Clients learn the outcome by polling; a deployment begins its life as created.
    const begun = { ...deployment, status: "created" as const, statusErrorMessage: "" };
    return reply.code(201).send(presentDeployment(begun, appOf(request)));
  });
  app.get(`${path}/:draftId/diff`, async request => {
    const { diffs } = await config.diffDraft(scopeOf(request), requiredPathParameter(request, "draftId"));
    return {
      diffs,
      hosting_files_diff: { added: [], deleted: [], modified: [] },
      dependencies_diff: { added: [], deleted: [], modified: [] },
      graphql_config_diff: { field_diffs: [] },
      schema_options_diff: { graphql_validation_diff: [], rest_validation_diff: [] },
    };
  });
}

function markOf(mark: NonNullable<z.output<typeof createBody>["mark"]>): DraftMark {
  return { project: mark.project, stack: mark.stack, process: mark.process, leaseMs: mark.lease_ms };
}
