// Logs failures that no caller waits for and that do not end the call. It writes only the name and the code of an error, because messages
// may hold addresses.

/** Returns a rejection handler. @param what the act that was tried */
export const logged =
  (what: string) =>
  (thrown: unknown): void => {
    const { name, code } = (thrown ?? {}) as { readonly name?: unknown; readonly code?: unknown };
    // eslint-disable-next-line no-console -- the window has no other log
    console.warn(`call: cannot ${what}`, name, code);
  };
