import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDocstore } from "@appstead/docstore";
import { loadServiceKeys, type ServiceKeys, type TokenClaims } from "@appstead/server/keys";
import { jwtVerify, SignJWT } from "jose";
import { MongoClient } from "mongodb";

const nowMs = 1_700_000_000_000;
const nowSeconds = nowMs / 1000;
const fixed = Buffer.alloc(32, 7).toString("base64");
const claims: TokenClaims = {
  sub: "ada",
  typ: "access",
  iat: nowSeconds,
  exp: nowSeconds + 60,
  extra: { ä: [1] },
};

const load = (
  env: NodeJS.ProcessEnv = { APPSTEAD_SERVICE_KEY: fixed },
  dataDir?: string,
): Promise<ServiceKeys> =>
  loadServiceKeys({ env, now: () => nowMs, ...(dataDir === undefined ? {} : { dataDir }) });

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "appstead-keys-"));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("tokens", () => {
  test("tokens: what is signed is read back", async () => {
    const keys = await load();
    expect(keys.readToken("client", keys.signToken("client", claims))).toEqual({ ok: true, claims });
  });

  test("tokens: one that was read before expires all the same, and proves nothing for others like it", async () => {
    let now = nowMs;
    const keys = await loadServiceKeys({ env: { APPSTEAD_SERVICE_KEY: fixed }, now: () => now });
    const token = keys.signToken("client", claims);
    for (let round = 0; round < 2; round++)
      expect(keys.readToken("client", token)).toEqual({ ok: true, claims });
    const [head, body] = token.split(".");
    expect(keys.readToken("admin", token)).toEqual({ ok: false, reason: "signature" });
    expect(keys.readToken("client", `${head}.${body}.`)).toEqual({ ok: false, reason: "signature" });
    now += 60_000;
    expect(keys.readToken("client", token)).toEqual({ ok: false, reason: "expired" });
  });

  test("tokens: another library reads the form, and cannot make one without the key", async () => {
    const keys = await load();
    const other = Buffer.alloc(32, 1);
    await expect(jwtVerify(keys.signToken("client", claims), other)).rejects.toThrow(
      "signature verification failed",
    );
    const forged = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(other);
    expect(keys.readToken("client", forged)).toEqual({ ok: false, reason: "signature" });
  });

  test("tokens: those of the one audience are not valid for the other", async () => {
    const keys = await load();
    expect(keys.readToken("admin", keys.signToken("client", claims))).toEqual({
      ok: false,
      reason: "signature",
    });
    expect(keys.readToken("client", keys.signToken("admin", claims))).toEqual({
      ok: false,
      reason: "signature",
    });
  });

  test.each<[string, Partial<TokenClaims>, boolean]>([
    ["a moment before its end", { exp: nowSeconds + 1 }, true],
    ["at its end", { exp: nowSeconds }, false],
    ["after its end", { exp: nowSeconds - 1 }, false],
  ])("tokens: %s one is valid: %s", async (_when, more, ok) => {
    const keys = await load();
    const reading = keys.readToken("client", keys.signToken("client", { ...claims, ...more }));
    expect(reading).toMatchObject(ok ? { ok } : { ok, reason: "expired" });
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  test.each<[string, (token: string) => string, string]>([
    ["an empty text", () => "", "malformed"],
    ["two parts", token => token.split(".").slice(0, 2).join("."), "malformed"],
    ["four parts", token => `${token}.x`, "malformed"],
    ["a header that is no JSON", token => `abc.${token.split(".").slice(1).join(".")}`, "malformed"],
    ["another algorithm", token => `${encode({ alg: "none" })}.${token.split(".")[1]}.`, "signature"],
    [
      "changed claims",
      token => token.replace(/\.[^.]*\./, `.${encode({ ...claims, sub: "eve" })}.`),
      "signature",
    ],
    ["an empty signature", token => token.replace(/[^.]*$/, ""), "signature"],
  ])("tokens: %s is refused", async (_what, spoil, reason) => {
    const keys = await load();
    expect(keys.readToken("client", spoil(keys.signToken("client", claims)))).toEqual({ ok: false, reason });
  });
});

describe("encryption", () => {
  test.each([["text"], [""], ["ä€😀\0"], ["x".repeat(100_000)]])("encryption: %p comes back", async plain => {
    const keys = await load();
    const sealed = keys.encrypt(plain, "secret:a:1");
    expect(keys.decrypt(sealed, "secret:a:1")).toBe(plain);
    expect(keys.encrypt(plain, "secret:a:1")).not.toBe(sealed);
  });

  const flip = (sealed: string, index: number) => {
    const bytes = Buffer.from(sealed, "base64");
    const at = index < 0 ? bytes.length + index : index;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString("base64");
  };
  test.each<[string, (sealed: string) => string]>([
    ["a changed version", sealed => flip(sealed, 0)],
    ["a changed nonce", sealed => flip(sealed, 1)],
    ["changed text", sealed => flip(sealed, 14)],
    ["a changed tag", sealed => flip(sealed, -1)],
    ["a cut text", sealed => sealed.slice(0, -8)],
    ["nothing", () => ""],
  ])("encryption: %s is refused", async (_what, spoil) => {
    const keys = await load();
    const sealed = keys.encrypt("text", "secret:a:1");
    expect(() => keys.decrypt(spoil(sealed), "secret:a:1")).toThrow("an encrypted text cannot be opened");
  });

  test("encryption: a text cannot be moved to another object or service", async () => {
    const keys = await load();
    const sealed = keys.encrypt("text", "secret:a:1");
    expect(() => keys.decrypt(sealed, "secret:a:2")).toThrow("for another object");
    const other = await load({});
    expect(() => other.decrypt(sealed, "secret:a:1")).toThrow("under another service key");
  });
});

describe("fingerprints", () => {
  test("fingerprints: equal texts of one context are equal, all else differs", async () => {
    const [keys, other] = [await load(), await load({})];
    const print = keys.fingerprint("ab", "c");
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    expect(keys.fingerprint("ab", "c")).toBe(print);
    const others = [
      keys.fingerprint("ab", "d"),
      keys.fingerprint("b", "ca"),
      keys.fingerprint("ac", "c"),
      other.fingerprint("ab", "c"),
    ];
    expect(others).not.toContain(print);
  });
});

describe("the key's place", () => {
  test("a data folder: the key is made once, for the owner only, and found again", async () => {
    await inFolder(async folder => {
      const token = (await load({}, folder)).signToken("client", claims);
      expect((await stat(join(folder, "service.key"))).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(["service.key"]);
      expect((await load({}, folder)).readToken("client", token).ok).toBe(true);
    });
  });

  test("a data folder: servers that start at once end with one key", async () => {
    await inFolder(async folder => {
      const all = await Promise.all([1, 2, 3, 4, 5].map(() => load({}, folder)));
      expect(new Set(all.map(keys => keys.fingerprint("x", "y"))).size).toBe(1);
    });
  });

  test("the environment wins over the folder, and leaves no file", async () => {
    await inFolder(async folder => {
      const keys = await load({ APPSTEAD_SERVICE_KEY: fixed }, folder);
      expect(keys.fingerprint("x", "y")).toBe((await load()).fingerprint("x", "y"));
      expect(await readdir(folder)).toEqual([]);
    });
  });

  test.each([
    ["too short", Buffer.alloc(31).toString("base64")],
    ["too long", Buffer.alloc(33).toString("base64")],
    ["not base64", "*".repeat(44)],
    ["hexadecimal", Buffer.alloc(32, 1).toString("hex")],
  ])("a key that is %s is refused without being shown", async (_what, key) => {
    await inFolder(async folder => {
      await writeFile(join(folder, "service.key"), key);
      for (const attempt of [load({ APPSTEAD_SERVICE_KEY: key }), load({}, folder)]) {
        await expect(attempt).rejects.toThrow("must be 32 random bytes in base64");
        await expect(attempt).rejects.not.toThrow(key);
      }
      expect(await readFile(join(folder, "service.key"), "utf8")).toBe(key);
    });
  });
});

describe("the key of a database", () => {
  test("servers of one database share a key: another is refused, and no new one is made", async () => {
    const store = await startDocstore();
    const client = await MongoClient.connect(store.uri);
    const db = client.db("appstead");
    try {
      await inFolder(async folder => {
        await loadServiceKeys({ env: { APPSTEAD_SERVICE_KEY: fixed }, db });
        await loadServiceKeys({ env: { APPSTEAD_SERVICE_KEY: fixed }, db });
        const other = { APPSTEAD_SERVICE_KEY: Buffer.alloc(32, 9).toString("base64") };
        await expect(loadServiceKeys({ env: other, db })).rejects.toThrow("service key does not fit");
        await expect(loadServiceKeys({ env: {}, dataDir: folder, db })).rejects.toThrow(
          "service key does not fit",
        );
        expect(await readdir(folder)).toEqual([]);
      });
    } finally {
      await client.close();
      await store.close();
    }
  });
});
