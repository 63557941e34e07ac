import type { InputIssue, JsonObject } from "../definition/kind";
import { nearest } from "../definition/nearest";
import { type Condition, type ExpansionRoot, expansionRoots } from "./syntax";

/** How an expression is read. */
export interface ParseOptions {
  /** What a plain field name is a member of. */
  readonly fieldRoot: "root" | "args";
  /** Names after `%%` that may be used. */
  readonly allowed: ReadonlySet<ExpansionRoot>;
  /** The value that extended JSON stands for; throws when it is malformed. */
  readonly parseEjson: (value: JsonObject) => unknown;
}

const maxDepth = 200;

/** Where a parser stands in an expression, and what it found wrong so far. */
export class ParseState {
  constructor(
    readonly options: ParseOptions,
    /** Parses a whole condition that stands where a value is expected. */
    readonly nested: (value: unknown, state: ParseState) => Condition,
    readonly issues: InputIssue[] = [],
    private readonly path: InputIssue["path"] = [],
  ) {}

  at(step: string | number): ParseState {
    return new ParseState(this.options, this.nested, this.issues, [...this.path, step]);
  }

  get isTooDeep(): boolean {
    return this.path.length > maxDepth;
  }

  report(message: string): void {
    this.issues.push({ path: this.path, message });
  }

  /** The root that a name stands for; reports and returns undefined when it may not be used here. */
  root(name: string): ExpansionRoot | undefined {
    const { allowed } = this.options;
    const root = expansionRoots.find(known => known === name);
    if (root !== undefined && allowed.has(root)) return root;
    const near = nearest(name, [...allowed]);
    this.report(`do not know how to expand '%%${name}'${near ? `: did you mean '%%${near}'?` : ""}`);
    return undefined;
  }
}
