import { createHash } from "node:crypto";
import { ApiError } from "../http/api-error";

// MongoDB's limit; the docstore keeps to it too, so that data can move from one to the other.
const maxNameBytes = 63;
const forbidden = ["/", "\\", ".", " ", '"', "$", "*", "<", ">", ":", "|", "?", "\0"];

/** Prefix of the physical databases of one cluster of one group; no other cluster's names begin with it. */
export function clusterPrefix(groupId: string, cluster: string): string {
  return `c_${digest(JSON.stringify([groupId, cluster]))}_`;
}

/** How a database of a cluster is called in the service's own database server. */
export interface PhysicalName {
  readonly name: string;
  /** Whether the database's own name is part of it; if not, it has to be recorded to be found again. */
  readonly readable: boolean;
}

/** The physical name of a database of a cluster that lives beside the service's own. */
export function physicalName(groupId: string, cluster: string, database: string): PhysicalName {
  const prefix = clusterPrefix(groupId, cluster);
  const name = prefix + database;
  // "~" marks the recorded form, so a database whose own name begins with it is recorded too.
  if (Buffer.byteLength(name) <= maxNameBytes && !database.startsWith("~")) return { name, readable: true };
  return { name: `${prefix}~${digest(database)}`, readable: false };
}

/**
 * Checks a database's name by MongoDB's rules.
 *
 * @throws ApiError `InvalidParameter`
 */
export function checkDatabaseName(database: string): void {
  const bad = forbidden.find(character => database.includes(character));
  if (bad !== undefined) {
    throw new ApiError(
      "InvalidParameter",
      `database name ${JSON.stringify(database)} cannot contain ${JSON.stringify(bad)}`,
    );
  }
  const bytes = Buffer.byteLength(database);
  if (bytes === 0 || bytes > maxNameBytes) {
    throw new ApiError(
      "InvalidParameter",
      `database name must be between 1 and ${maxNameBytes} bytes long; it has ${bytes}`,
    );
  }
}

/** 80 bits as 16 characters that are legal and the same in any letter case. */
function digest(text: string): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  const bytes = createHash("sha256").update(text).digest().subarray(0, 10);
  let bits = BigInt(`0x${bytes.toString("hex")}`);
  let result = "";
  for (let index = 0; index < 16; index++) {
    result += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return result;
}
