import { checkInputs, isJsonObject, type JsonObject, kindNamed, kinds } from "@appstead/sdk";
import { ObjectId } from "mongodb";
import type { ConfigObject, Edit } from "../../config/config-store";
import { inputError } from "../objects/input-error";

/** User of what the service sets up by itself; its deployments are not listed. */
export const serviceUserId = "000000000000000000000000";

/** What every fresh app has (the `api-key` provider, switched off) and the data source that its creation asks for. */
export function freshAppEdits(dataSource: unknown, seconds: number): Edit[] {
  const records: { kind: ConfigObject["kind"]; record: JsonObject }[] = [
    { kind: "AuthProvider", record: { name: "api-key", type: "api-key", disabled: true } },
  ];
  if (isJsonObject(dataSource)) records.push({ kind: "DataSource", record: dataSourceRecord(dataSource) });
  return records
    .filter(({ kind }) => kinds.some(known => known.name === kind))
    .map(({ kind, record }) => ({
      op: "put",
      object: { kind, id: new ObjectId().toHexString(), record, lastModified: seconds },
    }));
}

function dataSourceRecord({ name, type, config }: JsonObject): JsonObject {
  const settings = {
    readPreference: "primary",
    wireProtocolEnabled: false,
    ...(isJsonObject(config) ? config : {}),
  };
  const record = { name, type, config: settings };
  const kind = kindNamed("DataSource");
  const checked = kind && checkInputs(kind, record, { tolerateUnknownKeys: true });
  if (checked && !checked.ok) throw inputError(checked.issues, ["data_source"]);
  return record;
}
