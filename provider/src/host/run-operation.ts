import type { Kind } from "@appstead/sdk";
import { ProviderError } from "../errors";
import { ownerOf } from "../identity";
import { describeObject, type Target } from "../lifecycle/target";
import { Writes } from "../lifecycle/writes";
import type { Properties } from "../properties/properties";
import { type Connection, processState } from "./process-state";

/** Runs a write: with others in one draft where the service keeps this kind in drafts, else at once. */
export async function runOperation<T>(
  kind: Kind,
  connection: Connection,
  { parents, identity, wire }: Properties,
  about: { readonly removes: boolean; readonly former?: Properties | undefined },
  work: (target: Target) => Promise<T>,
): Promise<T> {
  processState().activity.arrive(identity);
  const run = (writes: Writes) => work({ kind, endpoint: connection.client.endpoint(kind), parents, writes });
  if (!kind.drafted) return run(new Writes());
  const { appId } = parents;
  if (typeof appId !== "string" || appId === "") {
    throw new ProviderError(`appId is missing; pass the id of the app that the ${kind.title} belongs to`);
  }
  const { removes, former } = about;
  const formerLabel = former ? { formerLabel: describeObject(kind, former.wire) } : {};
  const label = describeObject(kind, wire);
  return connection
    .groupCommit(appId)
    .submit({ owner: ownerOf(identity), label, ...formerLabel, removes, run });
}
