import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A draft as this service holds it. */
export interface HeldDraft {
  _id: string;
  user_id: string;
  mark?: { project: string; stack: string; process: string; lease_ms: number };
  lease_expires_at?: number;
  now?: number;
  edits: string[];
}

type Fate = "pass" | "refuse" | "lose";

/**
 * The drafts and deployments of one app over HTTP, in the order and at the moment that a test wants; it records what
 * it is asked. How the real service behaves is tested with the real service.
 */
export class DraftService {
  readonly requests: string[] = [];
  readonly deployed: string[][] = [];
  draft: HeldDraft | undefined;
  /** Message with which the next deployments fail. */
  refusal: string | undefined;
  /** Times that a deployment is asked for before it has ended. */
  pollsUntilDone = 0;
  /** Decides what happens to a request. */
  decide: (request: string) => Fate = () => "pass";
  /** Called before a request is answered. */
  before: (request: string) => void = () => {};
  inFlight = 0;
  readonly #deployments: { _id: string; draft_id: string; polls: number; failed: boolean }[] = [];
  #ids = 0;
  #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** Puts somebody else's draft in the slot. */
  occupy(draft: Partial<HeldDraft> = {}): HeldDraft {
    this.draft = { _id: `d${++this.#ids}`, user_id: "u", edits: [], ...draft };
    return this.draft;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.inFlight++;
    response.on("close", () => this.inFlight--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const path = (request.url ?? "").replace(/^\/api\/admin\/v3\.0/, "").replace(/^\/groups\/g\/apps\/a/, "");
    const line = `${request.method} ${path}`;
    if (!path.startsWith("/auth")) this.requests.push(line);
    this.before(line);
    const fate = this.decide(line);
    if (fate === "refuse") return void request.socket.destroy();
    const [status, answer] = this.#handle(line, body);
    if (fate === "lose") return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(answer === undefined ? "" : JSON.stringify(answer));
  }

  #handle(line: string, body: Record<string, unknown>): [number, unknown] {
    const [method = "", path = ""] = line.split(" ");
    const id = path.split("/")[2];
    if (path.startsWith("/auth")) return [200, { access_token: "t", refresh_token: "r", user_id: "u" }];
    if (line === "POST /drafts") return this.#create(body);
    if (line === "GET /drafts") return [200, this.draft ? [this.draft] : []];
    if (line === "GET /deployments") return [200, this.#deployments.map(d => this.#deployment(d))];
    if (method === "DELETE" && path.startsWith("/drafts/")) return this.#discard(id);
    if (method === "POST" && path.endsWith("/deployment")) return this.#deploy(id);
    if (path.startsWith("/deployments/")) return this.#poll(id);
    return this.#edit(body);
  }

  #create(body: Record<string, unknown>): [number, unknown] {
    if (this.draft) return [409, { error: "a draft already exists", error_code: "DraftAlreadyExists" }];
    return [201, this.occupy({ ...(body as Partial<HeldDraft>) })];
  }

  #discard(id: string | undefined): [number, unknown] {
    if (this.draft?._id !== id) return [404, { error: "draft not found", error_code: "DraftNotFound" }];
    this.draft = undefined;
    return [204, undefined];
  }

  #deploy(id: string | undefined): [number, unknown] {
    if (!this.draft || this.draft._id !== id)
      return [404, { error: "draft not found", error_code: "DraftNotFound" }];
    const made = { _id: `p${++this.#ids}`, draft_id: id, polls: 0, failed: this.refusal !== undefined };
    this.#deployments.unshift(made);
    if (!made.failed) {
      this.deployed.push(this.draft.edits);
      this.draft = undefined;
    }
    return [201, { ...this.#deployment(made), status: "created" }];
  }

  #poll(id: string | undefined): [number, unknown] {
    const found = this.#deployments.find(deployment => deployment._id === id);
    if (!found) return [404, { error: "deployment not found", error_code: "DeploymentNotFound" }];
    found.polls++;
    return [200, this.#deployment(found)];
  }

  #deployment({ polls, failed, ...rest }: { _id: string; draft_id: string; polls: number; failed: boolean }) {
    const ended = failed ? "failed" : "successful";
    return {
      ...rest,
      status: polls > this.pollsUntilDone ? ended : "pending",
      status_error_message: this.refusal ?? "",
    };
  }

  /** A write of an object; its text says how it ends. */
  #edit({ name }: Record<string, unknown>): [number, unknown] {
    const text = String(name);
    const missing = /^(\w+)-needs-(\w+)$/.exec(text);
    const place = this.draft?.edits ?? [];
    if (missing?.[2] !== undefined && !place.includes(missing[2])) {
      return [400, { error: `function not found: '${missing[2]}'`, error_code: "FunctionNotFound" }];
    }
    if (text.startsWith("bad")) return [400, { error: "bad input", error_code: "InvalidParameter" }];
    if (!this.draft) this.deployed.push([text]);
    place.push(text);
    return [201, { _id: `o${++this.#ids}`, name: text, value: 1 }];
  }
}
