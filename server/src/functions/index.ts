export { FunctionExecutionError } from "./function-execution-error";
export { createFunctionRuntime, type FunctionRuntime, type FunctionRuntimeOptions } from "./function-runtime";
export type {
  CallFrame,
  FunctionCall,
  FunctionContext,
  FunctionResult,
  HostCalls,
  HostOperation,
  ResolvedFunction,
} from "./host-calls";
export type { CallFailure, CallLog, FunctionErrorCode, SyntaxCheck } from "./protocol";
