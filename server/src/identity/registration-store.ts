import { ObjectId } from "bson";
import { ApiError } from "../http/api-error";
import { isDuplicateKey } from "./duplicate-key";
import type { IdentityCollections, RegistrationDocument } from "./identity-documents";
import type { PasswordHasher } from "./password-hash";

const minPasswordLength = 6;
const maxPasswordLength = 128;
const maxEmailLength = 128;

/** E-mail addresses with passwords, confirmed or waiting for it. */
export class RegistrationStore {
  constructor(
    private readonly collections: IdentityCollections,
    private readonly hasher: PasswordHasher,
    private readonly now: () => number,
  ) {}

  /** @throws ApiError `BadRequest` for an impossible address or password, `AccountNameInUse` */
  async create(
    appId: string,
    email: string,
    password: string,
    confirmed: boolean,
  ): Promise<RegistrationDocument> {
    checkEmail(email);
    checkPassword(password);
    // Hashing is costly: an address in use is refused before it; the unique index decides between two at once.
    if ((await this.find(appId, email)) !== undefined) throw new ApiError("AccountNameInUse");
    const registration: RegistrationDocument = {
      _id: new ObjectId().toHexString(),
      app_id: appId,
      email,
      password_hash: await this.hasher.hash(password),
      confirmed,
      creation_date: Math.floor(this.now() / 1000),
    };
    try {
      await this.collections.registrations.insertOne(registration);
    } catch (cause) {
      throw isDuplicateKey(cause) ? new ApiError("AccountNameInUse", undefined, { cause }) : cause;
    }
    return registration;
  }

  async find(appId: string, email: string): Promise<RegistrationDocument | undefined> {
    return (await this.collections.registrations.findOne({ app_id: appId, email })) ?? undefined;
  }

  async confirm(appId: string, registrationId: string): Promise<void> {
    await this.collections.registrations.updateOne(
      { _id: registrationId, app_id: appId },
      { $set: { confirmed: true } },
    );
  }

  /** @throws ApiError `BadRequest` for an impossible password */
  async setPassword(appId: string, registrationId: string, password: string): Promise<void> {
    checkPassword(password);
    const password_hash = await this.hasher.hash(password);
    await this.collections.registrations.updateOne(
      { _id: registrationId, app_id: appId },
      { $set: { password_hash } },
    );
  }

  async delete(appId: string, registrationId: string): Promise<void> {
    await this.collections.oneTimeTokens.deleteMany({ app_id: appId, registration_id: registrationId });
    await this.collections.registrations.deleteOne({ _id: registrationId, app_id: appId });
  }
}

/** @throws ApiError `BadRequest` */
export function checkPassword(password: string): void {
  const { length } = password;
  if (length < minPasswordLength || length > maxPasswordLength) {
    throw new ApiError(
      "BadRequest",
      `password must be between ${minPasswordLength} and ${maxPasswordLength} characters`,
    );
  }
}

function checkEmail(email: string): void {
  // Whether an address exists only a message to it can tell; this refuses what cannot be one.
  if (email.length > maxEmailLength || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new ApiError("BadRequest", "email invalid");
  }
}
