// Reads a conversation from its oldest message to its newest, page by page, through the list that shows it. Older messages that this
// computer lacks are asked from the server first.
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { AppFailure, type AppError } from '#contract/wire/errors';
import type { EngineClient } from '#app/line/engineClient';
import { subscriptionKey } from '#app/line/serverData';
import { resultOf } from '#app/result';
import type { AccountStore } from '#app/store';
import { earlierLeftOut } from './formats/words';

const pageSize = 200;
/** Asked of a slow server, so that a stop is heard soon. */
const slowPageSize = 40;
const slowMs = 1_000;
/** Pages in a row that bring nothing, before it counts as stuck. */
const mostEmptyPages = 10;

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
  /** Older messages could not be had; those that are here are read all the same. */
  readonly onMissing: () => void;
  readonly signal: AbortSignal;
}

interface Listed {
  readonly items: readonly TimelineItem[];
  readonly ready: boolean;
  readonly error?: AppError | null;
}

const nothing: Listed = { items: [], ready: false };

/** One of them alone may have a wrong time. */
const judged = 20;

/** The first that people did; a day above them is the same for many pages. */
const oldestOf = (items: readonly TimelineItem[]) =>
  items.filter((item) => item.kind === 'message' || item.kind === 'notice').slice(0, judged);

/** The answer, unless it is cancelled before: a server may take minutes. */
async function unless<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const cut = Promise.withResolvers<never>();
  const onAbort = (): void => cut.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    signal.throwIfAborted();
    return await Promise.race([answer, cut.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Items of the conversation in order; a `gap` is where messages are missing, one of the key {@link earlierLeftOut} at the beginning.
 * @throws AppFailure when the conversation cannot be read at all
 */
export async function* readConversation(
  { engine, store }: Line,
  reading: Reading,
): AsyncGenerator<TimelineItem> {
  const { roomId, threadId, signal } = reading;
  const query = { roomId, threadId, around: null, limit: pageSize, whole: true, visit: Date.now() };
  const key = subscriptionKey('list', 'timeline', query);
  const list = (): Listed => (store.getState().server.lists[key] as Listed | undefined) ?? nothing;
  const release = engine.subscribe('list', 'timeline', query);
  try {
    await untilListed(store, list, signal);
    const isWhole = await goBack(engine, key, list, reading);
    if (!isWhole && threadId === null) yield { kind: 'gap', key: earlierLeftOut };
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
      else if (error != null) reject(new AppFailure(error));
      else resolve();
    };
    const stop = store.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Answers whether it came to the first message. */
async function goBack(
  engine: EngineClient,
  key: string,
  list: () => Listed,
  { sinceMs, onOlder, isEnough, onMissing, signal }: Reading,
): Promise<boolean> {
  let count = pageSize;
  for (let empty = 0; !isEnough();) {
    const oldest = oldestOf(list().items);
    if (oldest[0] !== undefined) onOlder(oldest[0].sentAtMs);
    if (oldest.length > 0 && sinceMs !== null && oldest.every((one) => one.sentAtMs < sinceMs))
      return false;
    const askedMs = performance.now();
    const page = await unless(signal, resultOf(engine.paginate(key, 'back', count)));
    if (page.ok && page.output.reachedStart) return true;
    empty = oldestOf(list().items)[0]?.key === oldest[0]?.key ? empty + 1 : 0;
    if (!page.ok || empty === mostEmptyPages) {
      onMissing();
      return false;
    }
    count = performance.now() - askedMs > slowMs ? slowPageSize : pageSize;
  }
  return false;
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
    const page = await unless(signal, resultOf(engine.paginate(key, 'forward', pageSize)));
    if (!page.ok) throw new AppFailure(page.error);
    const isMore = list().items.some((item) => item.kind !== 'newer' && !seen.has(item.key));
    if (!isMore && page.output.reachedEnd) return;
  }
}
