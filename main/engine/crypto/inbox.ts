// Hands the end-to-end part of sync answers to the crypto library, oldest first (D16). A row goes only after the library has saved
// it; replaying one after a kill is safe, because the library keeps the hashes of the Olm messages that it has seen.
import { deleteInbox, readInbox, type InboxRow } from '#stores/settings/inbox';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import type { InboxContent, ToDeviceEvent } from '../sync/cryptoSync';
import { isPanic } from './errors';

export interface InboxDeps {
  readonly store: Store;
  /** Once per part of a row. */
  readonly process: (content: InboxContent) => Promise<void>;
  readonly log: Log;
}

const mostFailures = 3;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Sync vetted it before it was stored; a row of another build must not break this one. */
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
 * gives the same key once more, from a later message on, when our own first Olm message crossed with theirs.
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
  const noLists = { changed: [], left: [] };
  return parts.map((toDeviceEvents, at) => ({
    ...content,
    toDeviceEvents,
    ...(at === 0 ? {} : { deviceLists: noLists }),
  }));
}

/** Returns the function that empties the inbox; calls do not overlap. */
export function createInbox(deps: InboxDeps): () => Promise<void> {
  const { store, log } = deps;
  const failures = new Map<number, number>();
  let running: Promise<void> | null = null;

  async function take(row: InboxRow): Promise<void> {
    try {
      for (const part of inParts(contentOf(row))) await deps.process(part);
    } catch (thrown) {
      const times = (failures.get(row.inboxNo) ?? 0) + 1;
      failures.set(row.inboxNo, times);
      if (isPanic(thrown) || times < mostFailures) throw thrown;
      // It would hold up every key behind it; the sender's device resends when asked.
      log.error('an inbox row was given up', { times });
    }
    failures.delete(row.inboxNo);
    store.write(() => deleteInbox(store.db, row.inboxNo));
  }

  async function empty(): Promise<void> {
    for (;;) {
      const rows = readInbox(store.db, 20);
      if (rows.length === 0) return;
      for (const row of rows) await take(row);
    }
  }

  return () => {
    running ??= empty().finally(() => {
      running = null;
    });
    return running;
  };
}
