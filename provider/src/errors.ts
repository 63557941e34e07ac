import { AppsteadError } from "@appstead/sdk/errors/appstead-error";

/** Base class of the errors that this package makes. */
export class ProviderError extends AppsteadError {
  override readonly name: string = "ProviderError";
}

/** No usable configuration of the service or its credentials. */
export class ConfigurationError extends ProviderError {
  override readonly name: string = "ConfigurationError";
}

/** An object is there already and `adopt` is not set. */
export class ExistingObjectError extends ProviderError {
  override readonly name: string = "ExistingObjectError";
}

/** A deployment was refused by the service; nothing was changed. */
export class DeploymentError extends ProviderError {
  override readonly name: string = "DeploymentError";
  /** The service's own text; `undefined` when it gave none. */
  readonly detail: string | undefined;

  constructor(message: string, options: { cause?: unknown; detail?: string | undefined } = {}) {
    super(message, { cause: options.cause });
    this.detail = options.detail;
  }
}

/** The user has a draft that is not ours to touch. */
export class ForeignDraftError extends ProviderError {
  override readonly name: string = "ForeignDraftError";
}
