// Which names of a list only their addresses tell apart.

const seen = (name: string): string =>
  name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Answers whether more than one of these names reads like this one: case and blanks aside. */
export function sameNames(names: readonly string[]): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(seen(name), (counts.get(seen(name)) ?? 0) + 1);
  return (name) => (counts.get(seen(name)) ?? 0) > 1;
}
