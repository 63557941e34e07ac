// Generated from the definition of the kind by `npm run generate`; do not edit.
import { secretKind } from "@appstead/sdk/kinds/secret";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";

/** Arguments of a secret. */
export interface SecretArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.6. */
  name: pulumi.Input<string>;
  /** The secret text; sent, never returned. Kept secret in the state. Source: specification 1 §2.6. */
  value: pulumi.Input<string>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/**
 * A text that is kept encrypted and never returned; values and providers refer to it by name.
 * Source: specification 1 §2.6, §4.2.
 */
export class Secret extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Secret";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app. Source: specification 1 §2.6. */
  declare public readonly name: pulumi.Output<string>;
  /** The secret text; sent, never returned. Kept secret in the state. Source: specification 1 §2.6. */
  declare public readonly value: pulumi.Output<string>;
  /** Keyed hash of the value, by which a change made elsewhere is seen. */
  declare public readonly fingerprint: pulumi.Output<string | undefined>;

  /**
   * Declares a secret.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: SecretArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(secretKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
