/**
 * A function of an object that works its answer out once for each: definitions never change, and they are asked for
 * every resource and every request.
 */
export function perObject<K extends object, V>(derive: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return key => {
    const found = known.get(key) ?? { value: derive(key) };
    known.set(key, found);
    return found.value;
  };
}
