import type { Kind } from "@appstead/sdk";
import { parentParameters } from "@appstead/sdk/definition/fields";
import { toWire } from "@appstead/sdk/definition/names";
import { walkData } from "@appstead/sdk/definition/walk";
import * as pulumi from "@pulumi/pulumi";
import { adoptKey } from "./abi";
import { inArgumentNames, toArgumentPath } from "./properties/argument-names";

/** Warns of deprecated settings among a resource's arguments, once they are known. */
export function warnOfDeprecated(
  kind: Kind,
  args: pulumi.Inputs | undefined,
  resource: pulumi.Resource,
): void {
  // Ids of parents are often not known in a preview and say nothing about deprecation.
  const parents = parentParameters(kind);
  const settings = Object.fromEntries(Object.entries(args ?? {}).filter(([key]) => !parents.includes(key)));
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
