// Keeps finished messages, people and receipts between two compositions of a timeline. Only the events that a commit names
// are composed again; a commit that names none clears everything. Must not read the store.
import type { StoredEvent } from '#stores/events/types';
import type { StoredReceipt } from '#stores/settings/receipts';
import type { ChangeSet } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';

export interface TimelineMemory {
  readonly people: Map<string, Person>;
  /** Notes that a sender is no known member; holds until the members change. */
  lackPeople(): void;
  lacksPeople(): boolean;
  /** Receipts at the events of {@link receiptsOf}. */
  readonly receipts: StoredReceipt[];
  /** Events whose receipts were read. */
  readonly receiptsOf: Set<string>;
  item(eventNo: number): MessageItem | null;
  /** `others`: numbers of events that the item contains, e.g. the quoted message; the item is composed again when one of them changes. */
  keep(eventNo: number, item: MessageItem, others: readonly number[]): void;
  /** Sets the facts that all items depend on; other facts than before clear the memory. */
  suppose(facts: string): void;
  /** The events of the window; items of all other events are forgotten. */
  show(events: readonly StoredEvent[]): void;
  /** Drops the items that the commit concerns. */
  note(changes: ChangeSet, roomNo: number): void;
  clear(): void;
}

/** With fewer events it does not pay to forget receipts. */
const fewestReceipts = 500;

export function createTimelineMemory(): TimelineMemory {
  const items = new Map<number, MessageItem>();
  const within = new Map<number, readonly number[]>();
  const people = new Map<string, Person>();
  const receipts: StoredReceipt[] = [];
  const receiptsOf = new Set<string>();
  let supposed: string | null = null;
  let lacks = false;

  function forgetReceipts(): void {
    receipts.length = 0;
    receiptsOf.clear();
  }

  function clear(): void {
    items.clear();
    within.clear();
    people.clear();
    lacks = false;
    forgetReceipts();
  }

  function drop(eventNo: number): void {
    items.delete(eventNo);
    within.delete(eventNo);
  }

  function dropWith(eventNos: ReadonlySet<number>): void {
    for (const [at, others] of within) if (others.some((no) => eventNos.has(no))) drop(at);
  }

  /** Drops thread roots, because their summary shows the thread's unread count. */
  function dropThreads(): void {
    for (const [at, { thread }] of items) if (thread !== undefined) drop(at);
  }

  return {
    people,
    lackPeople() {
      lacks = true;
    },
    lacksPeople: () => lacks,
    receipts,
    receiptsOf,
    item: (eventNo) => items.get(eventNo) ?? null,
    keep(eventNo, item, others) {
      items.set(eventNo, item);
      if (others.length > 0) within.set(eventNo, others);
    },
    suppose(facts) {
      if (supposed !== null && facts !== supposed) clear();
      supposed = facts;
    },
    show(events) {
      const now = new Set(events.map((event) => event.eventNo));
      for (const eventNo of items.keys()) if (!now.has(eventNo)) drop(eventNo);
      // Receipts pile up when a person pages far.
      if (receiptsOf.size > 2 * Math.max(now.size, fewestReceipts)) forgetReceipts();
    },
    note({ timelines, members, topics }, roomNo) {
      const news = timelines.get(roomNo);
      const anything = topics.has('session') || topics.has('accountData') || members.has(roomNo);
      if (anything || news?.whole === true) return clear();
      if (news === undefined) return;
      if (news.receipts) {
        forgetReceipts();
        dropThreads();
      }
      const touched = new Set([...news.added, ...news.changed, ...news.removed]);
      if (touched.size === 0) return;
      for (const eventNo of touched) drop(eventNo);
      dropWith(touched);
    },
    clear,
  };
}
