import { type Kind, kinds } from "@appstead/sdk";

const all: readonly Kind[] = kinds;

/** The kinds whose objects belong to an app. */
export const appKinds: readonly Kind[] = all.filter(kind => kind.path.includes("{appId}"));

/** The kind and the path parameter of the object that the objects of a kind live under. */
export function parentOf(kind: Kind): { kind: Kind; parameter: string } | undefined {
  const match = /^(.*)\/\{(\w+)\}/.exec(kind.path);
  const parent = all.find(candidate => candidate.path === match?.[1] && candidate.path.includes("{appId}"));
  return parent && match?.[2] ? { kind: parent, parameter: match[2] } : undefined;
}

/** The kinds whose objects live under those of a kind. */
function childrenOf(kind: Kind): Kind[] {
  return appKinds.filter(candidate => parentOf(candidate)?.kind === kind);
}

/** A section, and the field of another kind's records that holds it. */
export interface SectionField {
  readonly section: Kind;
  readonly field: string;
}

/** The sections of a kind's records. */
export function sectionsOf(kind: Kind): SectionField[] {
  return childrenOf(kind)
    .filter(child => child.shape === "section")
    .map(section => ({ section, field: section.path.slice(section.path.lastIndexOf("/") + 1) }));
}

/** A path of the definition language in the router's notation. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
