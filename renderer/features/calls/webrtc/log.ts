// What goes wrong where nobody waits for it and the call goes on. It is told with its name and code alone: messages may hold addresses.

/** A handler for a promise that nobody waits for. @param what was tried */
export const logged =
  (what: string) =>
  (thrown: unknown): void => {
    const { name, code } = (thrown ?? {}) as { readonly name?: unknown; readonly code?: unknown };
    // eslint-disable-next-line no-console -- the window has no other log
    console.warn(`call: cannot ${what}`, name, code);
  };
