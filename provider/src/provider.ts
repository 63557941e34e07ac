import * as pulumi from "@pulumi/pulumi";
import { configNamespace, enginePackage } from "./abi";
import type { StaleDraft } from "./configuration/configuration";

/** Settings of an explicit provider; what is left out comes from the next place that has it. */
export interface ProviderArgs {
  /** Base address of the service, for example `http://127.0.0.1:9090`. */
  readonly url?: pulumi.Input<string>;
  /** Project (group) that apps belong to. Default: the only one of the key pair. */
  readonly groupId?: pulumi.Input<string>;
  /** Public key of a programmatic API key pair. */
  readonly publicKey?: pulumi.Input<string>;
  /** Private key of the pair; always stored as a secret. */
  readonly privateKey?: pulumi.Input<string>;
  /**
   * What happens when the user of the key pair already has a draft that no deploy made, most likely unfinished work
   * in a user interface: `fail` (default) stops, `discard` throws it away, `adopt` deploys it along with the update.
   */
  readonly staleDraft?: pulumi.Input<StaleDraft>;
}

/**
 * Says explicitly which service, project and user resources are managed with: `new App("shop", …, { provider })`.
 * Settings that are left out come from `pulumi config` (`appstead:url`, …), the environment (`APPSTEAD_URL`, …) or the
 * profile file.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs, opts?: pulumi.ResourceOptions) {
    const { privateKey, ...rest } = { ...configured(), ...withoutUndefined(args) };
    const plain = Object.entries(rest);
    super(
      enginePackage,
      name,
      {
        ...Object.fromEntries(plain.map(([key, value]) => [`${configNamespace}:${key}`, value])),
        ...(privateKey === undefined ? {} : { [`${configNamespace}:privateKey`]: pulumi.secret(privateKey) }),
      },
      opts,
    );
  }
}

/** What the stack's configuration says; the engine gives it to providers that it makes itself only. */
function configured(): ProviderArgs {
  const config = new pulumi.Config(configNamespace);
  const plain = ["url", "groupId", "publicKey", "staleDraft"].map(key => [key, config.get(key)]);
  return withoutUndefined({ ...Object.fromEntries(plain), privateKey: config.getSecret("privateKey") });
}

function withoutUndefined(args: ProviderArgs): ProviderArgs {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
