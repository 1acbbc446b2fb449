// Reads a conversation from its oldest message to its newest, page by page, through the list that shows it. Older messages that this
// computer lacks are asked from the server first.
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { AppError } from '#contract/wire/errors';
import type { EngineClient } from '#app/line/engineClient';
import { subscriptionKey } from '#app/line/serverData';
import { resultOf } from '#app/result';
import type { AccountStore } from '#app/store';

const pageSize = 200;
/** Pages in a row that bring nothing, before the server counts as having nothing more. */
const mostEmptyPages = 3;

export interface Line {
  readonly engine: EngineClient;
  readonly store: Pick<AccountStore, 'getState' | 'subscribe'>;
}

export interface Reading {
  readonly roomId: string;
  /** The root of the thread; null for the room. */
  readonly threadId: string | null;
  /** Older messages are left out, epoch ms; null: none. */
  readonly sinceMs: number | null;
  /** Told how far back it has come, epoch ms. */
  readonly onOlder: (oldestMs: number) => void;
  /** True: no older messages are asked for any more. */
  readonly isEnough: () => boolean;
  /** Why older messages could not be had; those that are here are read all the same. */
  readonly onMissing: (error: AppError) => void;
  readonly signal: AbortSignal;
}

interface Listed {
  readonly items: readonly TimelineItem[];
  readonly ready: boolean;
  readonly error?: AppError | null;
}

const nothing: Listed = { items: [], ready: false };

const timeOf = (items: readonly TimelineItem[]): number | null => {
  const first = items.find((item) => item.kind === 'message' || item.kind === 'notice');
  return first === undefined ? null : first.sentAtMs;
};

/**
 * Items of the conversation in order; a `gap` is where messages are missing.
 * @throws AppError when the conversation cannot be read at all
 */
export async function* readConversation(
  { engine, store }: Line,
  reading: Reading,
): AsyncGenerator<TimelineItem> {
  const { roomId, threadId, signal } = reading;
  const query = { roomId, threadId, around: null, limit: pageSize };
  const key = subscriptionKey('list', 'timeline', query);
  const list = (): Listed => (store.getState().server.lists[key] as Listed | undefined) ?? nothing;
  const release = engine.subscribe('list', 'timeline', query);
  try {
    await untilListed(store, list, signal);
    await goBack(engine, key, list, reading);
    yield* goForward(engine, key, list, reading);
  } finally {
    release();
  }
}

function untilListed(store: Line['store'], list: () => Listed, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { ready, error } = list();
      if (!ready && error == null && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      if (signal.aborted) reject(signal.reason as Error);
      else if (error != null) reject(Object.assign(new Error(error.message), { error }));
      else resolve();
    };
    const stop = store.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

async function goBack(
  engine: EngineClient,
  key: string,
  list: () => Listed,
  { sinceMs, onOlder, isEnough, onMissing, signal }: Reading,
): Promise<void> {
  for (let empty = 0; empty < mostEmptyPages && !isEnough();) {
    const oldestMs = timeOf(list().items);
    if (oldestMs !== null) onOlder(oldestMs);
    if (oldestMs !== null && sinceMs !== null && oldestMs < sinceMs) return;
    const before = list().items[0]?.key;
    const page = await resultOf(engine.paginate(key, 'back', pageSize));
    signal.throwIfAborted();
    if (!page.ok) return onMissing(page.error);
    if (page.output.reachedStart) return;
    empty = list().items[0]?.key === before ? empty + 1 : 0;
  }
}

async function* goForward(
  engine: EngineClient,
  key: string,
  list: () => Listed,
  { sinceMs, signal }: Reading,
): AsyncGenerator<TimelineItem> {
  const seen = new Set<string>();
  for (;;) {
    for (const item of list().items) {
      if (seen.has(item.key)) continue;
      seen.add(item.key);
      const isEarly = 'sentAtMs' in item && sinceMs !== null && item.sentAtMs < sinceMs;
      if (!isEarly) yield item;
    }
    const page = await resultOf(engine.paginate(key, 'forward', pageSize));
    signal.throwIfAborted();
    const isMore = list().items.some((item) => item.kind !== 'newer' && !seen.has(item.key));
    if (!isMore && (!page.ok || page.output.reachedEnd)) return;
  }
}
