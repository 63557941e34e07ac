import type { FastifyReply, FastifyRequest } from "fastify";

const representation = "return=representation";

/** Whether the client asks for the whole record in the answer to a write; says so in the answer. */
export function wantsRepresentation(request: FastifyRequest, reply: FastifyReply): boolean {
  const prefer = String(request.headers["prefer"] ?? "");
  const wants = prefer
    .split(/[,;]/)
    .some(part => part.trim().replace(/["\s]/g, "").toLowerCase() === representation);
  if (wants) reply.header("preference-applied", representation);
  return wants;
}
