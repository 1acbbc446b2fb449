// Owns the DOMStringList of names that IndexedDB hands out: sorted by code unit, not changeable.

export interface StringList extends Iterable<string> {
  readonly length: number;
  readonly item: (index: number) => string | null;
  readonly contains: (name: string) => boolean;
}

export function createStringList(names: Iterable<string>): StringList {
  const sorted = [...names].sort();
  return Object.freeze({
    length: sorted.length,
    item: (index: number) => sorted[index] ?? null,
    contains: (name: string) => sorted.includes(name),
    [Symbol.iterator]: () => sorted[Symbol.iterator](),
  });
}
