// What a window sees of saved messages and reminders: the list over all rooms, what of one room is kept, and how many reminders are due.
import { getEvents } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { toldReminders } from '#stores/settings/toldReminders';
import type { ChangeSet } from '#stores/sqlite/store';
import type { KeptInRoom, KeptMessage, KeptFilter } from '#contract/areas/kept';
import { namedIn } from '../kinds/preview';
import { loadPeople } from '../rooms/people';
import { differing, growing, guarded, placesOf, reading } from '../views/reading';
import { quotedLine } from '../views/timeline/messages';
import { quotedLines } from '../views/timeline/timelineItems';
import type { PagedView, Sink, View, ViewDeps } from '../views/view';
import { keptItems, reminderKey, type KeptItem } from './items';

const minMs = 200;

type Db = ViewDeps['store']['db'];

const concerns = ({ topics }: ChangeSet): boolean =>
  topics.has('kept') || topics.has('accountData');

/** Reminders that were told of, here: their time has come. */
const dueKeys = (db: Db): ReadonlySet<string> =>
  new Set(toldReminders(db).map((told) => `${reminderKey(told)} ${told.atMs}`));

const isDue = (due: ReadonlySet<string>, item: KeptItem): boolean =>
  due.has(`${reminderKey(item)} ${item.remindAtMs}`);

export function createKeptView(
  deps: ViewDeps,
  query: { readonly show: KeptFilter; readonly limit: number },
  sink: Sink<readonly KeptMessage[]>,
): PagedView {
  const { db } = deps.store;
  const window = { limit: query.limit, complete: false };
  const asked = new Set<string>();
  const shownRooms = new Set<number>();
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** Once each: a message that the server does not give stays away. */
  function want(roomNo: number, eventId: string): void {
    const key = `${roomNo} ${eventId}`;
    if (asked.has(key)) return;
    asked.add(key);
    deps.wantEvent?.(roomNo, eventId);
  }

  /** The same order as `items`; those of one room are read together. */
  function rows(items: readonly KeptItem[]): KeptMessage[] {
    const due = dueKeys(db);
    const byRoom = Map.groupBy(items, ({ roomId }) => roomId);
    const made = new Map<string, KeptMessage>();
    for (const [roomId, ofRoom] of byRoom)
      for (const row of rowsOfRoom(roomId, ofRoom, due)) made.set(row.key, row);
    return items.flatMap((item) => made.get(reminderKey(item)) ?? []);
  }

  function rowsOfRoom(
    roomId: string,
    items: readonly KeptItem[],
    due: ReadonlySet<string>,
  ): KeptMessage[] {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    const here = room?.membership === 'join';
    if (roomNo !== null) shownRooms.add(roomNo);
    const ids = items.map(({ eventId }) => eventId);
    const events = roomNo === null ? new Map<string, never>() : getEvents(db, roomNo, ids);
    const edits = relatedToMany(db, [...events.values()], 'm.replace');
    const quoted = quotedLines(db, events, edits, ({ eventId, type }, thrown) =>
      deps.log?.error('saved message failed', { eventId, type, stack: placesOf(thrown) }),
    );
    const named = [...quoted.values()].flatMap(({ sender, line }) => [sender, ...namedIn(line)]);
    const people = roomNo === null ? null : loadPeople(db, roomNo, named);
    if (roomNo !== null && people?.complete === false) deps.wantMembers?.(roomNo);
    return items.map((item): KeptMessage => {
      const event = events.get(item.eventId);
      const line = quoted.get(item.eventId);
      const bare = {
        key: reminderKey(item),
        ...{ roomId, eventId: item.eventId, savedAtMs: item.savedMs, remindAtMs: item.remindAtMs },
        roomName: room?.name ?? null,
        due: isDue(due, item),
        sentAtMs: event?.ts ?? item.eventMs,
        sender: null,
        preview: null,
      };
      if (event === undefined || line === undefined || people === null) {
        if (roomNo !== null && here) want(roomNo, item.eventId);
        return { ...bare, state: here ? 'missing' : 'room_gone' };
      }
      if (event.redactedBy !== null)
        return { ...bare, sender: people.get(event.sender), state: 'deleted' };
      const about = { people, ownUserId: deps.ownUserId() ?? '' };
      return { ...bare, ...quotedLine(about, line), state: here ? 'here' : 'room_gone' };
    });
  }

  function compose(): void {
    shownRooms.clear();
    const due = dueKeys(db);
    const wanted = keptItems(db).filter(
      ({ remindAtMs }) => query.show === 'all' || remindAtMs !== null,
    );
    // What is due stands first; of reminders the next one comes next.
    const byTime = (a: KeptItem, b: KeptItem): number =>
      (a.remindAtMs ?? Infinity) - (b.remindAtMs ?? Infinity);
    const rest = wanted.filter((item) => !isDue(due, item));
    const sorted = [
      ...wanted.filter((item) => isDue(due, item)).sort(byTime),
      ...(query.show === 'reminders' ? rest.toSorted(byTime) : rest),
    ];
    window.complete = sorted.length <= window.limit;
    set(rows(sorted.slice(0, window.limit)));
  }

  update.now();
  return {
    refresh(changes) {
      const touched = [...changes.rooms, ...changes.timelines.keys(), ...changes.members];
      if (concerns(changes) || touched.some((roomNo) => shownRooms.has(roomNo))) update.ask();
    },
    paginate: growing(window, () => update.now()),
    close: () => update.close(),
  };
}

export function createKeptInRoomView(
  { store, log }: Pick<ViewDeps, 'store' | 'log'>,
  roomId: string,
  sink: Sink<KeptInRoom>,
): View {
  const set = differing(sink);
  const update = guarded(
    sink,
    () => {
      const items = keptItems(store.db).filter((item) => item.roomId === roomId);
      set({
        saved: items.filter(({ alone }) => !alone).map(({ eventId }) => eventId),
        reminders: items.flatMap(({ eventId, remindAtMs }) =>
          remindAtMs === null ? [] : [{ eventId, atMs: remindAtMs }],
        ),
      });
    },
    log,
  );
  update.now();
  return {
    refresh(changes) {
      if (concerns(changes)) update.now();
    },
    close: update.close,
  };
}

export function createDueRemindersView(
  { store, log }: Pick<ViewDeps, 'store' | 'log'>,
  sink: Sink<{ readonly count: number }>,
): View {
  const set = differing(sink);
  const update = guarded(
    sink,
    () => {
      const due = dueKeys(store.db);
      set({ count: keptItems(store.db).filter((item) => isDue(due, item)).length });
    },
    log,
  );
  update.now();
  return {
    refresh(changes) {
      if (concerns(changes)) update.now();
    },
    close: update.close,
  };
}
