import type { QuickJSWASMModule } from "quickjs-emscripten-core";
import type { SyntaxCheck } from "../protocol";
import { firstPosition, sourceFooter, sourceHeader } from "./stack";

const memoryLimitBytes = 64 * 1024 * 1024;
const timeLimitMs = 2_000;

function compile(engine: QuickJSWASMModule, code: string): SyntaxCheck {
  using runtime = engine.newRuntime();
  runtime.setMemoryLimit(memoryLimitBytes);
  runtime.setMaxStackSize(256 * 1024);
  const deadlineMs = Date.now() + timeLimitMs;
  runtime.setInterruptHandler(() => Date.now() > deadlineMs);
  using context = runtime.newContext();
  using result = context.evalCode(code, "source.js", { compileOnly: true });
  if (result.error === undefined) return { ok: true };
  using message = context.getProp(result.error, "message");
  using stack = context.getProp(result.error, "stack");
  return {
    ok: false,
    message: context.getString(message),
    ...firstPosition(context.getString(stack).trim()),
  };
}

/** Compiles a source without running it: as it stands, which gives true positions, then as it will be run. */
export function checkSyntax(engine: QuickJSWASMModule, source: string): SyntaxCheck {
  const plain = compile(engine, source);
  if (!plain.ok) return plain;
  const wrapped = compile(engine, `${sourceHeader}${source}${sourceFooter}`);
  if (wrapped.ok || wrapped.line > 1) return wrapped;
  return { ...wrapped, column: Math.max(1, wrapped.column - sourceHeader.length) };
}
