import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

// Threads do not take over the compile cache of the process; this module is imported before those that gain by it.
if (typeof workerData.compileCache === "string") enableCompileCache(workerData.compileCache);
