import { appstead } from "./appstead-process";

describe("usage", () => {
  test.each([
    ["an unknown option", ["serve", "--prot", "1"], "unknown option '--prot'", "--port"],
    ["an unknown command", ["sevre"], "unknown command 'sevre'", "serve"],
    ["an unknown log level", ["serve", "--log-level", "loud"], "'loud' is invalid", "warn"],
    ["a port that is none", ["serve", "--port", "http"], "--port must be a number from 0 to 65535", '"http"'],
    [
      "a port that is too high",
      ["serve", "--port", "65536"],
      "--port must be a number from 0 to 65535",
      '"65536"',
    ],
    ["an empty data folder", ["serve", "--data", ""], "--data must not be empty", ""],
    ["an empty host", ["serve", "--host", " "], "--host must not be empty", ""],
    ["a value that is missing", ["serve", "--data"], "'--data <dir>' argument missing", ""],
    ["an argument too many", ["serve", "here"], "too many arguments", ""],
    ["a cluster without an address", ["clusters", "set", "main"], "'--uri <uri>' not specified", ""],
    [
      "an address of another database",
      ["clusters", "set", "main", "--uri", "postgres://h"],
      "must begin with mongodb://",
      "",
    ],
    [
      "no key pair",
      ["clusters", "list", "--key-file", "/nowhere/key.json"],
      "publicKey, privateKey not known",
      "APPSTEAD_URL",
    ],
  ])("usage: %s ends with 2 and says what is right", async (_what, args, said, hint) => {
    const { code, stdout, stderr } = await appstead(args);
    expect(stderr).toContain(said);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test.each([
    ["--help", "serve"],
    ["serve --help", "--mongodb-uri"],
    ["clusters --help", "set"],
    ["--version", "."],
  ])("usage: `appstead %s` is answered on standard output", async (args, said) => {
    const { code, stdout } = await appstead(args.split(" "));
    expect(code).toBe(0);
    expect(stdout).toContain(said);
  });
});
