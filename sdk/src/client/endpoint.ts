import { z } from "zod";
import type { JsonObject, Kind, Operation } from "../definition/kind";
import { withoutUnknownKeys } from "../definition/validate";
import { isJsonObject } from "../definition/walk";
import { ApiError } from "../errors/api-error";
import { AppsteadError } from "../errors/appstead-error";
import { ResponseError } from "../errors/response-error";
import type { CallOptions } from "./options";
import type { Answer, Request } from "./transport";

/** Path parameters of a kind beside the project. */
export interface Parents {
  readonly appId?: string;
  readonly serviceId?: string;
}

/** A record as the service holds it. */
export type RecordOf<O extends z.ZodType> = z.output<O> & { readonly _id: string };

/** What an endpoint needs of the client. */
export interface Sender {
  send(request: Request): Promise<Answer>;
  groupId(options?: CallOptions): Promise<string>;
}

/** The operations of one kind; see the kind's definition for fields and errors. */
export class Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  constructor(
    private readonly kind: Kind<I, O>,
    private readonly sender: Sender,
  ) {}

  /** Entries of the list; of kinds with large records only some keys. */
  async list(
    parents: Parents,
    options: CallOptions = {},
  ): Promise<(Partial<z.output<O>> & { readonly _id: string })[]> {
    const entries = await this.#listEntries(parents, options);
    return entries as (Partial<z.output<O>> & { readonly _id: string })[];
  }

  /** Creates an object; with an idempotency key a repeated call finds the first one's object. */
  async create(
    parents: Parents,
    inputs: z.input<I>,
    options: CallOptions & { idempotencyKey?: string } = {},
  ): Promise<RecordOf<O>> {
    const operation = this.kind.operations.create;
    const body = this.#encode(inputs, "create");
    const answer = await this.#call(operation, parents, undefined, { ...options, body, wantRecord: true });
    return this.#recordAfterWrite(operation, answer, parents, undefined, options);
  }

  /** The object, or `undefined` when the service does not have it (404). */
  async read(parents: Parents, id: string, options: CallOptions = {}): Promise<RecordOf<O> | undefined> {
    const { read } = this.kind.operations;
    if (!read) {
      const entry = (await this.#listEntries(parents, options)).find(item => item["_id"] === id);
      return entry && this.#parse("GET", this.kind.path, entry, id);
    }
    try {
      const answer = await this.#call(read, parents, id, options);
      const decoded = this.#decode(answer.body);
      const record = decoded && this.#parse(read.method, this.kind.path, decoded, id);
      return record && (this.kind.shape !== "singleton" || record._id === id || id === "")
        ? record
        : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Replaces the settings of an object. */
  async update(
    parents: Parents,
    id: string,
    inputs: z.input<I>,
    options: CallOptions = {},
  ): Promise<RecordOf<O>> {
    const operation = this.kind.operations.update;
    const encoded = this.#encode(inputs, "update");
    const body = operation.sendsId && isJsonObject(encoded) ? { _id: id, ...encoded } : encoded;
    const answer = await this.#call(operation, parents, id, { ...options, body, wantRecord: true });
    return this.#recordAfterWrite(operation, answer, parents, id, options);
  }

  /** Deletes an object; `false` when it was gone already. Sections need their inputs to know which block to remove. */
  async delete(
    parents: Parents,
    id: string,
    options: CallOptions & { inputs?: z.input<I> } = {},
  ): Promise<boolean> {
    const operation = this.kind.operations.delete;
    if (this.kind.shape === "section" && options.inputs === undefined) {
      throw new AppsteadError(`${this.kind.title}: pass the inputs, which say what is to be removed`);
    }
    const body = operation.method === "DELETE" ? {} : { body: this.#encode(options.inputs, "delete") };
    try {
      await this.#call(operation, parents, id, {
        ...(options.signal ? { signal: options.signal } : {}),
        ...body,
      });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Enables an object of a kind that can be switched off. */
  async enable(parents: Parents, id: string, options: CallOptions = {}): Promise<void> {
    await this.#toggle("enable", parents, id, options);
  }

  /** Disables an object of a kind that can be switched off. */
  async disable(parents: Parents, id: string, options: CallOptions = {}): Promise<void> {
    await this.#toggle("disable", parents, id, options);
  }

  /** Finds an object by the values of the kind's natural key; singletons and sections by being there. */
  async find(
    parents: Parents,
    key: readonly unknown[],
    options: CallOptions = {},
  ): Promise<RecordOf<O> | undefined> {
    const { shape } = this.kind;
    if (shape === "singleton") return this.read(parents, "", options);
    if (shape === "section") return this.read(parents, parents.serviceId ?? "", options);
    const entry = (await this.#listEntries(parents, options)).find(item =>
      this.kind.naturalKey.every((path, index) => valueAt(item, path) === key[index]),
    );
    return typeof entry?.["_id"] === "string" ? this.read(parents, entry["_id"], options) : undefined;
  }

  async #toggle(
    verb: "enable" | "disable",
    parents: Parents,
    id: string,
    options: CallOptions,
  ): Promise<void> {
    const operation = this.kind.operations[verb];
    if (!operation) throw new AppsteadError(`${this.kind.title} cannot be switched with ${verb}`);
    await this.#call(operation, parents, id, options);
  }

  async #listEntries(parents: Parents, options: CallOptions): Promise<JsonObject[]> {
    const { list } = this.kind.operations;
    if (!list) throw new AppsteadError(`a ${this.kind.title} cannot be listed`);
    const answer = await this.#call(list, parents, undefined, options);
    const parsed = z.array(z.looseObject({ _id: z.string() })).safeParse(answer.body);
    if (!parsed.success)
      throw new ResponseError("GET", this.kind.path, "the list is not an array of records");
    return parsed.data;
  }

  async #recordAfterWrite(
    operation: Operation,
    answer: Answer,
    parents: Parents,
    knownId: string | undefined,
    options: CallOptions,
  ): Promise<RecordOf<O>> {
    const decoded =
      answer.holdsRecord || operation.returns === "record" ? this.#decode(answer.body) : undefined;
    const bodyId =
      isJsonObject(answer.body) && typeof answer.body["_id"] === "string" ? answer.body["_id"] : undefined;
    const id = knownId ?? (this.kind.shape === "section" ? parents.serviceId : bodyId) ?? "";
    if (decoded) return this.#parse(operation.method, this.kind.path, decoded, id);
    const record = await this.read(parents, id, options);
    if (!record)
      throw new ResponseError(
        operation.method,
        this.kind.path,
        `the ${this.kind.title} is not there after the write`,
      );
    return record;
  }

  async #call(
    operation: Operation,
    parents: Parents,
    id: string | undefined,
    rest: CallOptions & { body?: unknown; idempotencyKey?: string; wantRecord?: boolean },
  ): Promise<Answer> {
    const path = await this.#path(operation, parents, id, rest);
    return this.sender.send({ method: operation.method, path, ...rest });
  }

  async #path(
    operation: Operation,
    parents: Parents,
    id: string | undefined,
    options: CallOptions,
  ): Promise<string> {
    const values: Record<string, string | undefined> = {
      ...parents,
      groupId: await this.sender.groupId(options),
      id,
    };
    return (this.kind.path + operation.path).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (!value) throw new AppsteadError(`${this.kind.title}: ${name} is required and must not be empty`);
      return encodeURIComponent(value);
    });
  }

  #encode(inputs: unknown, operation: "create" | "update" | "delete"): unknown {
    return this.kind.encode ? this.kind.encode(inputs as z.output<I>, operation) : inputs;
  }

  #decode(body: unknown): JsonObject | undefined {
    if (!isJsonObject(body)) return undefined;
    return this.kind.decode ? this.kind.decode(body) : body;
  }

  #parse(method: string, path: string, body: JsonObject, id: string): RecordOf<O> {
    const parsed = this.kind.outputs.safeParse(withoutUnknownKeys(this.kind.outputs, body));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new ResponseError(
        method,
        path,
        `${issue?.path.join(".") ?? "record"}: ${issue?.message ?? "unreadable"}`,
      );
    }
    const ownId = typeof body["_id"] === "string" ? body["_id"] : id;
    return { ...(parsed.data as object), _id: ownId } as RecordOf<O>;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code !== "GroupNotFound";
}

/** Value at a dotted path. */
function valueAt(data: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), data);
}
