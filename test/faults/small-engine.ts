import { isDeepStrictEqual } from "node:util";
import { type DynamicProvider, dynamicProvider } from "@appstead/provider/internal/host/dynamic-provider";
import { isJsonObject, type JsonObject, kindNamed } from "@appstead/sdk";
import type { ResourceSpec } from "../harness/pulumi-stack";

/** A resource as the state holds it. */
interface Held {
  readonly kind: string;
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outs: JsonObject;
  readonly dependencies: readonly string[];
}

/** Another resource failed, so this one was not begun. */
class NotBegun extends Error {
  override readonly name = "NotBegun";
}

/**
 * Calls the provider's methods in this process in the order in which the engine does: checks, then a diff or a create,
 * independent resources at the same time, nothing new after a failure, deletes last. Hundreds of updates with spoilt
 * requests take minutes in this way; with the real engine they would take an hour.
 */
export class SmallEngine {
  readonly #state = new Map<string, Held>();
  /** Replaced objects that are still to be deleted. */
  readonly #doomed: Held[] = [];
  readonly #providers = new Map<string, DynamicProvider>();

  constructor(
    private readonly stackName: string,
    private readonly config: JsonObject,
  ) {}

  /** Makes the objects what the program says; the messages of what failed. */
  async up(specs: readonly ResourceSpec[]): Promise<string[]> {
    const failures: string[] = [];
    await this.#applyAll(specs, failures);
    if (failures.length === 0) await this.#deleteDoomed(failures);
    return failures;
  }

  /** Deletes everything; the messages of what failed. */
  async destroy(): Promise<string[]> {
    const failures: string[] = [];
    await this.#deleteDoomed(failures);
    if (failures.length === 0) await this.#deleteAll(failures);
    return failures;
  }

  /** Resources that an `up` would touch. */
  async preview(specs: readonly ResourceSpec[]): Promise<string[]> {
    const touched: string[] = [];
    for (const spec of specs) {
      const held = this.#state.get(keyOf(spec));
      if (!held || (await this.#changeOf(spec, held)) !== "same") touched.push(keyOf(spec));
    }
    return [...touched, ...this.#doomed.map(({ kind, id }) => `${kind} ${id}`)];
  }

  async #applyAll(specs: readonly ResourceSpec[], failures: string[]): Promise<void> {
    const begun = new Map<string, Promise<void>>();
    for (const spec of specs) {
      const dependencies = dependenciesOf(spec).map(key => begun.get(key));
      const applied = allOf(dependencies).then(() => {
        if (failures.length > 0) throw new NotBegun();
        return this.#apply(spec);
      });
      begun.set(keyOf(spec), applied);
      applied.catch((error: unknown) => note(failures, error));
    }
    await Promise.allSettled(begun.values());
  }

  async #apply(spec: ResourceSpec): Promise<void> {
    const provider = await this.#provider(spec.kind);
    const held = this.#state.get(keyOf(spec));
    const inputs = this.#inputs(spec);
    const { failures } = await provider.check(held?.inputs ?? {}, inputs);
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
    const change = held ? await this.#changeOf(spec, held) : "create";
    if (held && change === "update") {
      const { outs } = await provider.update(held.id, held.outs, inputs);
      this.#state.set(keyOf(spec), { ...held, inputs, outs });
    } else if (held && change === "delete, then create") {
      await this.#delete(held);
      this.#state.delete(keyOf(spec));
      await this.#create(spec, provider, inputs);
    } else if (change !== "same") {
      await this.#create(spec, provider, inputs);
      if (held) this.#doomed.push(held);
    }
  }

  async #create(spec: ResourceSpec, provider: DynamicProvider, inputs: JsonObject): Promise<void> {
    const { id, outs } = await provider.create(inputs);
    const dependencies = dependenciesOf(spec);
    this.#state.set(keyOf(spec), { kind: spec.kind, id, inputs, outs, dependencies });
  }

  async #changeOf(spec: ResourceSpec, held: Held) {
    const provider = await this.#provider(spec.kind);
    const inputs = this.#inputs(spec);
    const { changes, replaces, deleteBeforeReplace } = await provider.diff(held.id, held.outs, inputs);
    if (replaces.length > 0) return deleteBeforeReplace ? "delete, then create" : "create, then delete";
    return changes === false || isDeepStrictEqual(inputs, held.inputs) ? "same" : "update";
  }

  async #deleteDoomed(failures: string[]): Promise<void> {
    for (const held of [...this.#doomed]) {
      try {
        await this.#delete(held);
        this.#doomed.splice(this.#doomed.indexOf(held), 1);
      } catch (error) {
        note(failures, error);
      }
    }
  }

  async #deleteAll(failures: string[]): Promise<void> {
    const deleted = new Map<string, Promise<void>>();
    const all = [...this.#state];
    // In the reverse order every resource comes after those that depend on it.
    const ordered = all.sort(([a, one], [b, other]) => depthOf(b, other) - depthOf(a, one));
    for (const [key, held] of ordered) {
      const dependents = all.filter(([, other]) => other.dependencies.includes(key));
      const done = allOf(dependents.map(([other]) => deleted.get(other))).then(async () => {
        if (failures.length > 0) throw new NotBegun();
        await this.#delete(held);
        this.#state.delete(key);
      });
      deleted.set(key, done);
      done.catch((error: unknown) => note(failures, error));
    }
    await Promise.allSettled(deleted.values());
  }

  async #delete({ kind, id, outs }: Held): Promise<void> {
    await (await this.#provider(kind)).delete(id, outs);
  }

  async #provider(kindName: string): Promise<DynamicProvider> {
    const known = this.#providers.get(kindName);
    if (known) return known;
    const kind = kindNamed(kindName);
    if (!kind) throw new Error(`no kind ${kindName}`);
    const provider = dynamicProvider(kind);
    this.#providers.set(kindName, provider);
    await provider.configure({ config: { rawConfig: this.config } });
    return provider;
  }

  #inputs({ kind, name, args }: ResourceSpec): JsonObject {
    const resolved = this.#resolve(args);
    const identity = `urn:pulumi:${this.stackName}::faults::pulumi-nodejs:dynamic/appstead:${kind}::${name}`;
    return { ...(isJsonObject(resolved) ? resolved : {}), __key: identity };
  }

  #resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.#resolve(item));
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolve(item)]));
    }
    const [key] = typeof value === "string" ? placeholdersIn(value) : [];
    return key === undefined ? value : this.#state.get(key)?.id;
  }
}

const keyOf = ({ kind, name }: ResourceSpec) => `${kind}:${name}`;

/** The app before data sources and functions before everything else: the levels of the program. */
function depthOf(key: string, { dependencies }: Held): number {
  if (key.startsWith("App:")) return 0;
  return dependencies.every(dependency => dependency.startsWith("App:")) ? 1 : 2;
}

function dependenciesOf({ args, options }: ResourceSpec): string[] {
  const { dependsOn } = options ?? {};
  return [
    ...placeholdersIn(JSON.stringify(args)),
    ...(Array.isArray(dependsOn) ? dependsOn.map(String) : []),
  ];
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/<(\w+:[^>"]+)>/g)].map(match => match[1] ?? "");
}

/** Waits for others; their failures are theirs. */
async function allOf(others: readonly (Promise<void> | undefined)[]): Promise<void> {
  const ended = await Promise.allSettled(others);
  if (ended.some(({ status }) => status === "rejected")) throw new NotBegun();
}

function note(failures: string[], error: unknown): void {
  if (error instanceof NotBegun) return;
  failures.push(error instanceof Error ? error.message : String(error));
}
