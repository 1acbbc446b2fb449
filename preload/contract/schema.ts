// The `z` of the contract files: zod whose schemas are made with their first use. A contract has hundreds of schemas and a start needs a
// handful, so that the cost of the others would only grow with the app. What comes out is zod's own. Schemas cannot name themselves.
import {
  array,
  boolean,
  config,
  custom,
  discriminatedUnion,
  enum as oneOf,
  json,
  literal,
  number,
  object,
  record,
  string,
  unknown,
} from 'zod';
import type { z as zod } from 'zod';

const constructors = {
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum: oneOf,
  json,
  literal,
  number,
  object,
  record,
  string,
  unknown,
};

/** What makes another schema of one. Anything else that is asked of a schema makes it first. */
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

type Method = (...args: readonly unknown[]) => object;
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

function later(build: () => object): object {
  let made: object | null = null;
  const make = (): object => (made ??= build());
  const schema = new Proxy(
    {},
    {
      get(_, key) {
        if (typeof key === 'string' && modifiers.has(key))
          return (...args: unknown[]) =>
            later(() => Reflect.apply(Reflect.get(make(), key) as Method, make(), args.map(real)));
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
config({ jitless: true });

export const z = Object.fromEntries(
  Object.entries(constructors).map(([name, construct]) => [
    name,
    (...args: unknown[]) => later(() => (construct as Method)(...args.map(real))),
  ]),
) as unknown as typeof constructors;

/** Types only, under the name by which zod's readers know them. */
// eslint-disable-next-line @typescript-eslint/no-namespace -- only a namespace can be named as zod names its types
export declare namespace z {
  export type infer<S extends zod.ZodType> = zod.infer<S>;
}
