// One contract out of those of the areas. A name that two areas use is a fault of the code, found when the module is loaded.
import type { Contract } from './shapes';

type Areas = Readonly<Record<string, Contract>>;

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (one: infer I) => void
  ? I
  : never;

/** The members of one shape, of all areas together. */
type Members<A extends Areas, S extends keyof Contract> =
  Intersection<A[keyof A][S]> extends infer All ? { readonly [N in keyof All]: All[N] } : never;

export interface Merged<A extends Areas> {
  readonly calls: Members<A, 'calls'>;
  readonly values: Members<A, 'values'>;
  readonly lists: Members<A, 'lists'>;
}

/** The calls, values and lists of all areas, under the names that they have there. */
export function merge<A extends Areas>(areas: A): Merged<A> {
  const all: Record<keyof Contract, Record<string, unknown>> = { calls: {}, values: {}, lists: {} };
  for (const [area, one] of Object.entries(areas))
    for (const shape of ['calls', 'values', 'lists'] as const)
      for (const [name, member] of Object.entries(one[shape])) {
        if (Object.hasOwn(all[shape], name)) throw new Error(`${area}: ${name} is there already`);
        all[shape][name] = member;
      }
  return all as unknown as Merged<A>;
}
