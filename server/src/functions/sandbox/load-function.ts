import { host } from "./host";

type Callable = (...args: unknown[]) => unknown;

function requireModule(name: string): never {
  const error = new Error(`Cannot find module '${name}': it is neither built in nor an uploaded dependency`);
  Object.assign(error, { code: "MODULE_NOT_FOUND" });
  throw error;
}

/** Runs a function's source and returns the function it assigned to `exports`. */
export function loadFunction(name: string, source: string, context: object): Callable {
  const exported = host.compile(name, source)({}, context, requireModule);
  if (typeof exported === "function") return exported as Callable;
  throw new TypeError(`function '${name}' must assign a function to 'exports'`);
}
