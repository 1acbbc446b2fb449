// The functions of zod/mini under zod's names, as far as the contract uses them: a third of zod's bytes. Loaded with the first schema that
// has to be made (`schema.ts`), because the module alone costs a start some milliseconds.
import {
  _default,
  array,
  boolean,
  config,
  custom,
  discriminatedUnion,
  enum as oneOf,
  extend,
  gt,
  gte,
  int,
  json,
  length,
  literal,
  lte,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  omit,
  optional,
  partial,
  pick,
  record,
  refine,
  regex,
  string,
  unknown,
  type ZodMiniNumber,
  type ZodMiniType,
} from 'zod/mini';

/** Functions that make a new schema. */
export const constructors = {
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

const isNumber = (of: ZodMiniType): of is ZodMiniNumber => of._zod.def.type === 'number';

type Checks = Parameters<ZodMiniType['check']>;
type Mask = Parameters<typeof pick>[1];
type Objects = Parameters<typeof pick>[0];

const checked = (of: ZodMiniType, check: unknown): ZodMiniType =>
  of.check(...([check] as unknown as Checks));

/** Functions that make a modified schema of another one. */
export const modifiers = {
  array: (of: ZodMiniType) => array(of),
  default: (of: ZodMiniType, value: unknown) => _default(of, value as never),
  extend: (of: Objects, shape: Parameters<typeof extend>[1]) => extend(of, shape),
  int: (of: ZodMiniType) => checked(of, int()),
  length: (of: ZodMiniType, size: number) => checked(of, length(size)),
  max: (of: ZodMiniType, most: number) => checked(of, isNumber(of) ? lte(most) : maxLength(most)),
  min: (of: ZodMiniType, least: number) =>
    checked(of, isNumber(of) ? gte(least) : minLength(least)),
  nonnegative: (of: ZodMiniType) => checked(of, gte(0)),
  nullable: (of: ZodMiniType) => nullable(of),
  omit: (of: Objects, mask: Mask) => omit(of, mask),
  optional: (of: ZodMiniType) => optional(of),
  partial: (of: Objects) => partial(of),
  pick: (of: Objects, mask: Mask) => pick(of, mask),
  positive: (of: ZodMiniType) => checked(of, gt(0)),
  refine: (of: ZodMiniType, fits: (value: unknown) => unknown) => checked(of, refine(fits)),
  regex: (of: ZodMiniType, pattern: RegExp) => checked(of, regex(pattern)),
};

// Inputs are small and few: generating code to check them faster costs more than it saves.
config({ jitless: true });
