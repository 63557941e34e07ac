import type { Kind } from "@appstead/sdk";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import * as pulumi from "@pulumi/pulumi";
import { identityKey, importKey, providerKey, providerText, typeToken } from "./abi";
import { identityFor } from "./identity";
import { classFacts } from "./properties/class-facts";
import { protectSecrets } from "./properties/secret-arguments";

/** Arguments of the constructor of `pulumi.CustomResource`. */
type Registration = [
  type: string,
  name: string,
  properties: pulumi.Inputs,
  options: pulumi.CustomResourceOptions,
];

/**
 * What a resource class passes to its base; everything follows from the definition of the kind. The classes have no
 * common base of their own: the engine takes the second constructor on the stack for the line of the user's program,
 * and every further one is kept in the state of every resource.
 *
 * @param kind definition of the kind, whose name is also the name of the class
 * @param args arguments in camelCase; with `opts.id` the state to look the object up with
 */
export function registration(
  kind: Kind,
  name: string,
  args: pulumi.Inputs | undefined,
  { import: imported, ...opts }: pulumi.CustomResourceOptions = {},
): Registration {
  const facts = classFacts(kind);
  return [
    typeToken(kind.name),
    name,
    {
      ...facts.outputs,
      ...protectSecrets(facts.secretArguments, withoutUndefined(args ?? {})),
      [identityKey]: identityOf(kind, name, opts.parent),
      // The engine reads what it imports without saying of which kind it is, so the import is a creation that finds.
      ...(imported === undefined ? {} : { [importKey]: imported }),
      [providerKey]: providerText(kind.slug),
    },
    pulumi.mergeOptions({ additionalSecretOutputs: [...facts.secretOutputs] }, opts),
  ];
}

/** Frames from the base class to the line of the user's program: all that its errors need. */
const framesToUser = 4;
/** Frames of what the state records as the resource's origin: those to the user's line, and some that led there. */
const framesRecorded = 10;

/**
 * Makes the stack traces of a registration short. `@pulumi/pulumi` writes out one for each of four promises of each
 * property, in case that it is never settled, which is most of what a program of many resources spends its time on. One
 * more, of every frame down to the start of the process, is kept in the state, where it is a quarter of a resource.
 *
 * @returns what restores the former length
 */
export function shortenStacks(): () => void {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = Math.min(stackTraceLimit, framesToUser);
  // The host of programs sets this one to map positions to sources.
  if (prepareStackTrace)
    Error.prepareStackTrace = (error, frames) => prepareStackTrace(error, frames.slice(0, framesRecorded));
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  };
}

/**
 * Name of the resource for its provider, from its URN. Not an output: as an input it would make the resource depend on
 * its own parent, and so on all children of that.
 */
function identityOf(kind: Kind, name: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  const type = typeToken(kind.name);
  // What `createUrn` gives without a parent, at much less cost. What is no resource is refused by the base class.
  if (!pulumi.Resource.isInstance(parent))
    return identityFor(`urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`);
  return new Promise(resolve => {
    pulumi.createUrn(name, type, parent).apply(urn => resolve(identityFor(urn)));
  });
}

function withoutUndefined(args: pulumi.Inputs): pulumi.Inputs {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined);
  const plain: unknown = Object.fromEntries(entries);
  return isJsonObject(plain) ? plain : {};
}
