interface ErrorEntry {
  readonly status: number;
  readonly message: string;
}

const entry = (status: number, message: string): ErrorEntry => ({ status, message });

/** Every error code of the service: its status and the text that is used when a situation has no better one. */
export const errorTable = {
  APIKeyAlreadyExists: entry(409, "API key with name already exists"),
  APIKeyNotFound: entry(404, "API key not found"),
  AccountNameInUse: entry(409, "name already in use"),
  AppNotFound: entry(404, "app not found"),
  AuthError: entry(401, "unauthorized"),
  AuthProviderAlreadyExists: entry(409, "auth provider already exists"),
  AuthProviderDuplicateName: entry(409, "auth provider with name already exists"),
  AuthProviderNotFound: entry(404, "auth provider not found"),
  BadRequest: entry(400, "bad request"),
  CustomResolverAlreadyExists: entry(409, "custom resolver already exists"),
  CustomResolverNotFound: entry(404, "custom resolver not found"),
  DefaultRuleNotFound: entry(404, "default rule does not exist on service"),
  DeploymentNotFound: entry(404, "deployment not found"),
  DraftAlreadyExists: entry(409, "a draft already exists"),
  DraftConflict: entry(409, "the draft conflicts with a deployment made since"),
  DraftNotFound: entry(404, "draft not found"),
  EnvironmentValueNotFound: entry(404, "environment value not found"),
  ExecutionTimeLimitExceeded: entry(400, "execution time limit exceeded"),
  FunctionDuplicateName: entry(409, "function with name already exists"),
  FunctionExecutionError: entry(400, "function execution failed"),
  FunctionNotCallable: entry(403, "function is not callable"),
  FunctionNotFound: entry(404, "function not found"),
  FunctionSyntaxError: entry(400, "function source is not valid"),
  GroupNotFound: entry(404, "group not found"),
  InternalServerError: entry(500, "internal server error"),
  InvalidParameter: entry(400, "invalid parameter"),
  InvalidPassword: entry(401, "unauthorized"),
  InvalidSession: entry(401, "invalid session"),
  LimitExceeded: entry(429, "too many requests"),
  LogForwarderAlreadyExists: entry(409, "log forwarder with name already exists"),
  LogForwarderNotFound: entry(404, "log forwarder not found"),
  MaintenanceInProgress: entry(503, "another deployment of this app is in progress; try again"),
  MissingAuthReq: entry(401, "must authenticate first"),
  MissingParameter: entry(400, "missing parameter"),
  MongoDBError: entry(400, "database error"),
  NotFound: entry(404, "no such route"),
  RequestTooLarge: entry(413, "the request body is too large"),
  RuleAlreadyExists: entry(409, "rule already exists"),
  RuleNotFound: entry(404, "rule not found"),
  SchemaAlreadyExists: entry(409, "schema already exists"),
  SchemaNotFound: entry(404, "schema not found"),
  SecretAlreadyExists: entry(409, "secret with name already exists"),
  SecretNotFound: entry(404, "secret not found"),
  ServiceAlreadyExists: entry(409, "service with name already exists"),
  ServiceNotFound: entry(404, "service not found"),
  TriggerAlreadyExists: entry(409, "trigger with name already exists"),
  TriggerNotFound: entry(404, "trigger not found"),
  UserDisabled: entry(401, "user is disabled"),
  UserNotFound: entry(404, "user not found"),
  UserpassTokenInvalid: entry(400, "userpass token is expired or invalid"),
  UserAlreadyConfirmed: entry(400, "already confirmed"),
  ValueDuplicateName: entry(409, "value with name already exists"),
  ValueNotFound: entry(404, "value not found"),
} as const satisfies Record<string, ErrorEntry>;

/** Code of an error body. */
export type ErrorCode = keyof typeof errorTable;

/** Whether a text is a code of the table. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
