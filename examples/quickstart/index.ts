import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as appstead from "@appstead/provider";
import * as pulumi from "@pulumi/pulumi";

// The backend of a small shop: customers log in, place orders and see only their own.

const config = new pulumi.Config();
const app = new appstead.App("shop", { name: "shop", environment: "development" });
const appId = app.id;

// Who may log in: anyone who looks around, and customers with an email address.
new appstead.AuthProvider("visitors", { appId, type: "anon-user" });
const resetPassword = serverFunction("resetPassword", { private: true });
new appstead.AuthProvider("customers", {
  appId,
  type: "local-userpass",
  config: { autoConfirm: true, runResetFunction: true, resetFunctionId: resetPassword.id },
});

// Where the data lives. Without further configuration that is the service's own database.
const database = new appstead.DataSource("database", {
  appId,
  name: "mongodb-atlas",
  type: "mongodb-atlas",
  config: { clusterName: "Cluster0", readPreference: "primary", wireProtocolEnabled: false },
});
const serviceId = database.id;

// Settings that functions read, one of them backed by a secret.
new appstead.Value("currency", {
  appId,
  name: "currency",
  private: false,
  value: { name: "EUR", taxPercent: 20 },
});
const carrierKey = new appstead.Secret("carrier-key", {
  appId,
  name: "carrierKey",
  value: config.getSecret("carrierKey") ?? "a key for trying things out",
});
new appstead.Value("carrier-key", {
  appId,
  name: "carrierKey",
  private: true,
  fromSecret: true,
  value: carrierKey.name,
});

// What clients call.
const orderTotal = serverFunction("orderTotal");

// Who sees what: customers their own orders, everybody the products.
new appstead.Rule("orders", {
  appId,
  serviceId,
  database: "shop",
  collection: "orders",
  roles: [
    {
      name: "owner",
      applyWhen: { "%%root.owner": "%%user.id" },
      read: true,
      write: true,
      insert: true,
      delete: false,
      fields: { status: { read: true, write: false } },
    },
  ],
});
new appstead.DefaultRule("everything-else", {
  appId,
  serviceId,
  roles: [{ name: "reader", applyWhen: {}, read: true, write: false, insert: false, delete: false }],
  filters: [],
});

// What an order looks like; GraphQL types come from it.
new appstead.Schema("orders", {
  appId,
  metadata: { dataSource: database.name, database: "shop", collection: "orders" },
  schema: JSON.parse(readFileSync(join(__dirname, "schemas/order.json"), "utf8")),
});
new appstead.CustomResolver("delivery-estimate", {
  appId,
  onType: "Order",
  fieldName: "deliveryDays",
  functionId: serverFunction("deliveryEstimate", { private: true }).id,
  payloadType: "int",
  payloadTypeFormat: "scalar",
});

// What happens by itself: on a paid order, on a new customer, and every evening.
new appstead.Trigger("paid", {
  appId,
  name: "paid",
  type: "DATABASE",
  config: {
    serviceId,
    database: "shop",
    collection: "orders",
    operationTypes: ["UPDATE"],
    match: { "updateDescription.updatedFields.status": "paid" },
    fullDocument: true,
  },
  functionId: serverFunction("shipOrder", { private: true }).id,
});
new appstead.Trigger("welcome", {
  appId,
  name: "welcome",
  type: "AUTHENTICATION",
  config: { operationType: "CREATE", providers: ["local-userpass"] },
  functionId: serverFunction("greetCustomer", { private: true }).id,
});
new appstead.Trigger("evening", {
  appId,
  name: "evening",
  type: "SCHEDULED",
  config: { schedule: "0 20 * * *" },
  functionId: serverFunction("closeDay", { private: true }).id,
});

// Failures are kept in a collection of our own, and orders are synced to phones.
new appstead.LogForwarder("failures", {
  appId,
  name: "failures",
  disabled: false,
  logTypes: ["function", "trigger"],
  logStatuses: ["error"],
  policy: { type: "single" },
  action: { type: "collection", dataSource: database.name, database: "shop", collection: "failures" },
});
new appstead.SyncConfig("phones", {
  appId,
  serviceId,
  type: "flexible",
  state: "enabled",
  queryableFieldsNames: ["owner"],
});

function serverFunction(name: string, options: { private?: boolean } = {}): appstead.Function {
  const source = readFileSync(join(__dirname, "functions", `${name}.js`), "utf8");
  return new appstead.Function(name, { appId, name, private: options.private ?? false, source });
}

export const clientAppId = app.clientAppId;
const call = { function: orderTotal.name, arguments: [[{ price: 12.5, count: 3 }]] };

export { appId, call as try };
