import { once } from "node:events";
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { startDocstore } from "@appstead/docstore";
import { appstead, type ServeProcess, serve, withFolder } from "./appstead-process";

const pair = {
  APPSTEAD_GROUP_ID: "5f0000000000000000000001",
  APPSTEAD_ADMIN_PUBLIC_KEY: "operator",
  APPSTEAD_ADMIN_PRIVATE_KEY: "5d1d2f0e-0000-4000-8000-000000000001",
};

const logIn = (url: string, username = "", apiKey = "") =>
  fetch(`${url}/api/admin/v3.0/auth/providers/mongodb-cloud/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, apiKey }),
  });

async function stopped(service: ServeProcess): Promise<void> {
  expect(await service.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
}

describe("first start", () => {
  test("first start: prints one line, keeps key and pair for their owner only, and the pair works", async () => {
    await withFolder(async folder => {
      const data = join(folder, "data");
      const service = await serve(data);
      const { url, groupId, publicKey, privateKey } = service.ready;
      expect(Object.keys(service.ready)).toEqual(["url", "groupId", "publicKey", "privateKey"]);
      expect((await fetch(`${url}/health`)).status).toBe(200);
      expect((await logIn(url, publicKey, privateKey)).status).toBe(200);
      const file = join(data, "admin-key.json");
      expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ groupId, publicKey, privateKey, url });
      for (const path of [file, join(data, "service.key")])
        expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(data)).mode & 0o777).toBe(0o700);
      const outcome = await service.end("SIGINT");
      expect(outcome.code).toBe(0);
      expect(outcome.stdout.trim().split("\n")).toHaveLength(1);
      await expect(fetch(`${url}/health`)).rejects.toThrow();
    });
  });

  test("first start: a later one prints no keys and keeps them", async () => {
    await withFolder(async folder => {
      const first = await serve(folder);
      await stopped(first);
      const second = await serve(folder);
      expect(second.ready).toEqual({ url: expect.any(String), groupId: first.ready.groupId });
      const kept = JSON.parse(await readFile(join(folder, "admin-key.json"), "utf8"));
      expect(kept).toEqual({ ...first.ready, url: second.ready.url });
      expect((await logIn(second.ready.url, first.ready.publicKey, first.ready.privateKey)).status).toBe(200);
      await stopped(second);
    });
  });

  test("first start: one that failed costs no key pair", async () => {
    await withFolder(async folder => {
      const file = join(folder, "admin-key.json");
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const args = ["serve", "--data", folder, "--log-level", "silent", "--port"];
      expect((await appstead([...args, String((taken.address() as AddressInfo).port)])).code).toBe(1);
      taken.close();
      expect(await readdir(folder)).not.toContain("admin-key.json");

      // The pair is written before the service knows it: whatever fails there, the next start makes up another one.
      await mkdir(file);
      expect((await appstead([...args, "0"])).code).toBe(1);
      await rmdir(file);
      const service = await serve(folder);
      const { url, publicKey, privateKey } = service.ready;
      expect((await logIn(url, publicKey, privateKey)).status).toBe(200);
      await stopped(service);
    });
  });
});

describe("given key pair", () => {
  test("given key pair: it is used, never printed, and repeating it changes nothing", async () => {
    await withFolder(async folder => {
      for (const _start of [1, 2]) {
        const service = await serve(folder, [], { env: pair });
        expect(service.ready).toEqual({ url: expect.any(String), groupId: pair.APPSTEAD_GROUP_ID });
        const { APPSTEAD_ADMIN_PUBLIC_KEY: publicKey, APPSTEAD_ADMIN_PRIVATE_KEY: privateKey } = pair;
        expect((await logIn(service.ready.url, publicKey, privateKey)).status).toBe(200);
        await stopped(service);
      }
      expect(await readdir(folder)).not.toContain("admin-key.json");
    });
  });

  test.each(["APPSTEAD_ADMIN_PRIVATE_KEY", "APPSTEAD_ADMIN_PUBLIC_KEY"])(
    "given key pair: %s alone missing is named",
    async missing => {
      await withFolder(async folder => {
        const args = ["serve", "--data", folder, "--port", "0", "--log-level", "silent"];
        const { code, stderr } = await appstead(args, { env: { ...pair, [missing]: "" } });
        expect(code).toBe(1);
        expect(stderr).toMatch(`appstead: ${missing} is not set`);
      });
    },
  );

  test("given key pair: another private key for a known public key ends with 1", async () => {
    await withFolder(async folder => {
      await stopped(await serve(folder, [], { env: pair }));
      const env = { ...pair, APPSTEAD_ADMIN_PRIVATE_KEY: "5d1d2f0e-0000-4000-8000-000000000002" };
      const { code, stdout, stderr } = await appstead(["serve", "--data", folder, "--port", "0", "--json"], {
        env,
      });
      expect(code).toBe(1);
      expect(stderr).toContain('the admin public key "operator" exists with another private key');
      expect(stdout + stderr).not.toContain("5d1d2f0e");
    });
  });
});

describe("what stands in the way", () => {
  test("a held data folder: ends with 3 and leaves the holder alone", async () => {
    await withFolder(async folder => {
      const holder = await serve(folder);
      const { code, stderr } = await appstead(["serve", "--data", folder, "--port", "0"]);
      expect(code).toBe(3);
      expect(stderr).toContain(`data folder in use: another process holds ${folder}`);
      expect((await fetch(`${holder.ready.url}/health`)).status).toBe(200);
      await stopped(holder);
    });
  });

  test("a held data folder: is free again after the holder was killed", async () => {
    await withFolder(async folder => {
      const holder = await serve(folder);
      expect((await holder.end("SIGKILL")).code).toBeNull();
      const next = await serve(folder);
      expect(next.ready.groupId).toBe(holder.ready.groupId);
      expect((await logIn(next.ready.url, holder.ready.publicKey, holder.ready.privateKey)).status).toBe(200);
      await stopped(next);
    });
  });

  test("a port in use: is named", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise(resolve => taken.once("listening", resolve));
    const address = taken.address();
    const port = String(typeof address === "object" && address !== null ? address.port : 0);
    await withFolder(async folder => {
      const { code, stderr } = await appstead([
        "serve",
        "--data",
        folder,
        "--port",
        port,
        "--log-level",
        "silent",
      ]);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `appstead: cannot listen on 127.0.0.1:${port}: the port is in use; choose another with --port (0 picks a free one)\n`,
      );
    });
    taken.close();
  });

  test("a database elsewhere: the first start makes the data folder for its key", async () => {
    const database = await startDocstore({ listen: { host: "127.0.0.1", port: 0 } });
    try {
      await withFolder(async folder => {
        const data = join(folder, "data");
        const service = await serve(data, ["--mongodb-uri", database.uri]);
        const { url, publicKey, privateKey } = service.ready;
        expect((await logIn(url, publicKey, privateKey)).status).toBe(200);
        expect((await stat(data)).mode & 0o777).toBe(0o700);
        expect((await readdir(data)).sort()).toEqual(["admin-key.json", "service.key"]);
        await stopped(service);
      });
    } finally {
      await database.close();
    }
  });

  test("a MongoDB that does not answer: is named without its password", async () => {
    await withFolder(async folder => {
      const uri = "mongodb://ada:s3cret@127.0.0.1:1/?serverSelectionTimeoutMS=200";
      const { code, stderr } = await appstead([
        "serve",
        "--data",
        folder,
        "--port",
        "0",
        "--mongodb-uri",
        uri,
        "--log-level",
        "warn",
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain("database unreachable: mongodb://127.0.0.1:1");
      expect(stderr).not.toContain("s3cret");
    });
  });

  test.each([
    ["a service key that is none", "service.key", "abc", "must be 32 random bytes in base64"],
    ["a key file that is none", "admin-key.json", "{}", "is not an admin key file"],
  ])("%s: is named and kept", async (_what, file, content, said) => {
    await withFolder(async folder => {
      await writeFile(join(folder, file), content);
      const { code, stderr } = await appstead([
        "serve",
        "--data",
        folder,
        "--port",
        "0",
        "--log-level",
        "silent",
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain(said);
      expect(stderr).toContain(join(folder, file));
      expect(await readFile(join(folder, file), "utf8")).toBe(content);
    });
  });

  test("another service key than the data was written under: is refused, also when it is missing", async () => {
    await withFolder(async folder => {
      await stopped(await serve(folder));
      const key = join(folder, "service.key");
      const right = await readFile(key);
      const attempts: [Record<string, string>, Buffer | undefined][] = [
        [{ APPSTEAD_SERVICE_KEY: Buffer.alloc(32, 1).toString("base64") }, right],
        [{}, Buffer.from(Buffer.alloc(32, 2).toString("base64"))],
      ];
      for (const [env, content] of attempts) {
        if (content !== undefined) await writeFile(key, content);
        const { code, stderr } = await appstead(
          ["serve", "--data", folder, "--port", "0", "--log-level", "silent"],
          { env },
        );
        expect(code).toBe(1);
        expect(stderr).toContain("service key does not fit");
      }
      await writeFile(key, right);
      const again = await serve(folder, [], { env: { APPSTEAD_SERVICE_KEY: right.toString().trim() } });
      await stopped(again);
    });
  });

  test("a data folder that cannot be made: is named", async () => {
    await withFolder(async folder => {
      const file = join(folder, "file");
      await writeFile(file, "");
      const { code, stderr } = await appstead([
        "serve",
        "--data",
        join(file, "data"),
        "--port",
        "0",
        "--log-level",
        "silent",
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain(join(file, "data"));
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  });
});
