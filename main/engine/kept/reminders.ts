// Shows reminders at their time, by the wall clock: also after the computer slept or the app was closed. Works without the server. Other
// devices of the account show their own; a reminder that was done there is removed here.
import { getEvent } from '#stores/events/timeline';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { dropToldReminder, putToldReminder, toldReminders } from '#stores/settings/toldReminders';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { Notice } from '#contract/control';
import type { Clock, Log } from '../base/types';
import { retried, type Retried } from '../base/clock';
import { unexpected } from '../base/unexpected';
import { isHeldBack, isSoundOff } from '../push/hold';
import { isWithheld, takenAway, type ToldOf } from '../push/withheld';
import { heardItems } from './heard';
import { keptItems, reminderKey, type KeptItem } from './items';

export interface Reminders {
  start(): void;
  /** The computer was asleep, or its clock was changed. */
  wake(): void;
  stop(): void;
}

export interface RemindersDeps {
  readonly store: Store;
  /** Null: nothing of the account is shown. */
  readonly ownUserId: () => string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly show: (notice: Notice, key: string) => void;
  /** The reminder of a shown notification is done. */
  readonly settled: (key: string) => void;
}

type NoticeOf = (typeof import('../push/push'))['noticeOf'];

/** A timer does not count the time that the computer sleeps: the wall clock is read this often while a reminder waits. */
const lookMs = 30_000;
/** Most notifications after a long absence; the others are counted in the list of saved messages. */
const mostAtOnce = 5;

/** Reminders are shown in muted rooms, too; their text follows the same settings as any message's. */
function reminderNotice(
  { store, ownUserId }: RemindersDeps,
  noticeOf: NoticeOf,
  item: KeptItem,
  sound: boolean,
): { readonly notice: Notice; readonly of: ToldOf | null } {
  const { roomId, eventId } = item;
  const roomNo = roomNoOf(store.db, roomId);
  const event = roomNo === null ? null : getEvent(store.db, roomNo, eventId);
  const silent = !sound;
  const bare = { roomId, eventId, body: '', silent, kind: 'reminder' } as const;
  const title = roomNo === null ? '' : (getRoom(store.db, roomNo)?.name ?? '');
  if (event === null || isWithheld(store.db, ownUserId() ?? '', event))
    return { notice: { ...bare, title }, of: null };
  const notice = noticeOf(store.db, event, sound);
  const body = notice.kind === 'message' ? notice.body : '';
  return { notice: { ...notice, kind: 'reminder', body }, of: event };
}

const concerned = ['kept', 'accountData', 'settings', 'session'] as const;

export function createReminders(deps: RemindersDeps): Reminders {
  const { store, clock, log } = deps;
  const { db } = store;
  let cancelTimer: (() => void) | null = null;
  let running = false;
  /** Loaded with the first reminder that is shown: a start does not need it. */
  let noticeOf: NoticeOf | null = null;
  /** Reminders that are shown with the text of their message, by their key. */
  const shown = new Map<string, ToldOf & { readonly item: KeptItem }>();

  /** Rooms that changed since reminders with text were shown, and were not checked yet. */
  const changed = new Set<number>();
  let takingBack: Retried | null = null;

  function show(made: NoticeOf, item: KeptItem, sound: boolean, replaces = false): void {
    const key = reminderKey(item);
    const { notice, of } = reminderNotice(deps, made, item, sound);
    shown.delete(key);
    if (of !== null) shown.set(key, { roomNo: of.roomNo, eventNo: of.eventNo, item });
    deps.show(replaces ? { ...notice, replaces } : notice, key);
  }

  /** The message was redacted or hidden meanwhile: a reminder that is still shown stays, without its text. */
  function takeWordsBack(): void {
    for (const key of takenAway(db, deps.ownUserId() ?? '', shown, changed)) {
      const of = shown.get(key);
      if (of !== undefined && noticeOf !== null) show(noticeOf, of.item, false, true);
    }
    changed.clear();
  }

  function roomsChanged({ rooms, timelines }: ChangeSet): void {
    if (shown.size === 0) return;
    // After a change of power levels an event that hides a message may take effect.
    for (const roomNo of [...rooms, ...timelines.keys()]) changed.add(roomNo);
    takingBack?.now();
  }

  function load(): void {
    import('../push/push').then(
      (push) => {
        noticeOf = push.noticeOf;
        guardedLook();
      },
      (thrown: unknown) => void unexpected(log, 'reminders', thrown),
    );
  }

  function tell(due: readonly KeptItem[]): void {
    const made = noticeOf;
    if (made === null) return load();
    store.write((changes) => {
      for (const { roomId, eventId, remindAtMs } of due)
        putToldReminder(db, { roomId, eventId, atMs: remindAtMs ?? 0 });
      changes.topic('kept');
    });
    const sound = !isSoundOff(db);
    due.slice(0, mostAtOnce).forEach((item, index) => show(made, item, sound && index === 0));
  }

  /** The reminder was done, put off or deleted, here or on another device. */
  function settle(items: readonly KeptItem[]): void {
    const wanted = new Map(items.map((item) => [reminderKey(item), item.remindAtMs]));
    const over = toldReminders(db).filter((told) => wanted.get(reminderKey(told)) !== told.atMs);
    if (over.length === 0) return;
    store.write(() => over.forEach(({ roomId, eventId }) => dropToldReminder(db, roomId, eventId)));
    for (const told of over) {
      shown.delete(reminderKey(told));
      deps.settled(reminderKey(told));
    }
  }

  function look(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || deps.ownUserId() === null) return;
    const nowMs = clock.now();
    const items = keptItems(db).filter(({ remindAtMs }) => remindAtMs !== null);
    settle(items);
    const told = new Set(toldReminders(db).map((one) => reminderKey(one)));
    const heard = new Set(heardItems(db).map(reminderKey));
    const waiting = items.filter(
      (item) => heard.has(reminderKey(item)) && !told.has(reminderKey(item)),
    );
    // Earliest first. In quiet hours it waits for their end, so that the user does not miss it.
    const due = waiting
      .filter(({ remindAtMs }) => (remindAtMs ?? 0) <= nowMs)
      .sort((a, b) => (a.remindAtMs ?? 0) - (b.remindAtMs ?? 0));
    const isHeld = due.length > 0 && isHeldBack(db, nowMs);
    if (due.length > 0 && !isHeld) tell(due);
    const nextMs = waiting
      .filter(({ remindAtMs }) => isHeld || (remindAtMs ?? 0) > nowMs)
      .reduce((first, { remindAtMs }) => Math.min(first, (remindAtMs ?? 0) - nowMs), Infinity);
    if (nextMs === Infinity) return;
    cancelTimer = clock.setTimeout(
      guardedLook,
      isHeld ? lookMs : Math.min(lookMs, Math.max(0, nextMs)),
    );
  }

  function guardedLook(): void {
    try {
      look();
    } catch (thrown) {
      // The disk is full, or the store is closing: the next check shows it.
      unexpected(log, 'reminders', thrown);
      if (running) cancelTimer = clock.setTimeout(guardedLook, lookMs);
    }
  }

  const concerns = ({ topics }: ChangeSet): boolean => concerned.some((topic) => topics.has(topic));
  let off = (): unknown => undefined;

  return {
    start() {
      running = true;
      takingBack = retried(clock, takeWordsBack);
      off = store.onCommit((changes) => {
        if (concerns(changes)) guardedLook();
        roomsChanged(changes);
      });
      guardedLook();
    },
    wake: guardedLook,
    stop() {
      running = false;
      off();
      takingBack?.end();
      shown.clear();
      changed.clear();
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
