import type { Kind } from "@appstead/sdk";
import { parentParameters } from "@appstead/sdk/definition/fields";
import { toWire } from "@appstead/sdk/definition/names";
import { isJsonObject, walkData } from "@appstead/sdk/definition/walk";
import * as pulumi from "@pulumi/pulumi";
import { adoptKey, identityKey, importKey, providerKey, providerText, typeToken } from "./abi";
import { inArgumentNames, toArgumentPath } from "./properties/argument-names";
import { classFacts } from "./properties/class-facts";
import { protectSecrets } from "./properties/secret-arguments";

/**
 * Base of the resource classes. Everything about a class follows from the definition of its kind; what the engine
 * stores of our code is one constant line.
 */
export abstract class AppsteadResource extends pulumi.CustomResource {
  /**
   * @param kind definition of the kind, whose name is also the name of the class
   * @param args arguments in camelCase; with `opts.id` the state to look the object up with
   */
  protected constructor(
    kind: Kind,
    name: string,
    args: pulumi.Inputs | undefined,
    { import: imported, ...opts }: pulumi.CustomResourceOptions = {},
  ) {
    const given = withoutUndefined(args ?? {});
    const facts = classFacts(kind);
    super(
      typeToken(kind.name),
      name,
      {
        ...facts.outputs,
        ...protectSecrets(facts.secretArguments, given),
        [identityKey]: identityOf(kind, name, opts.parent),
        // The engine reads what it imports without saying of which kind it is, so the import is a creation that finds.
        ...(imported === undefined ? {} : { [importKey]: imported }),
        [providerKey]: providerText(kind.slug),
      },
      pulumi.mergeOptions({ additionalSecretOutputs: [...facts.secretOutputs] }, opts),
    );
    if (opts.id === undefined && facts.mayBeDeprecated) warnOfDeprecated(kind, given, this);
  }
}

/**
 * URN of the resource. Not an output: as an input it would make the resource depend on its own parent, and so on all
 * children of that.
 */
function identityOf(kind: Kind, name: string, parent: pulumi.Resource | undefined): string | Promise<string> {
  // What `createUrn` gives without a parent; outputs are what a program of many resources spends its time on.
  if (!parent)
    return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${typeToken(kind.name)}::${name}`;
  return new Promise(resolve => {
    pulumi.createUrn(name, typeToken(kind.name), parent).apply(resolve);
  });
}

function warnOfDeprecated(kind: Kind, args: pulumi.Inputs, resource: pulumi.Resource): void {
  // Ids of parents are often not known in a preview and say nothing about deprecation.
  const parents = parentParameters(kind);
  const settings = Object.fromEntries(Object.entries(args).filter(([key]) => !parents.includes(key)));
  pulumi.output(settings).apply(resolved => {
    const { [adoptKey]: _, ...wire } = toWire(kind, resolved);
    // The arguments may be of any shape here: the check that follows tells the user what is wrong with them.
    const parsed = kind.inputs.safeParse(wire);
    const ofKind = parsed.success ? kind.deprecation?.(parsed.data) : undefined;
    const warnings = ofKind === undefined ? [] : [inArgumentNames(kind, ofKind)];
    for (const warning of [...deprecatedFields(kind, wire), ...warnings])
      void pulumi.log.warn(warning, resource);
  });
}

function deprecatedFields(kind: Kind, wire: Record<string, unknown>): string[] {
  const warnings: string[] = [];
  walkData(kind.inputs, wire, ({ path, traits }) => {
    if (traits?.deprecated) {
      warnings.push(
        `${toArgumentPath(kind, path)} is deprecated: ${inArgumentNames(kind, traits.deprecated)}`,
      );
    }
  });
  return warnings;
}

function withoutUndefined(args: pulumi.Inputs): pulumi.Inputs {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined);
  const plain: unknown = Object.fromEntries(entries);
  return isJsonObject(plain) ? plain : {};
}
