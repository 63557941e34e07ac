import type { KindName } from "../definition/traits";

/** An object that samples refer to by name or id. */
export interface Fixture {
  readonly kind: KindName;
  readonly inputs: Readonly<Record<string, unknown>>;
}

const secret = (name: string, value: string): Fixture => ({ kind: "Secret", inputs: { name, value } });
const dataSource = (name: string, clusterName: string): Fixture => ({
  kind: "DataSource",
  inputs: { name, type: "mongodb-atlas", config: { clusterName } },
});
const func = (name: string, body: string): Fixture => ({
  kind: "Function",
  inputs: { name, private: true, source: `exports = function ${name}(input) {\n  ${body}\n};\n` },
});
const schema = (title: string, collection: string): Fixture => ({
  kind: "Schema",
  inputs: {
    metadata: { data_source: "mongodb-atlas", database: "shop", collection },
    schema: {
      title,
      bsonType: "object",
      required: ["_id"],
      properties: { _id: { bsonType: "objectId" }, total: { bsonType: "double" } },
    },
  },
});

/**
 * The world that samples refer to, in the order in which it can be created in an empty app.
 * Kinds under a service have the first data source as their parent.
 */
export const fixtures: readonly Fixture[] = [
  secret("carrierKey", "carrier-key"),
  secret("clientSecret", "client-secret-1"),
  secret("clientSecretNext", "client-secret-2"),
  secret("clusterUri", "mongodb://cluster2.example.com"),
  secret("clusterUriNext", "mongodb://cluster3.example.com"),
  secret("signingKey", "signing-key-0123456789abcdef0123456789"),
  secret("signingKeyNext", "signing-key-fedcba9876543210fedcba9876"),
  dataSource("mongodb-atlas", "Cluster0"),
  dataSource("archive", "Cluster1"),
  func("chargeCustomer", "return { charged: input };"),
  func("refundCustomer", "return { refunded: input };"),
  func("isMember", "return input !== undefined;"),
  func("confirmUser", 'return { status: "success" };'),
  func("confirmUserByPhone", 'return { status: "pending" };'),
  func("resetPassword", 'return { status: "success" };'),
  func("resetPasswordByPhone", 'return { status: "pending" };'),
  func("checkTicket", "return String(input.ticket);"),
  func("checkBadge", "return String(input.badge);"),
  schema("Order", "orders"),
  schema("Customer", "customers"),
];
