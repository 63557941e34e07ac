/** Key under which the engine finds the code of a dynamic resource. */
export const providerKey = "__provider";
/** Hidden input that identifies a resource across attempts; source of the idempotency key. */
export const identityKey = "__key";
/** Hidden input: id of an existing object that the resource takes over, from the option `import`. */
export const importKey = "__import";
/** Hidden output: which settings the user gave. */
export const givenKey = "__set";
/** Hidden output: name of the process in which the resource got its object. */
export const originKey = "__origin";
/** Argument that takes over an existing object. */
export const adoptKey = "adopt";

/** Package that a dynamic resource's process is configured through. */
export const enginePackage = "pulumi-nodejs";
/** Namespace of our keys in `pulumi config`. */
export const configNamespace = "appstead";

/** Type token of a kind. It is in every user's state: never change it. */
export function typeToken(kindName: string): string {
  return `${enginePackage}:dynamic/appstead:${kindName}`;
}

/** Text of `__provider`. It is in every user's state: never change it, nor the module path in it. */
export function providerText(slug: string): string {
  return `exports.handler=()=>require("@appstead/provider/dynamic/${slug}")`;
}
