import { randomBytes } from "node:crypto";
import { ObjectIdValue } from "../bson/value.js";

let processPart: Buffer | undefined;
let counter = 0;

/** A new ObjectId: seconds, five random bytes of this process, a counter. */
export function newObjectId(): ObjectIdValue {
  if (processPart === undefined) {
    processPart = randomBytes(5);
    counter = randomBytes(3).readUIntBE(0, 3);
  }
  counter = (counter + 1) % 0x1000000;
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  bytes.set(processPart, 4);
  bytes.writeUIntBE(counter, 9, 3);
  return new ObjectIdValue(bytes);
}
