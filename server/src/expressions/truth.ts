/** What an expression comes to; `undefined` means that it could not be evaluated. */
export type Truth = boolean | undefined;
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value that may have to be awaited, without leaving the synchronous path when it need not. */
export function chain<A, B>(value: MaybePromise<A>, next: (value: A) => MaybePromise<B>): MaybePromise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Applies an asynchronous step to each item in turn. */
export function mapInOrder<A, B>(items: readonly A[], step: (item: A) => MaybePromise<B>): MaybePromise<B[]> {
  const results: B[] = [];
  for (const [index, item] of items.entries()) {
    const result = step(item);
    if (result instanceof Promise) {
      return result.then(async first => {
        results.push(first);
        for (const rest of items.slice(index + 1)) results.push(await step(rest));
        return results;
      });
    }
    results.push(result);
  }
  return results;
}

/** False as soon as one is false; unknown when one is unknown and none false. */
export function allOf<A>(items: readonly A[], test: (item: A) => MaybePromise<Truth>): MaybePromise<Truth> {
  return decide(items, test, false);
}

/** True as soon as one is true; unknown when one is unknown and none true. */
export function anyOf<A>(items: readonly A[], test: (item: A) => MaybePromise<Truth>): MaybePromise<Truth> {
  return decide(items, test, true);
}

export function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function decide<A>(
  items: readonly A[],
  test: (item: A) => MaybePromise<Truth>,
  decisive: boolean,
  from = 0,
  isUnknown = false,
): MaybePromise<Truth> {
  let unknown = isUnknown;
  for (const [index, item] of items.slice(from).entries()) {
    const truth = test(item);
    if (truth instanceof Promise) {
      return truth.then(known =>
        known === decisive
          ? decisive
          : decide(items, test, decisive, from + index + 1, unknown || known === undefined),
      );
    }
    if (truth === decisive) return decisive;
    unknown ||= truth === undefined;
  }
  return unknown ? undefined : !decisive;
}
