// A room in a real store with a timeline view on it, and items in a form that reads like a conversation.
import { report, type AppendResult } from '#stores/ingest/placing';
import { appendLive, prependOlder } from '#stores/ingest/timeline';
import type { AppError } from '#contract/wire/errors';
import type { RawEvent } from '#stores/events/types';
import { insertOutbox, nextSeq, type OutboxRow } from '#stores/outbox/outbox';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { Clock } from '#engine/base/types';
import { recomputeRoom } from '#engine/rooms/derive';
import { createRoomsView } from '#engine/views/rooms';
import { createTimelineView } from '#engine/views/timeline/timeline';
import type { PagedView, ViewDeps } from '#engine/views/view';
import type { EngineContract } from '#contract/engine';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { ListQuery } from '#contract/wire/shapes';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { alice, bob, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

/** Time that stands still until the test moves it; what was due runs then. */
export interface TestClock extends Clock {
  pass(ms: number): void;
}

export function testClock(startMs = 1_740_900_000_000): TestClock {
  let elapsed = 0;
  let due: { at: number; work: () => void }[] = [];
  return {
    now: () => startMs + elapsed,
    monotonic: () => elapsed,
    setTimeout(work, ms) {
      const entry = { at: elapsed + ms, work };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      elapsed += ms;
      const ready = due.filter((entry) => entry.at <= elapsed);
      due = due.filter((entry) => entry.at > elapsed);
      for (const entry of ready) entry.work();
    },
  };
}

export interface RoomBench {
  readonly temp: TempStore;
  readonly clock: TestClock;
  readonly roomNo: number;
  readonly roomId: string;
  readonly deps: ViewDeps;
  live(events: RawEvent[], more?: { limited?: boolean; prevBatch?: string | null }): void;
  older(chunkNo: number, events: RawEvent[], end: string | null): void;
  setState(events: RawEvent[]): void;
  /** Whatever is written, as a change of the room and of its timeline. */
  write(work: () => void): void;
  send(row: Partial<OutboxRow> & Pick<OutboxRow, 'content'>): OutboxRow;
  open(query?: {
    threadId?: string | null;
    around?: string | null;
    limit?: number;
    unreadAfter?: string;
    /** Absent: a failure is thrown. */
    onFail?: (error: AppError) => void;
  }): OpenView;
}

export interface OpenView {
  readonly view: PagedView;
  items(): readonly TimelineItem[];
  messages(): MessageItem[];
}

export const bigRoom = '!room:example.org';

export function roomBench(more: Partial<ViewDeps> = {}): RoomBench {
  const temp = tempStore();
  const { store } = temp;
  const { db } = store;
  const clock = testClock();
  const deps: ViewDeps = { store, ownUserId: () => alice, clock, ...more };
  const roomNo = store.write(() => {
    const no = ensureRoom(db, bigRoom);
    updateRoom(db, no, { membership: 'join' });
    putState(
      db,
      no,
      [
        create('10'),
        member(alice, 'join', 'Alice'),
        member(bob, 'join', 'Bob'),
        state('m.room.name', '', { name: 'Garden' }, { sender: alice }),
        state('m.room.power_levels', '', { users: { [alice]: 100 } }, { sender: alice }),
      ],
      1,
    );
    return no;
  });
  let counter = 0;
  const touch = (work: () => AppendResult | void): void =>
    store.write((changes) => {
      const result = work();
      if (result === undefined) changes.timeline(roomNo);
      else report(changes, roomNo, result);
      recomputeRoom(db, roomNo, alice, changes);
    });
  touch(() => undefined);

  return {
    temp,
    clock,
    roomNo,
    roomId: bigRoom,
    deps,
    live: (events, { limited = false, prevBatch = null } = {}) =>
      touch(() =>
        appendLive(db, {
          roomNo,
          events,
          limited,
          prevBatch,
          receivedMs: clock.now(),
          ownUserId: alice,
        }),
      ),
    older: (chunkNo, events, end) =>
      touch(() => prependOlder(db, { roomNo, chunkNo, events, end, receivedMs: clock.now() })),
    setState: (events) => touch(() => putState(db, roomNo, events, 1)),
    write: (work) =>
      store.write((changes) => {
        work();
        changes.timeline(roomNo);
        changes.room(roomNo);
      }),
    send(row) {
      counter += 1;
      const full: OutboxRow = {
        localKey: `~${bigRoom}:m1.${counter}`,
        requestId: `request-${counter}`,
        roomNo,
        seq: nextSeq(db),
        txnId: `m1.${counter}`,
        status: 'sending',
        type: 'm.room.message',
        attachment: null,
        waitsFor: null,
        tries: 0,
        error: null,
        eventId: null,
        createdMs: clock.now(),
        unanswered: false,
        ...row,
      };
      store.write((changes) => {
        insertOutbox(db, full);
        changes.timeline(roomNo);
        changes.topic('outbox');
      });
      return full;
    },
    open({ threadId = null, around = null, limit = 50, unreadAfter, onFail } = {}) {
      let items: readonly TimelineItem[] = [];
      const view = createTimelineView(
        deps,
        {
          ...{ roomId: bigRoom, threadId, around, limit },
          ...(unreadAfter !== undefined && { unreadAfter }),
        },
        {
          set: (value) => {
            items = value;
          },
          fail: (error) => {
            if (onFail === undefined) throw new Error(error.message);
            onFail(error);
          },
        },
      );
      store.onCommit((changes) => {
        clock.pass(1_000);
        view.refresh(changes);
      }, 'inside');
      return {
        view,
        items: () => items,
        messages: () => items.filter((item): item is MessageItem => item.kind === 'message'),
      };
    },
  };
}

/** One word per item: `day`, `start`, `unread`, `gap`, the text of a message, `-what` of a notice. */
export function words(items: readonly TimelineItem[]): string {
  return items
    .map((item) => {
      if (item.kind === 'notice') return `-${item.what}`;
      if (item.kind !== 'message') return `[${item.kind}]`;
      const { body } = item;
      return 'text' in body ? body.text : `<${body.type}>`;
    })
    .join(' ');
}

/** The list of rooms, which follows each commit at once. */
export function openRooms(
  deps: Omit<ViewDeps, 'ownUserId' | 'clock'> & { readonly clock: TestClock },
  query: Partial<ListQuery<EngineContract, 'rooms'>> = {},
): { readonly view: PagedView; items(): readonly RoomListItem[] } {
  let items: readonly RoomListItem[] = [];
  const { clock, store } = deps;
  const view = createRoomsView(
    { ...deps, ownUserId: () => alice },
    { text: '', collapsed: [], limit: 100, ...query },
    {
      set: (value) => void (items = value),
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  store.onCommit((changes) => {
    clock.pass(1_000);
    view.refresh(changes);
    clock.pass(1_000);
  }, 'inside');
  return { view, items: () => items };
}
