// A program that uses the resource classes as users do; STEP says which version of it is deployed.
const pulumi = require("@pulumi/pulumi");
const appstead = require("@appstead/provider");

const step = process.env.STEP;
const provider = new appstead.Provider("explicit", {
  url: process.env.SERVICE_URL,
  groupId: process.env.SERVICE_GROUP_ID,
  publicKey: process.env.SERVICE_PUBLIC_KEY,
  privateKey: process.env.SERVICE_PRIVATE_KEY,
});

/** Two functions, one of them named like one outside of the component. */
class Greeter extends pulumi.ComponentResource {
  constructor(name, { appId }, opts) {
    super("test:index:Greeter", name, {}, opts);
    const source = "exports = () => 'hi';";
    this.inner = new appstead.Function(
      "greet",
      { appId, name: `${name}/greet`, private: false, source },
      { parent: this },
    );
    this.registerOutputs({ id: this.inner.id });
  }
}

const app = new appstead.App("shop", { name: "classes" }, { provider });
const appId = app.id;
const opts = { provider };
new appstead.Secret("key", { appId, name: "key", value: "not-marked-as-secret" }, opts);
new appstead.Function(
  step === "renamed" ? "welcome" : "greet",
  {
    appId,
    name: "greet",
    private: false,
    source: step === "edited" ? "exports = () => 2;" : "exports = () => 1;",
  },
  {
    ...opts,
    ...(step === "renamed" ? { aliases: [{ name: "greet" }] } : {}),
    ...(step === "edited" ? { ignoreChanges: ["source"] } : {}),
  },
);
const greeter = new Greeter("hello", { appId }, { providers: [provider] });
const source = new appstead.DataSource("db", { appId, name: "db", type: "mongodb", config: {} }, opts);
new appstead.SyncConfig(
  "sync",
  {
    ...{ appId, serviceId: source.id, type: "partition", state: "enabled" },
    partition: { key: "owner", type: "string", permissions: { read: true, write: true } },
  },
  { ...opts, dependsOn: greeter },
);
if (step === "broken")
  new appstead.Function("bad", { appId, name: "x", privat: true, source: "exports = 1" }, opts);

module.exports = { innerId: greeter.inner.id };
