// Generated from the definition of the kind by `npm run generate`; do not edit.
import { customResolverKind } from "@appstead/sdk/kinds/custom-resolver";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a custom resolver. */
export interface CustomResolverArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Parent type: `Query`, `Mutation` or a generated document type. Source: specification 1 §2.8, §4.7. */
  onType: pulumi.Input<string>;
  /** Name of the field, unique in its parent type; it hides a schema field of the same name. Source: specification 1 §2.8, §4.7. */
  fieldName: pulumi.Input<string>;
  /** Id of the function that resolves the field; give this or `functionName`. Source: specification 1 §2.8, §4.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function that resolves the field; give this or `functionId`. Source: specification 1 §2.8, §4.7. */
  functionName?: pulumi.Input<string>;
  /** Type of the argument `input`, a name or a JSON schema; without it the field takes no argument. Source: specification 1 §2.8, §4.7. */
  inputType?: pulumi.Input<string | JsonObject>;
  /** What `inputType` is: the name of a scalar or generated type, one or a list, or a JSON schema (`custom`). Allowed: `"scalar"`, `"scalar-list"`, `"generated"`, `"generated-list"`, `"custom"`. Source: specification 1 §2.8, §4.7. */
  inputTypeFormat?: pulumi.Input<"scalar" | "scalar-list" | "generated" | "generated-list" | "custom">;
  /** Type of the result, a name or a JSON schema; without it the default payload. Source: specification 1 §2.8, §4.7. */
  payloadType?: pulumi.Input<string | JsonObject>;
  /** What `payloadType` is: the name of a scalar or generated type, one or a list, or a JSON schema (`custom`). Allowed: `"scalar"`, `"scalar-list"`, `"generated"`, `"generated-list"`, `"custom"`. Source: specification 1 §2.8, §4.7. */
  payloadTypeFormat?: pulumi.Input<"scalar" | "scalar-list" | "generated" | "generated-list" | "custom">;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/**
 * A field of the GraphQL API that a function resolves: a query, a mutation or a computed field.
 * Source: specification 1 §2.8, §4.7.
 */
export class CustomResolver extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:CustomResolver";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Parent type: `Query`, `Mutation` or a generated document type. Source: specification 1 §2.8, §4.7. */
  declare public readonly onType: pulumi.Output<string>;
  /** Name of the field, unique in its parent type; it hides a schema field of the same name. Source: specification 1 §2.8, §4.7. */
  declare public readonly fieldName: pulumi.Output<string>;
  /** Id of the function that resolves the field; give this or `functionName`. Source: specification 1 §2.8, §4.7. */
  declare public readonly functionId: pulumi.Output<string | undefined>;
  /** Name of the function that resolves the field; give this or `functionId`. Source: specification 1 §2.8, §4.7. */
  declare public readonly functionName: pulumi.Output<string | undefined>;
  /** Type of the argument `input`, a name or a JSON schema; without it the field takes no argument. Source: specification 1 §2.8, §4.7. */
  declare public readonly inputType: pulumi.Output<string | JsonObject | undefined>;
  /** What `inputType` is: the name of a scalar or generated type, one or a list, or a JSON schema (`custom`). Allowed: `"scalar"`, `"scalar-list"`, `"generated"`, `"generated-list"`, `"custom"`. Source: specification 1 §2.8, §4.7. */
  declare public readonly inputTypeFormat: pulumi.Output<"scalar" | "scalar-list" | "generated" | "generated-list" | "custom" | undefined>;
  /** Type of the result, a name or a JSON schema; without it the default payload. Source: specification 1 §2.8, §4.7. */
  declare public readonly payloadType: pulumi.Output<string | JsonObject | undefined>;
  /** What `payloadType` is: the name of a scalar or generated type, one or a list, or a JSON schema (`custom`). Allowed: `"scalar"`, `"scalar-list"`, `"generated"`, `"generated-list"`, `"custom"`. Source: specification 1 §2.8, §4.7. */
  declare public readonly payloadTypeFormat: pulumi.Output<"scalar" | "scalar-list" | "generated" | "generated-list" | "custom" | undefined>;

  /**
   * Declares a custom resolver.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: CustomResolverArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(customResolverKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
