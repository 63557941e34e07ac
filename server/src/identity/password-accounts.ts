import { ApiError } from "../http/api-error";
import type { Identity } from "./identity";
import type { OneTimePurpose, RegistrationDocument } from "./identity-documents";
import type { FunctionReference, PasswordProvider } from "./password-provider";
import { checkPassword } from "./registration-store";

const noMail =
  "this service sends no mail; confirm users automatically (`autoConfirm`) or by a function (`runConfirmationFunction`), and reset passwords by a function (`runResetFunction`)";

/** Runs a function of the app as system; rejects when it throws. */
type RunAppFunction = (reference: FunctionReference, args: readonly unknown[]) => Promise<unknown>;

interface Parts {
  readonly identity: Identity;
  readonly appId: string;
  readonly provider: PasswordProvider;
  readonly runFunction: RunAppFunction;
}

/** What somebody without a session can do with e-mail addresses and passwords of an app. */
export class PasswordAccounts {
  constructor(private readonly parts: Parts) {}

  /** @throws ApiError `AccountNameInUse`, `BadRequest` */
  async register(email: string, password: string): Promise<void> {
    const { identity, appId, provider } = this.parts;
    if (provider.confirm === "by mail")
      throw new ApiError("BadRequest", `cannot register "${email}": ${noMail}`);
    const confirmed = provider.confirm === "automatically";
    const registration = await identity.registrations.create(appId, email, password, confirmed);
    if (provider.confirm === "automatically") return;
    try {
      await this.#runConfirmation(registration, provider.confirm);
    } catch (error) {
      await identity.registrations.delete(appId, registration._id);
      throw error;
    }
  }

  /** @throws ApiError `UserpassTokenInvalid`, `BadRequest` */
  async confirm(given: unknown): Promise<void> {
    const { identity, appId } = this.parts;
    await identity.registrations.confirm(appId, await identity.oneTimeTokens.redeem(appId, "confirm", given));
  }

  /** Runs the confirmation function once more. */
  async runConfirmationAgain(email: string): Promise<void> {
    const { confirm } = this.parts.provider;
    const registration = await this.#unconfirmed(email);
    if (typeof confirm === "string") throw this.#wrongConfirmation(email);
    await this.#runConfirmation(registration, confirm);
  }

  /** Always fails: says why no confirmation is sent. */
  async sendConfirmation(email: string): Promise<never> {
    await this.#unconfirmed(email);
    throw this.#wrongConfirmation(email);
  }

  /** Always fails: says why no message is sent. */
  async sendReset(email: string): Promise<never> {
    await this.#known(email);
    if (this.parts.provider.reset !== "by mail")
      throw new ApiError("BadRequest", "please use reset password via function");
    throw new ApiError("BadRequest", `cannot send a message to reset the password of "${email}": ${noMail}`);
  }

  /** Runs the reset function, which decides whether the new password is set now, later or never. */
  async runReset(email: string, password: string, args: readonly unknown[]): Promise<void> {
    const { identity, appId, provider, runFunction } = this.parts;
    if (provider.reset === "by mail") {
      throw new ApiError("BadRequest", "cannot reset the password by a function: none is configured");
    }
    checkPassword(password);
    const registration = await this.#known(email);
    const currentPasswordValid = await identity.hasher.verify(password, registration.password_hash);
    const token = await identity.oneTimeTokens.issue(appId, "reset", registration._id);
    const first = { ...token, username: email, password, currentPasswordValid };
    const status = await this.#status(runFunction(provider.reset, [first, ...args]));
    if (status === "pending") return;
    // The token must not outlive an answer that makes it pointless or forbids it.
    await this.#redeemQuietly("reset", token);
    if (status !== "success")
      throw new ApiError("BadRequest", `failed to reset password for user "${email}"`);
    await this.#setPassword(registration._id, password);
  }

  /** @throws ApiError `UserpassTokenInvalid`, `BadRequest` */
  async reset(given: unknown, password: string): Promise<void> {
    const { identity, appId } = this.parts;
    checkPassword(password);
    await this.#setPassword(await identity.oneTimeTokens.redeem(appId, "reset", given), password);
  }

  async #setPassword(registrationId: string, password: string): Promise<void> {
    const { identity, appId } = this.parts;
    await identity.registrations.setPassword(appId, registrationId, password);
    const userId = await identity.users.idByIdentity(appId, "local-userpass", registrationId);
    // Whoever knew the old password must not stay logged in.
    if (userId !== undefined) await identity.sessions.revokeAll(appId, userId);
  }

  async #runConfirmation(registration: RegistrationDocument, reference: FunctionReference): Promise<void> {
    const { identity, appId, runFunction } = this.parts;
    const token = await identity.oneTimeTokens.issue(appId, "confirm", registration._id);
    const status = await this.#status(runFunction(reference, [{ ...token, username: registration.email }]));
    if (status === "pending") return;
    await this.#redeemQuietly("confirm", token);
    if (status !== "success")
      throw new ApiError("BadRequest", `failed to confirm user "${registration.email}"`);
    await identity.registrations.confirm(appId, registration._id);
  }

  async #status(answer: Promise<unknown>): Promise<unknown> {
    const value = await answer;
    return typeof value === "object" && value !== null && "status" in value ? value.status : undefined;
  }

  async #redeemQuietly(purpose: OneTimePurpose, token: unknown): Promise<void> {
    await this.parts.identity.oneTimeTokens.redeem(this.parts.appId, purpose, token).catch(() => undefined);
  }

  async #known(email: string): Promise<RegistrationDocument> {
    const registration = await this.parts.identity.registrations.find(this.parts.appId, email);
    if (registration === undefined) throw new ApiError("UserNotFound");
    return registration;
  }

  async #unconfirmed(email: string): Promise<RegistrationDocument> {
    const registration = await this.#known(email);
    if (registration.confirmed) throw new ApiError("UserAlreadyConfirmed");
    return registration;
  }

  #wrongConfirmation(email: string): ApiError {
    const why = {
      automatically: `cannot run confirmation for ${email}: automatic confirmation is enabled`,
      "by mail": `cannot run confirmation for ${email}: ${noMail}`,
      function: `cannot send a confirmation to ${email}: addresses are confirmed by a function; use confirm/call`,
    };
    const { confirm } = this.parts.provider;
    return new ApiError("BadRequest", why[typeof confirm === "string" ? confirm : "function"]);
  }
}
