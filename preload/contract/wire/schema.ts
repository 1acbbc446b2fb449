// The `z` of the contract files: schemas that are described at once and made by zod/mini at their first use. A contract has hundreds of
// schemas and a start needs a handful, which are even judged by their description (`accept.ts`) as long as the input is valid. They are
// written and typed as zod's; zod/mini's schemas run. A schema cannot refer to itself.
import type { z as zod } from 'zod';
import { accepter, undecided, type Description } from './accept';
import type * as schemas from './zodSchemas';

/** Bundled like an import, but run at its first use. */
declare const require: (file: './zodSchemas') => typeof schemas;

type Method = (...args: readonly unknown[]) => object;
type Constructor = keyof typeof schemas.constructors;
type Modifier = keyof typeof schemas.modifiers;

const names = [
  'array',
  'boolean',
  'custom',
  'discriminatedUnion',
  'enum',
  'json',
  'literal',
  'number',
  'object',
  'record',
  'string',
  'unknown',
] as const satisfies readonly Constructor[];

/** Methods that make a modified schema. Any other property makes the real schema first. */
const modifiers = [
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
] as const satisfies readonly Modifier[];

const how = Symbol('description');

interface Late {
  readonly [how]: Description;
}

const find = (arg: unknown): Description | null =>
  typeof arg === 'object' && arg !== null ? ((arg as Partial<Late>)[how] ?? null) : null;

const accept = accepter(find);
// eslint-disable-next-line trellis/module-state -- a pure cache: one schema for each description, which never changes
const made = new WeakMap<Description, object>();

/** The argument with real schemas in place of late ones, so that zod never sees a late schema. */
function real(arg: unknown): unknown {
  const described = find(arg);
  if (described !== null) return make(described);
  if (Array.isArray(arg)) return arg.map(real);
  if (typeof arg !== 'object' || arg === null) return arg;
  if (Object.getPrototypeOf(arg) !== Object.prototype) return arg;
  return Object.fromEntries(Object.entries(arg).map(([key, value]) => [key, real(value)]));
}

function make(described: Description): object {
  const known = made.get(described);
  if (known !== undefined) return known;
  const { of, word, args } = described;
  const { constructors, modifiers: changes } = require('./zodSchemas');
  const schema =
    of === null
      ? (Reflect.get(constructors, word) as Method)(...args.map(real))
      : (Reflect.get(changes, word) as Method)(make(of), ...args.map(real));
  made.set(described, schema);
  return schema;
}

/** Prototype of all late schemas: the methods that need no zod, and behind them the real schema's. */
const answers = Object.create(
  new Proxy(
    {},
    {
      get(_, key, late: Late) {
        const schema = make(late[how]);
        const value: unknown = Reflect.get(schema, key);
        return typeof value === 'function' ? (value as Method).bind(schema) : value;
      },
    },
  ),
) as Record<string, (this: Late, ...args: readonly unknown[]) => unknown>;

function later(of: Description | null, word: string, args: readonly unknown[]): Late {
  const late = Object.create(answers) as { [how]: Description };
  late[how] = { of, word, args };
  return late;
}

for (const word of modifiers)
  answers[word] = function modified(...args) {
    return later(this[how], word, args);
  };

answers['safeParse'] = function safeParse(input) {
  const data = accept(this[how], input);
  if (data !== undecided) return { success: true, data };
  return (make(this[how]) as zod.ZodType).safeParse(input);
};

export const z = Object.fromEntries(
  names.map((name) => [name, (...args: readonly unknown[]) => later(null, name, args)]),
) as unknown as Pick<typeof zod, Constructor>;

/** Types only, under the name by which users of zod know them. */
// eslint-disable-next-line @typescript-eslint/no-namespace -- only a namespace can be named as zod names its types
export declare namespace z {
  export type infer<S extends zod.ZodType> = zod.infer<S>;
}
