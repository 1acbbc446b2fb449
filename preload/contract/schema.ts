// The `z` of the contract files: zod whose schemas are made with their first use. A contract has hundreds of schemas and a start needs a
// handful, so that the cost of the others (10 ms of an engine's start) would only grow with the app. What comes out is zod's own.
import { z as zod } from 'zod';

type Method = (...args: unknown[]) => object;
type Methods = Readonly<Record<string, Method>>;

/** What makes a schema, and what makes another one of it. Anything else that is asked of a schema makes it first. */
const constructors = [
  'array',
  'boolean',
  'custom',
  'discriminatedUnion',
  'enum',
  'json',
  'literal',
  'null',
  'number',
  'object',
  'record',
  'string',
  'tuple',
  'union',
  'unknown',
] as const satisfies readonly (keyof typeof zod)[];
const modifiers = new Set([
  'array',
  'default',
  'extend',
  'int',
  'length',
  'max',
  'min',
  'nonnegative',
  'nullable',
  'omit',
  'optional',
  'partial',
  'pick',
  'positive',
  'refine',
  'regex',
]);

const makers = new WeakMap<object, () => object>();

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** The argument with real schemas in it, so that nothing of this is left in what zod runs. */
function real(arg: unknown): unknown {
  if (typeof arg !== 'object' || arg === null) return arg;
  const make = makers.get(arg);
  if (make !== undefined) return make();
  if (Array.isArray(arg)) return arg.map(real);
  if (!isPlain(arg)) return arg;
  return Object.fromEntries(Object.entries(arg).map(([key, value]) => [key, real(value)]));
}

function later(owner: () => unknown, name: string, args: readonly unknown[]): object {
  let made: object | null = null;
  const make = (): object => (made ??= (owner() as Methods)[name]!(...args.map(real)));
  const schema = new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key === 'string' && modifiers.has(key))
          return (...more: unknown[]) => later(make, key, more);
        const value: unknown = Reflect.get(make(), key);
        return typeof value === 'function' ? (value as Method).bind(make()) : value;
      },
      has: (_, key) => key in make(),
    },
  );
  makers.set(schema, make);
  return schema;
}

// Inputs are small and few: code that is generated to check them faster costs more than it saves.
zod.config({ jitless: true });

export const z = Object.fromEntries(
  constructors.map((name) => [name, (...args: unknown[]) => later(() => zod, name, args)]),
) as unknown as Pick<typeof zod, (typeof constructors)[number]>;

/** Types only, under the name by which zod's readers know them. */
// eslint-disable-next-line @typescript-eslint/no-namespace
export declare namespace z {
  export type infer<S extends zod.ZodType> = zod.infer<S>;
}
