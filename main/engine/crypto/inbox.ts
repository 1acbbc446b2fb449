// Gives the end-to-end part of sync answers to the crypto library, oldest first (D16). A row is deleted only after the library has saved
// it; replaying one after a kill is safe, because the library keeps the hashes of the Olm messages that it has seen.
import {
  deleteInbox,
  keepGivenUp,
  notePanic,
  panicsOf,
  readInbox,
  type InboxRow,
} from '#stores/settings/inbox';
import { kindOf } from '#stores/sqlite/frames';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import type { InboxContent, ToDeviceEvent } from '../sync/cryptoSync';
import { isPanic } from './errors';
import type { CryptoStorage } from './storage';

export interface InboxDeps {
  readonly store: Store;
  /** Called once per part of a row. */
  readonly process: (content: InboxContent) => Promise<void>;
  /** After the library could not save something, it is not called any more in this process. */
  readonly storage: Pick<CryptoStorage, 'isLost' | 'notSaved'>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

const mostFailures = 3;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Sync checked the row before it was stored; a row of another build must not break this one. */
export function contentOf(row: InboxRow): InboxContent {
  const { content } = row;
  const events = content['toDeviceEvents'];
  const lists = isRecord(content['deviceLists']) ? content['deviceLists'] : {};
  const counts = content['oneTimeKeysCounts'];
  const fallback = content['unusedFallbackKeys'];
  return {
    toDeviceEvents: Array.isArray(events) ? events : [],
    deviceLists: {
      changed: strings(lists['changed']),
      left: strings(lists['left']),
      retold: strings(lists['retold']),
    },
    oneTimeKeysCounts: isRecord(counts) ? (counts as Record<string, number>) : {},
    unusedFallbackKeys: Array.isArray(fallback) ? strings(fallback) : null,
    nextBatch: String(content['nextBatch']),
  };
}

/**
 * The to-device events in parts with at most one encrypted event of each sender. Of two room keys for one session that come together the
 * library keeps the later, though the earlier may read more: it compares each with its store alone (matrix-rust-sdk 4227). And a sender
 * gives the same key once more, from a later message on, when our own first Olm message crossed with theirs. Lists of devices go in a part of
 * their own: an event that is not taken costs nobody the news of a device.
 */
export function inParts(content: InboxContent): InboxContent[] {
  const parts: ToDeviceEvent[][] = [[]];
  let senders = new Set<string>();
  for (const event of content.toDeviceEvents) {
    if (event.type === 'm.room.encrypted') {
      if (senders.has(event.sender)) {
        parts.push([]);
        senders = new Set();
      }
      senders.add(event.sender);
    }
    parts.at(-1)?.push(event);
  }
  const { changed, left } = content.deviceLists;
  if (content.toDeviceEvents.length === 0 || changed.length + left.length === 0)
    return parts.map((toDeviceEvents) => ({ ...content, toDeviceEvents }));
  const deviceLists = { changed: [], left: [] };
  return [
    { ...content, toDeviceEvents: [] },
    ...parts.map((toDeviceEvents) => ({ ...content, toDeviceEvents, deviceLists })),
  ];
}

/** How far the parts of a row were processed, in this process. */
interface Taking {
  readonly done: Set<number>;
  /** Part → failures. */
  readonly failures: Map<number, number>;
  readonly givenUp: { readonly part: InboxContent; readonly reason: string }[];
}

interface Inbox extends InboxDeps {
  readonly takings: Map<number, Taking>;
}

const newTaking = (): Taking => ({ done: new Set(), failures: new Map(), givenUp: [] });

/** Skips a part that would hold up every key after it; the sender's device sends the keys again when asked. */
function giveUp({ log }: Inbox, taking: Taking, at: number, part: InboxContent, reason: string) {
  taking.done.add(at);
  taking.givenUp.push({ part, reason });
  log.error('a part of the inbox was given up', { reason });
}

/** Processes one part; answers the failure after which the part is tried again. */
async function takePart(
  inbox: Inbox,
  { inboxNo }: InboxRow,
  taking: Taking,
  at: number,
  part: InboxContent,
): Promise<unknown> {
  const { store, storage } = inbox;
  try {
    await inbox.process(part);
    // The library does not report every failed save.
    if (storage.isLost()) throw storage.notSaved();
    taking.done.add(at);
    return null;
  } catch (thrown) {
    // The library's memory is ahead of its file, and only a new process knows what was saved: no failure counts until then.
    if (storage.isLost()) throw storage.notSaved();
    if (isPanic(thrown)) {
      store.write(() => notePanic(store.db, inboxNo, at));
      throw thrown;
    }
    const times = (taking.failures.get(at) ?? 0) + 1;
    taking.failures.set(at, times);
    if (times < mostFailures) return thrown;
    giveUp(inbox, taking, at, part, kindOf(thrown));
    return null;
  }
}

async function take(inbox: Inbox, row: InboxRow): Promise<void> {
  const { store, takings, now } = inbox;
  const taking = takings.get(row.inboxNo) ?? newTaking();
  takings.set(row.inboxNo, taking);
  const panics = panicsOf(store.db, row.inboxNo);
  let failure: unknown = null;
  for (const [at, part] of inParts(contentOf(row)).entries()) {
    if (taking.done.has(at)) continue;
    if ((panics.get(at) ?? 0) >= mostFailures) giveUp(inbox, taking, at, part, 'panic');
    else failure = (await takePart(inbox, row, taking, at, part)) ?? failure;
  }
  if (failure !== null) throw failure as Error;
  takings.delete(row.inboxNo);
  store.write(() => {
    for (const { part, reason } of taking.givenUp)
      keepGivenUp(store.db, { content: { ...part }, reason, failedMs: now() });
    deleteInbox(store.db, row.inboxNo);
  });
}

async function empty(inbox: Inbox): Promise<void> {
  for (;;) {
    if (inbox.storage.isLost()) throw inbox.storage.notSaved();
    const rows = readInbox(inbox.store.db, 20);
    if (rows.length === 0) return;
    for (const row of rows) await take(inbox, row);
  }
}

/** Returns the function that empties the inbox; calls do not overlap. */
export function createInbox(deps: InboxDeps): () => Promise<void> {
  const inbox: Inbox = { ...deps, takings: new Map() };
  let running: Promise<void> | null = null;
  return () => {
    running ??= empty(inbox).finally(() => {
      running = null;
    });
    return running;
  };
}
