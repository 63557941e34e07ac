import { DeploymentError, ProviderError } from "../errors";

/** An operation, with the words that the service's messages call its object. */
interface Named {
  readonly label?: string | undefined;
  readonly formerLabel?: string | undefined;
}

/**
 * The error of one operation of a refused deployment. The service names every object that is wrong in one text: whose
 * object that is hears what is wrong with it, the others hear where to look.
 */
export function refusalFor(member: Named, members: readonly Named[], error: unknown): unknown {
  if (!(error instanceof DeploymentError) || error.detail === undefined)
    return sharedFailure(member, members, error);
  const issues = issuesIn(error.detail);
  const own = issues.filter(issue => isOf(member, issue)).map(issue => issue.text);
  if (own.length > 0) return refusal(error, `${changedNothing}: ${own.join("; ")}${adviceFor(own)}`);
  // What is wrong with an object outside of the update has no other place to be told.
  if (!issues.every(issue => members.some(one => isOf(one, issue))))
    return sharedFailure(member, members, error);
  const culprits = [...new Set(issues.map(issue => issue.label))].join(", ");
  return refusal(
    error,
    `not deployed, because it was in one deployment with ${culprits}, which was refused; see there`,
  );
}

/**
 * The error of one of several operations that all failed for one reason, which is none of theirs: only the first is
 * told it in full.
 */
export function sharedFailure(member: Named, members: readonly Named[], error: unknown): unknown {
  const [first] = members;
  if (member === first || first?.label === undefined) return error;
  return new ProviderError(`not deployed, for the reason that is given at the ${first.label}`, {
    cause: error,
  });
}

/** Begins every message about a refused deployment. */
export const changedNothing = "the deployment was refused and changed nothing";

interface Issue {
  /** Kind and name of an object; `undefined` when the text does not begin with them. */
  readonly label: string | undefined;
  readonly text: string;
}

/** The service calls an object by its new name or by the one that it has given up. */
function isOf(member: Named, { label }: Issue): boolean {
  return label !== undefined && (label === member.label || label === member.formerLabel);
}

function issuesIn(detail: string): Issue[] {
  return detail.split(/; (?=[a-z][a-z ]* "[^"]*": )/).map(part => {
    const [, label, text] = /^([a-z][a-z ]* "[^"]*"): (.*)$/s.exec(part) ?? [];
    return { label, text: text ?? part };
  });
}

function adviceFor(texts: readonly string[]): string {
  const isMissing = texts.some(text => text.includes("not found"));
  return isMissing ? "; if this program makes it, add dependsOn with it or pass its id" : "";
}

function refusal(cause: DeploymentError, message: string): DeploymentError {
  return new DeploymentError(message, { cause, detail: cause.detail });
}
