export { Binary, UUID } from "./bson-binary";
export { Long } from "./bson-long";
export { ObjectId } from "./bson-object-id";
export {
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  MaxKey,
  MinKey,
  OpaqueValue,
  Timestamp,
} from "./bson-scalars";
