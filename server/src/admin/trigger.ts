import { z } from "zod";
import { ApiError } from "../http/api-error";
import { requiredPathParameter } from "../http/path-parameters";
import type { KindHooks } from "./objects/kind-hooks";
import { parseBody } from "./objects/parse-body";
import { scopeOf } from "./scope";

const resumeBody = z.object({ disable_token: z.boolean().optional() });

/** Triggers can be resumed after they were suspended. */
export const triggerHooks: KindHooks = {
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
