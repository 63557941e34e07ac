import { join } from "node:path";
import { appstead, type Outcome, type ServeProcess, serve, withFolder } from "./appstead-process";

const uri = "mongodb://ada:s3cret@db.shop.test:27017/?replicaSet=rs0";

async function withService(
  use: (run: (...args: string[]) => Promise<Outcome>, service: ServeProcess) => Promise<void>,
) {
  await withFolder(async folder => {
    const service = await serve(folder);
    const keyFile = join(folder, "admin-key.json");
    await use((...args) => appstead(["clusters", ...args, "--key-file", keyFile]), service);
    await service.end("SIGTERM");
  });
}

describe("clusters", () => {
  test("clusters: one is set, listed without its password and removed", async () => {
    await withService(async run => {
      expect(await run("list")).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(await run("set", "main", "--uri", uri, "--no-check")).toEqual({
        code: 0,
        stdout: "main is set\n",
        stderr: "",
      });
      expect((await run("list")).stdout).toBe("main\tmongodb://db.shop.test:27017\n");
      expect((await run("remove", "main")).code).toBe(0);
      expect((await run("list")).stdout).toBe("");
      expect(await run("remove", "main")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("cluster not found: 'main'"),
      });
    });
  });

  test("clusters: the address is read from standard input", async () => {
    await withFolder(async folder => {
      const service = await serve(folder);
      const args = [
        "clusters",
        "set",
        "main",
        "--uri",
        "-",
        "--no-check",
        "--key-file",
        join(folder, "admin-key.json"),
      ];
      expect(await appstead(args, { input: `${uri}\n` })).toMatchObject({ code: 0 });
      await service.end("SIGTERM");
    });
  });

  test("clusters: an address that does not answer is refused without its password", async () => {
    await withService(async run => {
      const { code, stderr } = await run("set", "main", "--uri", "mongodb://ada:s3cret@127.0.0.1:1/");
      expect(code).toBe(1);
      expect(stderr).toContain("database unreachable: mongodb://127.0.0.1:1");
      expect(stderr).not.toContain("s3cret");
      expect((await run("list")).stdout).toBe("");
    });
  });

  test.each([
    ["a name with a slash", ["set", "a/b", "--uri", uri, "--no-check"], "invalid cluster name 'a/b'"],
    ["an address that is none", ["set", "main", "--uri", "mongodb://", "--no-check"], "address is not valid"],
    ["another project", ["list", "--group", "5f0000000000000000000009"], "group not found"],
    [
      "another service",
      ["list", "--url", "http://127.0.0.1:1"],
      "cannot reach the service at http://127.0.0.1:1",
    ],
  ])("clusters: %s is refused with the reason", async (_what, args, said) => {
    await withService(async run => {
      const { code, stderr } = await run(...args);
      expect(stderr).toContain(said);
      expect(code).toBe(1);
    });
  });

  test("clusters: a wrong key pair is refused", async () => {
    await withService(async (_run, { ready }) => {
      const env = {
        APPSTEAD_URL: ready.url,
        APPSTEAD_GROUP_ID: ready.groupId,
        APPSTEAD_PUBLIC_KEY: "nobody",
        APPSTEAD_PRIVATE_KEY: "wrong-key",
      };
      const { code, stderr } = await appstead(["clusters", "list"], { env });
      expect(code).toBe(1);
      expect(stderr).toContain("the service refused");
      expect(stderr).not.toContain("wrong-key");
    });
  });
});
