import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { ApiError } from "../http/api-error";
import type { Cluster } from "./cluster-store";
import type { Clusters } from "./clusters";

const groupPath = z.object({ groupId: z.string() });
const clusterPath = groupPath.extend({ name: z.string() });
const clusterName = z.string().regex(/^[\w-]{1,64}$/);
const clusterBody = z.strictObject({ uri: z.string().min(1), check: z.boolean().default(true) });

/** Routes for the clusters of a project, to be put behind the admin log-in. */
export function registerClusterRoutes(api: FastifyInstance, clusters: Clusters): void {
  api.get("/groups/:groupId/clusters", async request => {
    const { groupId } = groupPath.parse(request.params);
    return (await clusters.list(groupId)).map(present);
  });

  api.put("/groups/:groupId/clusters/:name", async request => {
    const { groupId, name } = clusterPath.parse(request.params);
    if (!clusterName.safeParse(name).success) {
      throw new ApiError(
        "InvalidParameter",
        `invalid cluster name '${name}': it can only contain ASCII letters, numbers, underscores, and hyphens, at most 64`,
      );
    }
    const body = clusterBody.safeParse(request.body);
    if (!body.success) {
      throw new ApiError(
        "InvalidParameter",
        "the body must be {uri: string, check?: boolean} and nothing else",
      );
    }
    return present(await clusters.set(groupId, name, body.data.uri, { check: body.data.check }));
  });

  api.delete("/groups/:groupId/clusters/:name", async (request, reply) => {
    const { groupId, name } = clusterPath.parse(request.params);
    if (!(await clusters.remove(groupId, name))) {
      throw new ApiError("NotFound", `cluster not found: '${name}' was never pointed elsewhere`);
    }
    return reply.code(204).send();
  });
}

function present(cluster: Cluster) {
  return { name: cluster.name, address: cluster.address, last_modified: cluster.lastModified };
}
