/** Hears SIGINT and SIGTERM from now on: the first asks for a clean stop, a second one ends the process at once. */
export function listenForStop(): { readonly asked: Promise<void>; release(): void } {
  let resolve = (): void => {};
  const asked = new Promise<void>(settle => {
    resolve = settle;
  });
  let isAsked = false;
  const hear = (signal: NodeJS.Signals) => {
    if (isAsked) {
      process.stderr.write(`appstead: ${signal} again: stopped without waiting for requests in progress\n`);
      process.exit(1);
    }
    isAsked = true;
    resolve();
  };
  process.on("SIGINT", hear).on("SIGTERM", hear);
  return { asked, release: () => process.off("SIGINT", hear).off("SIGTERM", hear) };
}
