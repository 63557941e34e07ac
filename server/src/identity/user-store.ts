import { ObjectId } from "bson";
import type { AppDocument } from "../admin/apps/app-document";
import { isDuplicateKey } from "./duplicate-key";
import type { IdentityCollections, ProviderType, UserDocument, UserIdentity } from "./identity-documents";

/** Users of apps and the identities that they log in with. */
export class UserStore {
  constructor(
    private readonly collections: IdentityCollections,
    private readonly now: () => number,
  ) {}

  /** The user of a domain, that is, of one app. */
  async get(domainId: string, userId: string): Promise<UserDocument | undefined> {
    return (await this.collections.users.findOne({ _id: userId, domain_id: domainId })) ?? undefined;
  }

  /** The user that an identity belongs to; undefined before its first log-in. */
  async idByIdentity(appId: string, type: ProviderType, identityId: string): Promise<string | undefined> {
    const _id = identityKey(appId, type, identityId);
    return (await this.collections.identities.findOne({ _id }))?.user_id;
  }

  /**
   * Notes a log-in with an identity; makes its user when this is the first.
   *
   * @param data what the provider knows of the user; added to what is known already
   * @returns undefined when the user has just been deleted
   */
  async authenticate(
    app: AppDocument,
    identity: UserIdentity,
    data: Readonly<Record<string, unknown>>,
  ): Promise<UserDocument | undefined> {
    const known = await this.#owner(app._id, identity);
    if (known !== undefined) return this.#noteLogin(app._id, known, data);
    const user = newUser(app, identity, data, this.#seconds());
    // The user comes first: a log-in that finds an identity can then rely on its user, or knows it was deleted.
    await this.collections.users.insertOne(user);
    if (await this.#claim(app._id, identity, user._id)) return user;
    await this.collections.users.deleteOne({ _id: user._id });
    const winner = await this.#owner(app._id, identity);
    return winner === undefined ? undefined : this.#noteLogin(app._id, winner, data);
  }

  /**
   * Adds an identity to a user; doing it again changes nothing.
   *
   * @returns the user, or undefined when the identity belongs to somebody else or the user is gone
   */
  async link(
    appId: string,
    userId: string,
    identity: UserIdentity,
    data: Readonly<Record<string, unknown>>,
  ): Promise<UserDocument | undefined> {
    if (!(await this.#claim(appId, identity, userId)) && (await this.#owner(appId, identity)) !== userId) {
      return undefined;
    }
    await this.collections.users.updateOne(
      { _id: userId, app_id: appId, "identities.id": { $ne: identity.id } },
      { $push: { identities: identity } },
    );
    return this.#noteLogin(appId, userId, data);
  }

  /** Deletes a user with its identities, registrations, sessions and tokens; false when there is none. */
  async delete(appId: string, userId: string): Promise<boolean> {
    const user = await this.collections.users.findOne({ _id: userId, app_id: appId });
    const registrations = (user?.identities ?? [])
      .filter(identity => identity.provider_type === "local-userpass")
      .map(identity => identity.id);
    const { collections } = this;
    // Ways in go first, so that nobody logs in to a half-deleted user.
    await collections.registrations.deleteMany({ app_id: appId, _id: { $in: registrations } });
    await collections.oneTimeTokens.deleteMany({ app_id: appId, registration_id: { $in: registrations } });
    await collections.identities.deleteMany({ app_id: appId, user_id: userId });
    await collections.sessions.deleteMany({ app_id: appId, user_id: userId });
    const { deletedCount } = await collections.users.deleteOne({ _id: userId, app_id: appId });
    return deletedCount > 0;
  }

  #owner(appId: string, identity: UserIdentity): Promise<string | undefined> {
    return this.idByIdentity(appId, identity.provider_type, identity.id);
  }

  async #claim(appId: string, identity: UserIdentity, userId: string): Promise<boolean> {
    try {
      const _id = identityKey(appId, identity.provider_type, identity.id);
      await this.collections.identities.insertOne({ _id, app_id: appId, user_id: userId });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async #noteLogin(
    appId: string,
    userId: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<UserDocument | undefined> {
    const named = Object.entries(data).map(([key, value]) => [`data.${key}`, value]);
    const updated = await this.collections.users.findOneAndUpdate(
      { _id: userId, app_id: appId },
      { $set: { last_authentication_date: this.#seconds(), ...Object.fromEntries(named) } },
      { returnDocument: "after" },
    );
    return updated ?? undefined;
  }

  #seconds(): number {
    return Math.floor(this.now() / 1000);
  }
}

function identityKey(appId: string, type: ProviderType, identityId: string): string {
  return `${appId}/${type}/${identityId}`;
}

function newUser(
  app: AppDocument,
  identity: UserIdentity,
  data: Readonly<Record<string, unknown>>,
  seconds: number,
): UserDocument {
  return {
    _id: new ObjectId().toHexString(),
    app_id: app._id,
    domain_id: app.domain_id,
    type: "normal",
    identities: [identity],
    data,
    disabled: false,
    creation_date: seconds,
    last_authentication_date: seconds,
  };
}
