/** The global under which the worker leaves its functions until the sandbox has taken them. */
export const hostGlobal = "__appsteadHost";
