/** The first project and key pair, as an operator gives them. */
export interface AdminSettings {
  readonly groupId?: string;
  readonly publicKey?: string;
  readonly privateKey?: string;
}

/** A key pair in clear; shown once, when it is made. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A public key is known with another private key than the one given. */
export class AdminKeyConflictError extends Error {
  override readonly name = "AdminKeyConflictError";

  constructor(readonly publicKey: string) {
    super(
      `the admin public key "${publicKey}" exists with another private key; ` +
        "give the private key that it was created with, or another public key",
    );
  }
}

/** Admin settings that cannot be used. */
export class AdminSettingsError extends Error {
  override readonly name = "AdminSettingsError";
}
