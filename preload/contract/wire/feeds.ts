// What one subscription sends: numbered, paced (at once after a pause, then at most one message per frame) and cut into messages
// under the size limit. Used by serve.ts only.
import { diff, splitOps, type Keyed } from './ops';
import { isEqual } from './plain';
import type { ToClient } from './messages';

/** Bytes of one message; the rest of 64 KB is the envelope. */
const messageLimit = 60_000;
const frameMs = 16;

export type Later = (work: () => void, ms: number) => unknown;

export interface Feed<T> {
  set(next: T): void;
  /** Sends what waits, now. */
  flush(): void;
  stop(): void;
}

export interface FeedDeps {
  readonly sub: number;
  readonly post: (message: ToClient) => void;
  readonly later: Later;
  /** A message could not be sent: the subscription cannot go on. */
  readonly onBroken: (thrown: unknown) => void;
}

export function valueFeed({ sub, post, later, onBroken }: FeedDeps): Feed<unknown> {
  let seq = 0;
  let wanted: unknown;
  let delivered: unknown;
  const paced = pace(later, onBroken, () => {
    if (seq > 0 && isEqual(wanted, delivered)) return;
    delivered = wanted;
    post({ t: 'value', sub, seq, value: wanted });
    seq += 1;
  });
  return {
    ...paced,
    set: (next) => {
      wanted = next;
      paced.dirty();
    },
  };
}

export function listFeed({ sub, post, later, onBroken }: FeedDeps): Feed<readonly Keyed[]> {
  let seq = 0;
  let wanted: readonly Keyed[] = [];
  let delivered: readonly Keyed[] | null = null;
  const paced = pace(later, onBroken, () => {
    const ops =
      delivered === null
        ? [{ op: 'reset' as const, items: wanted }]
        : diff<Keyed>(delivered, wanted);
    delivered = wanted;
    const groups = splitOps<Keyed>(ops, messageLimit);
    groups.forEach((group, index) => {
      post({ t: 'ops', sub, seq, more: index < groups.length - 1, ops: group });
      seq += 1;
    });
  });
  return {
    ...paced,
    set: (next) => {
      // A copy of the window (not of its items): a view may go on using its own array.
      wanted = [...next];
      paced.dirty();
    },
  };
}

/** What comes after a pause goes out at once; what follows waits for the end of the frame that this begins. */
function pace(later: Later, onBroken: (thrown: unknown) => void, send: () => void) {
  let pending = false;
  let resting = false;
  let stopped = false;
  const flush = (): void => {
    if (!pending || stopped) return;
    pending = false;
    try {
      send();
    } catch (thrown) {
      onBroken(thrown);
    }
    if (resting) return;
    resting = true;
    later(() => {
      resting = false;
      flush();
    }, frameMs);
  };
  const dirty = (): void => {
    if (stopped) return;
    pending = true;
    if (!resting) flush();
  };
  const stop = (): void => {
    stopped = true;
  };
  return { dirty, flush, stop };
}
