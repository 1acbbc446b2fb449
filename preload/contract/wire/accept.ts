// Accepts input that is certainly valid by the description of a schema, and returns the copy that zod would give. It never refuses: it
// leaves invalid input, and schemas beyond the few words below, to zod. So the first questions of a start need no zod (8 ms).

/** How a schema was made: a constructor with its arguments, or a modifier of another description. */
export interface Description {
  readonly of: Description | null;
  readonly word: string;
  readonly args: readonly unknown[];
}

/** The result for input that is not known to be valid. */
export const undecided = Symbol('undecided');

type Accept = (described: Description, value: unknown) => unknown;

/** Finds the description of a schema; null for any other value. */
type Find = (arg: unknown) => Description | null;

const hasDefault = ({ of, word }: Description): boolean =>
  word === 'default' || (of !== null && hasDefault(of));

const when = (right: boolean, value: unknown): unknown => (right ? value : undecided);

/** The number that `min` and `max` compare: a number itself, or the length of a string or array. */
function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}

export function accepter(find: Find): Accept {
  const inner = (arg: unknown, value: unknown): unknown => {
    const described = find(arg);
    return described === null ? undecided : accept(described, value);
  };

  function items(arg: unknown, value: unknown): unknown {
    if (!Array.isArray(value)) return undecided;
    const copy: unknown[] = [];
    for (const item of value as unknown[]) {
      const accepted = inner(arg, item);
      if (accepted === undecided) return undecided;
      copy.push(accepted);
    }
    return copy;
  }

  function members(shape: unknown, value: unknown): unknown {
    if (typeof shape !== 'object' || shape === null) return undecided;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undecided;
    const given = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const [key, described] of Object.entries(shape)) {
      const accepted = inner(described, given[key]);
      if (accepted === undecided) return undecided;
      if (accepted !== undefined || key in given) copy[key] = accepted;
    }
    return copy;
  }

  /** The value, if it is valid for this constructor. */
  function constructed({ word, args: [arg, more] }: Description, value: unknown): unknown {
    switch (word) {
      case 'string':
      case 'boolean':
        return when(typeof value === word, value);
      case 'number':
        return when(Number.isFinite(value), value);
      case 'unknown':
        return when(value !== undefined, value);
      case 'literal':
        return when(typeof arg !== 'object' && value === arg, value);
      case 'enum':
        return when(Array.isArray(arg) && arg.includes(value), value);
      case 'custom':
        return when(
          typeof arg === 'function' && Boolean((arg as Accept)(value as never, more)),
          value,
        );
      case 'array':
        return items(arg, value);
      case 'object':
        return more === undefined ? members(arg, value) : undecided;
      default:
        return undecided;
    }
  }

  /** The value, if it is valid for this modifier. */
  function narrowed(word: string, limit: unknown, value: unknown): unknown {
    switch (word) {
      case 'min':
        return when(sizeOf(value) >= Number(limit), value);
      case 'max':
        return when(sizeOf(value) <= Number(limit), value);
      case 'int':
        return when(Number.isSafeInteger(value), value);
      case 'regex':
        return when(
          limit instanceof RegExp && limit.flags === '' && limit.test(String(value)),
          value,
        );
      default:
        return undecided;
    }
  }

  function accept(described: Description, value: unknown): unknown {
    const { of, word, args } = described;
    if (of === null) return constructed(described, value);
    if (word === 'nullable' && value === null) return null;
    if (word === 'optional' && value === undefined) return when(!hasDefault(of), value);
    if (word === 'array') return items(of, value);
    const accepted = accept(of, value);
    if (accepted === undecided || word === 'nullable' || word === 'optional') return accepted;
    return narrowed(word, args[0], accepted);
  }

  return accept;
}
