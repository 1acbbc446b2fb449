// Diff view models: how a list changes. Pure, and the same on both sides of the port.
// `applyOps(a, diff(a, b))` equals `b`, always; duplicate keys cost minimality, never correctness.
import { byteSize, isEqual } from './plain';

export type Op<T> =
  | { readonly op: 'reset'; readonly items: readonly T[] }
  | {
      readonly op: 'splice';
      readonly at: number;
      readonly del: number;
      readonly ins: readonly T[];
    };

export interface Keyed {
  readonly key: string;
}

/** Applies ops in order to a copy. @throws RangeError when an op does not fit: the caller has missed a message and must re-subscribe */
export function applyOps<T>(list: readonly T[], ops: readonly Op<T>[]): T[] {
  let result = [...list];
  for (const op of ops) {
    if (op.op === 'reset') {
      result = [...op.items];
    } else {
      if (!(op.at >= 0 && op.del >= 0 && op.at + op.del <= result.length)) {
        throw new RangeError('splice outside the list');
      }
      result = [...result.slice(0, op.at), ...op.ins, ...result.slice(op.at + op.del)];
    }
  }
  return result;
}

/**
 * The fewest splices that turn `before` into `after`: items are matched by key, the longest run of matches that kept its order stays, and a
 * matched item with other content is replaced in place. Positions count in the list as the earlier ops left it.
 */
export function diff<T extends Keyed>(before: readonly T[], after: readonly T[]): Op<T>[] {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && isEqual(before[start], after[start])) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    isEqual(before[before.length - 1 - end], after[after.length - 1 - end])
  ) {
    end += 1;
  }
  const oldStop = before.length - end;
  const newStop = after.length - end;
  if (start === oldStop && start === newStop) return [];

  const kept = keptPairs(before, after, start, oldStop, newStop).filter(([oldAt, newAt]) =>
    isEqual(before[oldAt], after[newAt]),
  );
  const ops: Op<T>[] = [];
  let oldAt = start;
  let newAt = start;
  for (const [keptOld, keptNew] of [...kept, [oldStop, newStop] as const]) {
    // Everything left of `newAt` is final already, so `newAt` is also the position in the list being changed.
    if (keptOld > oldAt || keptNew > newAt) {
      ops.push({
        op: 'splice',
        at: newAt,
        del: keptOld - oldAt,
        ins: after.slice(newAt, keptNew),
      });
    }
    oldAt = keptOld + 1;
    newAt = keptNew + 1;
  }
  return ops;
}

/** Pairs of positions with the same key whose order did not change: the longest increasing subsequence. */
function keptPairs<T extends Keyed>(
  before: readonly T[],
  after: readonly T[],
  start: number,
  oldStop: number,
  newStop: number,
): (readonly [number, number])[] {
  const oldIndex = new Map<string, number>();
  for (let i = oldStop - 1; i >= start; i -= 1) {
    const item = before[i];
    if (item !== undefined) oldIndex.set(item.key, i);
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = start; i < newStop; i += 1) {
    const item = after[i];
    const at = item === undefined ? undefined : oldIndex.get(item.key);
    if (at !== undefined) pairs.push([at, i]);
  }
  return longestIncreasing(pairs);
}

function longestIncreasing(
  pairs: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const tails: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([oldAt], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const tail = pairs[tails[middle] ?? 0];
      if (tail !== undefined && tail[0] < oldAt) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const result: (readonly [number, number])[] = [];
  for (let at = tails[tails.length - 1] ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) result.push(pair);
  }
  return result.reverse();
}

/**
 * Cuts ops into groups whose items stay under `limit` bytes each: a long reset becomes a reset and splices. A single item above
 * the limit travels alone.
 */
export function splitOps<T>(ops: readonly Op<T>[], limit: number): Op<T>[][] {
  const groups: Op<T>[][] = [];
  let group: Op<T>[] = [];
  let size = 0;
  for (const piece of ops.flatMap((op) => splitOp(op, limit))) {
    if (group.length > 0 && size + piece.size > limit) {
      groups.push(group);
      group = [];
      size = 0;
    }
    group.push(piece.op);
    size += piece.size;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** Bytes of an op without its items. */
const opBytes = 64;

interface Piece<T> {
  readonly op: Op<T>;
  readonly size: number;
}

function splitOp<T>(op: Op<T>, limit: number): Piece<T>[] {
  const items = op.op === 'reset' ? op.items : op.ins;
  const chunks: { items: T[]; size: number }[] = [];
  let last: { items: T[]; size: number } | null = null;
  for (const item of items) {
    const itemSize = byteSize(item) + 1;
    if (last === null || last.size + itemSize > limit - opBytes)
      chunks.push((last = { items: [], size: opBytes }));
    last.items.push(item);
    last.size += itemSize;
  }
  if (last === null) return [{ op, size: opBytes }];
  let at = op.op === 'reset' ? 0 : op.at;
  return chunks.map(({ items: chunk, size }, index) => {
    const here = at;
    at += chunk.length;
    if (index > 0) return { size, op: { op: 'splice', at: here, del: 0, ins: chunk } };
    return { size, op: op.op === 'reset' ? { op: 'reset', items: chunk } : { ...op, ins: chunk } };
  });
}
