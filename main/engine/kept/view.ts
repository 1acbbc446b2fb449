// The views of saved messages and reminders: the list over all rooms, the kept messages of one room, the number of due reminders and of those
// that ignored people wrote.
import { toldReminders } from '#stores/settings/toldReminders';
import type { ChangeSet } from '#stores/sqlite/store';
import type { KeptInRoom, KeptMessage, KeptFilter } from '#contract/areas/messages/kept';
import { messageRows } from '../views/messageRows';
import { differing, growing, guarded, reading } from '../views/reading';
import type { PagedView, Sink, View, ViewDeps } from '../views/view';
import { heardItems, keptFor } from './heard';
import { keptItems, reminderKey, type KeptItem } from './items';

const minMs = 200;

type Db = ViewDeps['store']['db'];

const concerns = ({ topics }: ChangeSet): boolean =>
  topics.has('kept') || topics.has('accountData');

/** Reminders that were shown here: their time has come. */
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

  /** Asks for a message once: one that the server does not give stays missing. */
  function want(roomNo: number, eventId: string): void {
    const key = `${roomNo} ${eventId}`;
    if (asked.has(key)) return;
    asked.add(key);
    deps.wantEvent?.(roomNo, eventId);
  }

  /** In the same order as `items`; those of one room are read together. */
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
    const rows = messageRows(
      deps,
      roomId,
      items.map(({ eventId }) => eventId),
    );
    const { roomNo } = rows;
    if (roomNo !== null) shownRooms.add(roomNo);
    return items.map((item): KeptMessage => {
      const row = rows.row(item.eventId);
      if (roomNo !== null && row.state === 'missing') want(roomNo, item.eventId);
      return {
        key: reminderKey(item),
        ...{ roomId, eventId: item.eventId, savedAtMs: item.savedMs, remindAtMs: item.remindAtMs },
        ...row,
        due: isDue(due, item),
        sentAtMs: row.sentAtMs ?? item.eventMs,
      };
    });
  }

  function compose(): void {
    shownRooms.clear();
    const due = dueKeys(db);
    const wanted = keptFor(heardItems(db), query.show);
    // Due reminders come first; then, in the list of reminders, the next one.
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
  { store, clock, log }: Pick<ViewDeps, 'store' | 'clock' | 'log'>,
  roomId: string,
  sink: Sink<KeptInRoom>,
): View {
  const set = differing(sink);
  const update = guarded(
    clock,
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

export const createDueRemindersView = (
  deps: CountDeps,
  sink: Sink<{ readonly count: number }>,
): View =>
  createCountView(deps, sink, (db) => {
    const due = dueKeys(db);
    return heardItems(db).filter((item) => isDue(due, item)).length;
  });

export const createUnheardKeptView = (
  deps: CountDeps,
  show: KeptFilter,
  sink: Sink<{ readonly count: number }>,
): View =>
  createCountView(
    deps,
    sink,
    (db) => keptFor(keptItems(db), show).length - keptFor(heardItems(db), show).length,
  );

type CountDeps = Pick<ViewDeps, 'store' | 'clock' | 'log'>;

function createCountView(
  { store, clock, log }: CountDeps,
  sink: Sink<{ readonly count: number }>,
  count: (db: Db) => number,
): View {
  const set = differing(sink);
  const update = guarded(clock, sink, () => set({ count: count(store.db) }), log);
  update.now();
  return {
    refresh(changes) {
      if (concerns(changes)) update.now();
    },
    close: update.close,
  };
}
