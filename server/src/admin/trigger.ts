import { isJsonObject, type JsonObject } from "@appstead/sdk";
import { z } from "zod";
import { ApiError } from "../http/api-error";
import { requiredPathParameter } from "../http/path-parameters";
import type { KindHooks } from "./objects/kind-hooks";
import { parseBody } from "./objects/parse-body";
import { scopeOf } from "./scope";

const functionKeys = ["function_id", "function_name"];

const resumeBody = z.object({ disable_token: z.boolean().optional() });

/** Triggers can be resumed after they were suspended. */
export const triggerHooks: KindHooks = {
  complete: (body, before) => (before ? withChangedFunction(body, before.record) : body),
  routes(app, { service }) {
    app.put("/groups/:groupId/apps/:appId/triggers/:id/resume", async (request, reply) => {
      const scope = scopeOf(request);
      const id = requiredPathParameter(request, "id");
      parseBody(resumeBody, request.body);
      const view = await service.config.view(scope);
      if (!(await view.get("Trigger", id))) {
        throw new ApiError("TriggerNotFound", `trigger not found: '${id}'`, { omitCode: true });
      }
      // A trigger that runs has nothing to resume.
      return reply.code(204).send();
    });
  },
};

/** A trigger that was read names its function in two places; where one of them was changed, the other follows. */
function withChangedFunction(body: JsonObject, before: JsonObject): JsonObject {
  const processors = body["event_processors"];
  const processor = isJsonObject(processors) ? processors["FUNCTION"] : undefined;
  const config = isJsonObject(processor) ? processor["config"] : undefined;
  if (!isJsonObject(processors) || !isJsonObject(processor) || !isJsonObject(config)) return body;
  const changes = (holder: JsonObject) =>
    functionKeys.some(key => holder[key] !== undefined && holder[key] !== before[key]);
  if (changes(config) && !changes(body))
    return { ...without(body, functionKeys), ...only(config, functionKeys) };
  if (changes(config) || !changes(body)) return body;
  const followed = { ...without(config, functionKeys), ...only(body, functionKeys) };
  return { ...body, event_processors: { ...processors, FUNCTION: { ...processor, config: followed } } };
}

function only(data: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => keys.includes(key)));
}

function without(data: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));
}
