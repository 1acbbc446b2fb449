// The messages of one subscription: numbered, paced (at once after a pause, then at most one per frame), cut below the size limit, and held
// back while a window acknowledges none. Used by serve.ts only.
import { diff, splitOps, type Keyed } from './ops';
import { isEqual } from './plain';
import { mostUnheard, type ToClient } from './messages';

/** Bytes of one message; the rest of 64 KB is the envelope. */
const messageLimit = 60_000;
const frameMs = 16;

export type Later = (work: () => void, ms: number) => unknown;

export interface Feed<T> {
  set(next: T): void;
  /** Sends pending changes now. `asked`: the window waits for the reply, so it is able to take messages. */
  flush(asked?: 'asked'): void;
  /** The window has acknowledged the messages up to this number. */
  heard(seq: number): void;
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
    if (seq > 0 && isEqual(wanted, delivered)) return seq;
    delivered = wanted;
    post({ t: 'value', sub, seq, value: wanted });
    return (seq += 1);
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
    return seq;
  });
  return {
    ...paced,
    set: (next) => {
      // A copy of the array (not of its items), because a view may go on using its own array.
      wanted = [...next];
      paced.dirty();
    },
  };
}

/**
 * Sends a change after a pause at once and starts a frame; later changes wait for the frame's end, or, for a window with too many
 * unacknowledged messages, until it catches up: then one difference is sent instead of all the steps.
 * @param send answers how many messages were sent in all
 */
function pace(later: Later, onBroken: (thrown: unknown) => void, send: () => number) {
  let pending = false;
  let resting = false;
  let stopped = false;
  let sent = 0;
  let taken = 0;
  const flush = (asked?: 'asked'): void => {
    if (!pending || stopped) return;
    if (asked === undefined && sent - taken >= mostUnheard) return;
    pending = false;
    try {
      sent = send();
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
  const heard = (seq: number): void => {
    taken = Math.max(taken, Math.min(seq + 1, sent));
    if (!resting) flush();
  };
  const stop = (): void => {
    stopped = true;
  };
  return { dirty, flush, heard, stop };
}
