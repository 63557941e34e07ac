import type { Operation, Operations } from "./kind";

const list: Operation = { method: "GET", path: "", status: 200, returns: "record" };
const read: Operation = { method: "GET", path: "/{id}", status: 200, returns: "record" };
const remove: Operation = { method: "DELETE", path: "/{id}", status: 204, returns: "nothing" };

/** Operations of a collection whose objects are read by id; `options` says where a kind differs. */
export function collectionOperations(options: {
  create: Pick<Operation, "returns"> & Partial<Operation>;
  update: Pick<Operation, "method" | "status" | "returns"> & Partial<Operation>;
  delete?: Partial<Operation>;
  toggle?: boolean;
}): Operations {
  const toggle = (verb: string): Operation => ({
    method: "PUT",
    path: `/{id}/${verb}`,
    status: 204,
    returns: "nothing",
  });
  return {
    list,
    create: { method: "POST", path: "", status: 201, ...options.create },
    read,
    update: { path: "/{id}", ...options.update },
    delete: { ...remove, ...options.delete },
    ...(options.toggle ? { enable: toggle("enable"), disable: toggle("disable") } : {}),
  };
}
