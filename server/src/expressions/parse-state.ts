import { nearest } from "@appstead/sdk";
import { type Condition, type ExpansionRoot, expansionRoots } from "./syntax";

/** Something wrong in an expression. */
export interface ExpressionIssue {
  /** Where: keys joined by dots, positions in brackets; empty for the expression itself. */
  path: string;
  message: string;
}

const maxDepth = 200;

/** Where a parser stands in an expression, and what it found wrong so far. */
export class ParseState {
  constructor(
    readonly fieldRoot: "root" | "args",
    private readonly allowed: ReadonlySet<ExpansionRoot>,
    /** Parses a whole condition that stands where a value is expected. */
    readonly nested: (value: unknown, state: ParseState) => Condition,
    readonly issues: ExpressionIssue[] = [],
    private readonly path = "",
    private readonly depth = 0,
  ) {}

  at(step: string | number): ParseState {
    const next =
      typeof step === "number" ? `${this.path}[${step}]` : this.path ? `${this.path}.${step}` : step;
    return new ParseState(this.fieldRoot, this.allowed, this.nested, this.issues, next, this.depth + 1);
  }

  get isTooDeep(): boolean {
    return this.depth > maxDepth;
  }

  report(message: string): void {
    this.issues.push({ path: this.path, message });
  }

  /** The root that a name stands for; reports and returns undefined when it may not be used here. */
  root(name: string): ExpansionRoot | undefined {
    const root = expansionRoots.find(known => known === name);
    if (root !== undefined && this.allowed.has(root)) return root;
    const near = nearest(name, [...this.allowed]);
    this.report(`do not know how to expand '%%${name}'${near ? `: did you mean '%%${near}'?` : ""}`);
    return undefined;
  }
}
