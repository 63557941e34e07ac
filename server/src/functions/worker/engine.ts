import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";

const pageBytes = 64 * 1024;
const initialPages = 256;
/** Room for the engine itself beside what functions may allocate. */
const overheadBytes = 16 * 1024 * 1024;

export interface Engine {
  quickjs: QuickJSWASMModule;
  memory: WebAssembly.Memory;
}

/** Starts an engine of its own memory, which cannot grow beyond the limit. */
export async function startEngine(wasmModule: WebAssembly.Module, memoryLimitBytes: number): Promise<Engine> {
  const maximum = Math.max(initialPages, Math.ceil((memoryLimitBytes + overheadBytes) / pageBytes));
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmModule, wasmMemory: memory }),
  );
  return { quickjs, memory };
}
