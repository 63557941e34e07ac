// Generated from the definition of the kind by `npm run generate`; do not edit.
import { valueKind } from "@appstead/sdk/kinds/value";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";

/** Arguments of a value. */
export interface ValueArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.6. */
  name: pulumi.Input<string>;
  /** Whether only functions and rules may read it, not clients. Default: `false`. Source: specification 1 §2.6. */
  private?: pulumi.Input<boolean>;
  /** Whether `value` is the name of a secret whose text is the value. Default: `false`. Source: specification 1 §2.6. */
  fromSecret?: pulumi.Input<boolean>;
  /** Any JSON value, or with `fromSecret` the name of a secret. Source: specification 1 §2.6. */
  value: unknown;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/**
 * A JSON value that functions and rules read by name; it may stand for a secret.
 * Source: specification 1 §2.6, §4.2.
 */
export class Value extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Value";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app. Source: specification 1 §2.6. */
  declare public readonly name: pulumi.Output<string>;
  /** Any JSON value, or with `fromSecret` the name of a secret. Source: specification 1 §2.6. */
  declare public readonly value: pulumi.Output<unknown>;
  /** Whether only functions and rules may read it, not clients. Source: specification 1 §2.6. */
  declare public readonly private: pulumi.Output<boolean | undefined>;
  /** Whether `value` is the name of a secret whose text is the value. Source: specification 1 §2.6. */
  declare public readonly fromSecret: pulumi.Output<boolean | undefined>;

  /**
   * Declares a value.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: ValueArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(valueKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
