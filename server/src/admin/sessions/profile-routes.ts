import type { FastifyInstance } from "fastify";
import { adminOf } from "./authenticate";

/** `GET /auth/profile`: who is logged in and which projects they administer (specification 1 §2.2). */
export function registerProfileRoutes(app: FastifyInstance): void {
  app.get("/auth/profile", async request => {
    const { userId, key } = adminOf(request);
    return {
      user_id: userId,
      domain_id: key.domain_id,
      identities: [{ id: key.public_key, provider_type: "vendor-cloud", provider_id: key.domain_id }],
      data: { email: "", name: key.public_key },
      type: "normal",
      roles: key.group_ids.map(group_id => ({ role_name: "GROUP_OWNER", group_id })),
    };
  });
}
