import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { ApiError } from "../../http/api-error";
import type { AdminKeys } from "./admin-keys";
import type { AdminSessions } from "./admin-sessions";
import { LoginThrottle } from "./login-throttle";

/** Name of the log-in by key pair in the specification, and the one that existing clients send. */
const loginProviders = ["vendor-cloud", "mongodb-cloud"] as const;

const loginBody = z.object({ username: z.string().min(1), apiKey: z.string().min(1) });

/** Log-in, refresh, log-out and the list of log-in providers (specification 1 §5). */
export function registerSessionRoutes(
  app: FastifyInstance,
  parts: { keys: AdminKeys; sessions: AdminSessions; now: () => number },
): void {
  const throttle = new LoginThrottle(parts.now);
  for (const provider of loginProviders) {
    app.post(`/auth/providers/${provider}/login`, async request => {
      throttle.check(request.ip);
      const body = loginBody.safeParse(request.body);
      if (!body.success) {
        throw new ApiError(
          "MissingParameter",
          "the log-in needs a JSON object with the texts username and apiKey",
        );
      }
      const user = await parts.keys.verify({ publicKey: body.data.username, privateKey: body.data.apiKey });
      if (user) return parts.sessions.open(user);
      throttle.fail(request.ip);
      throw new ApiError(
        "AuthError",
        "failed to authenticate with the cloud API: you are not authorized for this resource",
        { omitCode: true },
      );
    });
  }
  app.get("/auth/providers", async () => loginProviders.map(name => ({ name, type: name, disabled: false })));
  app.post("/auth/session", async (request, reply) => {
    const access_token = await parts.sessions.refresh(request.headers.authorization);
    return reply.code(201).send({ access_token });
  });
  app.delete("/auth/session", async (request, reply) => {
    await parts.sessions.close(request.headers.authorization);
    return reply.code(204).send();
  });
}
