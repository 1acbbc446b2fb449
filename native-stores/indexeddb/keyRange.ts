// Owns IDBKeyRange and how a query argument (key, range or nothing) becomes a range of encoded keys.
import { idbError, refuseMembers } from './errors';
import { encodeKey } from './keys';

/** Encoded bounds; null is unbounded. `point` is set where exactly one key is meant. */
export interface EncodedRange {
  readonly lower: Buffer | null;
  readonly upper: Buffer | null;
  readonly lowerOpen: boolean;
  readonly upperOpen: boolean;
  readonly point: Buffer | null;
}

const EVERYTHING: EncodedRange = {
  lower: null,
  upper: null,
  lowerOpen: false,
  upperOpen: false,
  point: null,
};

export class IDBKeyRange {
  readonly #encoded: EncodedRange;

  private constructor(
    readonly lower: unknown,
    readonly upper: unknown,
    readonly lowerOpen: boolean,
    readonly upperOpen: boolean,
  ) {
    const from = lower === undefined ? null : encodeKey(lower);
    const to = upper === undefined ? null : encodeKey(upper);
    let point: Buffer | null = null;
    if (from !== null && to !== null) {
      const order = Buffer.compare(from, to);
      if (order > 0 || (order === 0 && (lowerOpen || upperOpen))) {
        throw idbError('DataError', 'the lower bound is above the upper bound');
      }
      if (order === 0) point = from;
    }
    this.#encoded = { lower: from, upper: to, lowerOpen, upperOpen, point };
  }

  static only(key: unknown): IDBKeyRange {
    encodeKey(key);
    return new IDBKeyRange(key, key, false, false);
  }

  static lowerBound(lower: unknown, open = false): IDBKeyRange {
    encodeKey(lower);
    return new IDBKeyRange(lower, undefined, open, true);
  }

  static upperBound(upper: unknown, open = false): IDBKeyRange {
    encodeKey(upper);
    return new IDBKeyRange(undefined, upper, true, open);
  }

  static bound(lower: unknown, upper: unknown, lowerOpen = false, upperOpen = false): IDBKeyRange {
    encodeKey(lower);
    encodeKey(upper);
    return new IDBKeyRange(lower, upper, lowerOpen, upperOpen);
  }

  static encoded(range: IDBKeyRange): EncodedRange {
    return range.#encoded;
  }

  static isRange(value: unknown): value is IDBKeyRange {
    return typeof value === 'object' && value !== null && #encoded in value;
  }
}

refuseMembers(IDBKeyRange, ['includes']);

/** @throws DataError where a key is required and none, or no valid one, was given. */
export function toRange(query: unknown, required: 'key required' | 'all by default'): EncodedRange {
  if (typeof query === 'string') {
    const point = encodeKey(query);
    return { lower: point, upper: point, lowerOpen: false, upperOpen: false, point };
  }
  if (IDBKeyRange.isRange(query)) return IDBKeyRange.encoded(query);
  if (query === undefined || query === null) {
    if (required === 'key required') throw idbError('DataError', 'a key or key range is required');
    return EVERYTHING;
  }
  const point = encodeKey(query);
  return { lower: point, upper: point, lowerOpen: false, upperOpen: false, point };
}
