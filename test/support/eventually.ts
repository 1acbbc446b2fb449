/** Looks again until it is so: for what no view tells, such as files, other processes and the server's database. */
export async function eventually(
  what: string,
  test: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await test())) {
    if (Date.now() > endMs) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
