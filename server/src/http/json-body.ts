import type { FastifyInstance } from "fastify";
import { ApiError } from "./api-error";

/** Deepest nesting that is read: far beyond real documents, far from what recursive checks can take. */
const maxDepth = 500;

const prototypeKey = "__proto__";

/** Reads JSON bodies; an empty body is no body, whatever its content type. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string) => (body.length === 0 ? undefined : parseJson(body)),
  );
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0)
      throw new ApiError("BadRequest", "the content type must be application/json", { status: 415 });
  });
}

/** @throws ApiError `BadRequest`, with the place but without the text of what is wrong: it may be a secret */
function parseJson(text: string): unknown {
  const value = parsed(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth)
      throw new ApiError("BadRequest", `the request body is nested more than ${maxDepth} levels deep`);
    if (level.some(container => Object.hasOwn(container, prototypeKey)))
      throw new ApiError("BadRequest", `the request body has a key "${prototypeKey}", which cannot be kept`);
    level = level.flatMap(container => Object.values(container).filter(isContainer));
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [place = ""] = /\(line \d+ column \d+\)/.exec(String(cause)) ?? [];
    throw new ApiError("BadRequest", `the request body is not valid JSON ${place}`.trim(), { cause });
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
