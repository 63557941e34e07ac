import { z } from "zod";
import { field, traitsOf } from "./traits";

/**
 * Copy of a schema that drops unknown keys at every depth instead of refusing them; for what the service returns.
 * Objects that keep unknown keys still keep them. Traits are kept.
 */
export function tolerant<T extends z.ZodType>(schema: T): T {
  return relax(schema, new Map()) as T;
}

/** {@link tolerant} for every field of an object's shape. */
export function tolerantShape<S extends Record<string, z.ZodType>>(shape: S): S {
  const relaxed = new Map<z.ZodType, z.ZodType>();
  return Object.fromEntries(Object.entries(shape).map(([key, child]) => [key, relax(child, relaxed)])) as S;
}

function relax(schema: z.ZodType, done: Map<z.ZodType, z.ZodType>): z.ZodType {
  const known = done.get(schema);
  if (known) return known;
  const traits = traitsOf(schema);
  // A recursive schema meets itself again below: by then the finished copy is in the map.
  done.set(
    schema,
    z.lazy(() => finished),
  );
  const plain = traits?.json ? schema : relaxInner(schema, done);
  const finished = traits && plain !== schema ? field(plain, traits) : plain;
  done.set(schema, finished);
  return finished;
}

function relaxInner(schema: z.ZodType, done: Map<z.ZodType, z.ZodType>): z.ZodType {
  const child = (inner: unknown): z.ZodType => relax(inner as z.ZodType, done);
  if (schema instanceof z.ZodOptional) return child(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return child(schema.unwrap()).nullable();
  if (schema instanceof z.ZodLazy) return z.lazy(() => child(schema.unwrap()));
  if (schema instanceof z.ZodArray) return z.array(child(schema.element));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), child(schema.valueType));
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map(child) as unknown as readonly [z.ZodObject, ...z.ZodObject[]];
    return z.discriminatedUnion(schema.def.discriminator, options);
  }
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(child));
  if (!(schema instanceof z.ZodObject)) return schema;
  const catchall = schema.def.catchall;
  const keepsUnknown = catchall !== undefined && !(catchall instanceof z.ZodNever);
  const shape = Object.fromEntries(Object.entries(schema.shape).map(([key, value]) => [key, child(value)]));
  return keepsUnknown ? z.looseObject(shape) : z.object(shape);
}
