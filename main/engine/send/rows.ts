// The only module that changes the status of outbox rows. Each change goes through the status machine and is announced.
import { appFailure } from '#contract/wire/errors';
import { AppError } from '#contract/wire/errorSchemas';
import type { SendStatus } from '#contract/areas/messages/timelineModels';
import { settleEcho } from '#stores/outbox/echo';
import { getEvent } from '#stores/events/timeline';
import {
  deleteOutbox,
  dependentsOf,
  firstPending,
  getOutbox,
  hasFailedBefore,
  insertOutbox,
  nextSeq,
  outboxOfRoom,
  setOutbox,
  type OutboxRow,
} from '#stores/outbox/outbox';
import { isBehindBatch } from '#stores/outbox/fileBatches';
import { getState } from '#stores/rooms/state';
import { missedBy, moveMissed, setMissed, type MissedBy } from '#stores/settings/missed';
import { roomIdOf } from '#stores/rooms/rooms';
import { run, type Database } from '#stores/sqlite/statements';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { retarget, type Content } from './content';
import { assertCancellable, blockedByEarlier, firstStatus, transition } from './statusMachine';

export type { OutboxRow };

/** The caller's part of a new row; its place follows from the room's queue. */
export type NewRow = Pick<
  OutboxRow,
  'localKey' | 'requestId' | 'roomNo' | 'txnId' | 'type' | 'content' | 'createdMs'
> & {
  readonly attachment: Content | null;
  readonly waitsFor: string | null;
  /** A place that was kept for it; else it comes last. */
  readonly place?: number | undefined;
};

export interface OutboxRows {
  /** Adds a row as `sending`; behind others or with the gate closed it turns `queued`, behind a failed one (not before it) `not_sent`. */
  add(row: NewRow, ready: boolean, within?: (changes: Changes) => void): void;
  /** Null when the row is gone: the echo took over or it was cancelled. */
  move(localKey: string, status: SendStatus): OutboxRow | null;
  /** Marks the row as encrypted and `sending`. Users without the room key are noted on the disk before the request goes out. */
  encrypted(localKey: string, missed: MissedBy, mayHaveLeft: boolean): OutboxRow | null;
  /** The upload is finished: sets the final content and drops the file. */
  uploaded(localKey: string, content: Content): void;
  /** The server allows another try: back to `queued`, with one try more. Without an answer `tries` stays. */
  again(localKey: string, tries: number, unanswered: boolean): void;
  /** Gives the event id to the rows that wait for it, also when the echo removed the row before the answer came. */
  sent(localKey: string, eventId: string): void;
  /** The event was stored before the server's answer, without its transaction id. */
  echoed(localKey: string, eventId: string): void;
  /** The echo fell into a gap of the timeline: the server has the message, and filling the gap brings it. */
  forget(localKey: string): void;
  /** `not_sent`, and the waiting rows behind it are blocked. */
  fail(localKey: string, error: AppError, tries: number): void;
  /** Removes a row that the server refused and that has no button to retry it (a reaction, a redaction). */
  drop(localKey: string): void;
  cancel(localKey: string): void;
  retry(localKey: string, ready: boolean): void;
}

export const blockedError = (): AppError =>
  appFailure('blocked_by_earlier', blockedByEarlier).error;

/** The error stored with the row; null when there is none. */
export function errorOf(row: OutboxRow): AppError | null {
  const parsed = AppError.safeParse(row.error);
  return parsed.success ? parsed.data : null;
}

/** True between the first request and the answer: an earlier process, or device, may have sent the request. */
export const isUnderWay = (status: SendStatus): boolean =>
  status === 'sending' || status === 'encrypting';

const isBlocked = (row: OutboxRow): boolean => errorOf(row)?.code === 'blocked_by_earlier';

/** Replaces the pending message's key by its event id in edits, reactions, replies and redactions of it. */
function tellDependents(db: Database, dependents: readonly OutboxRow[], eventId: string): void {
  for (const { localKey, content, waitsFor } of dependents) {
    const told = retarget(content, waitsFor ?? '', eventId);
    setOutbox(db, localKey, { content: told, waitsFor: null });
  }
}

/** Notes the users without the room key; a row that may have left before keeps its earlier list too. */
function noteMissed(
  db: Database,
  { localKey, roomNo }: OutboxRow,
  missed: MissedBy,
  mayHaveLeft: boolean,
): void {
  const roomId = roomIdOf(db, roomNo);
  const before = mayHaveLeft ? missedBy(db, roomId, localKey) : null;
  const userIds = [...new Set([...(before?.userIds ?? []), ...missed.userIds])];
  const hidden = missed.hidden || before?.hidden === true;
  setMissed(db, roomId, localKey, { userIds, hidden }, (userId) => {
    const member = getState(db, roomNo, 'm.room.member', userId);
    return member?.raw.content['membership'] === 'invite' ? member.sender : null;
  });
}

/** Requeues the row, and the rows that it waits for. */
function requeue(db: Database, row: OutboxRow, ready: boolean): void {
  const others = outboxOfRoom(db, row.roomNo);
  if (row.status !== 'not_sent') transition(row.status, 'sending');
  const waiting = others.filter((other) => other.status !== 'sent' && other.seq <= row.seq);
  for (const other of waiting) {
    if (other.status !== 'not_sent') continue;
    setOutbox(db, other.localKey, {
      status: transition('not_sent', 'sending'),
      error: null,
      tries: 0,
      unanswered: false,
    });
    const first = other.localKey === waiting[0]?.localKey;
    const isHeld = isBehindBatch(db, other.roomNo, other.seq);
    if (!first || !ready || other.attachment !== null || isHeld)
      setOutbox(db, other.localKey, { status: transition('sending', 'queued') });
  }
}

export function createOutboxRows(store: Store, clock: Pick<Clock, 'now'>): OutboxRows {
  const { db } = store;

  function write<T>(
    roomNo: number,
    work: (changes: Changes) => T,
    durability?: 'durable' | 'passing',
  ): T {
    return store.write((changes) => {
      changes.timeline(roomNo, {});
      changes.room(roomNo);
      changes.topic('outbox');
      return work(changes);
    }, durability);
  }

  function setStatus(row: OutboxRow, status: SendStatus, fields: Partial<OutboxRow> = {}): void {
    if (row.status === status && Object.keys(fields).length === 0) return;
    const next = row.status === status ? status : transition(row.status, status);
    setOutbox(db, row.localKey, { ...fields, status: next });
  }

  /** Changes one row in its own transaction; null when the row is gone. */
  function change(
    localKey: string,
    work: (row: OutboxRow) => void,
    durability?: 'durable' | 'passing',
  ): OutboxRow | null {
    const found = getOutbox(db, localKey);
    if (found === null) return null;
    return write(
      found.roomNo,
      () => {
        const row = getOutbox(db, localKey);
        if (row === null) return null;
        work(row);
        return getOutbox(db, localKey);
      },
      durability,
    );
  }

  const remove = (row: OutboxRow): void => {
    transition(row.status, 'cancelled');
    moveMissed(db, roomIdOf(db, row.roomNo), row.localKey, null);
    deleteOutbox(db, row.localKey, clock.now());
  };

  /** Requeues the rows that only waited for a failed one, up to the next that failed itself. */
  function unblockAfter({ roomNo, seq }: OutboxRow): void {
    for (const row of outboxOfRoom(db, roomNo)) {
      if (row.seq <= seq || row.status !== 'not_sent') continue;
      if (!isBlocked(row)) return;
      setStatus(row, 'queued', { error: null, tries: 0 });
    }
  }

  /** Removes a cancelled message together with its pending edits, reactions and redactions. */
  function removeWithDependents(row: OutboxRow): void {
    remove(row);
    for (const other of dependentsOf(db, row.localKey)) removeWithDependents(other);
  }

  return {
    add: ({ place, ...row }, ready, within) =>
      write(row.roomNo, (changes) => {
        within?.(changes);
        const seq = place ?? nextSeq(db);
        const blocked = hasFailedBefore(db, row.roomNo, seq);
        const isFirst =
          firstPending(db, row.roomNo) === null && !isBehindBatch(db, row.roomNo, seq);
        insertOutbox(db, {
          ...row,
          seq,
          status: firstStatus(blocked ? 'not_sent' : 'sending'),
          tries: 0,
          error: blocked ? blockedError() : null,
          eventId: null,
        });
        const waits = !isFirst || !ready || row.attachment !== null;
        if (!blocked && waits)
          setOutbox(db, row.localKey, { status: transition('sending', 'queued') });
      }),
    move(localKey, status) {
      const found = getOutbox(db, localKey);
      if (found === null || found.status === status) return found;
      // The next start treats both statuses alike, so a power cut may confuse them.
      const durability = isUnderWay(found.status) && isUnderWay(status) ? 'passing' : 'durable';
      return change(localKey, (row) => setStatus(row, status), durability);
    },
    encrypted: (localKey, missed, mayHaveLeft) =>
      change(
        localKey,
        (row) => {
          noteMissed(db, row, missed, mayHaveLeft);
          setStatus(row, 'sending');
        },
        missed.userIds.length > 0 ? 'durable' : 'passing',
      ),
    uploaded: (localKey, content) =>
      void change(localKey, (row) => setOutbox(db, row.localKey, { content, attachment: null })),
    again: (localKey, tries, unanswered) =>
      void change(localKey, (row) => {
        // The status machine leads from `encrypting` back over `sending`.
        if (row.status === 'encrypting') transition('encrypting', 'sending');
        const from = row.status === 'encrypting' ? { ...row, status: 'sending' as const } : row;
        setStatus(from, 'queued', { tries, error: null, unanswered });
      }),
    sent(localKey, eventId) {
      const changed = change(localKey, (row) => {
        setStatus(row, 'sent', { eventId, error: null });
        moveMissed(db, roomIdOf(db, row.roomNo), localKey, eventId);
        tellDependents(db, dependentsOf(db, localKey), eventId);
      });
      if (changed !== null) return;
      const left = dependentsOf(db, localKey);
      if (left[0] !== undefined) write(left[0].roomNo, () => tellDependents(db, left, eventId));
    },
    echoed: (localKey, eventId) =>
      void change(localKey, (row) => {
        const event = getEvent(db, row.roomNo, eventId);
        if (event === null) return;
        const key = settleEcho(db, row.roomNo, event.raw, clock.now());
        if (key === null) return;
        run(db, 'UPDATE events SET local_key = ? WHERE event_no = ?', key, event.eventNo);
      }),
    forget: (localKey) =>
      void change(localKey, (row) => {
        if (row.status === 'sent') deleteOutbox(db, row.localKey, clock.now());
      }),
    fail: (localKey, error, tries) =>
      void change(localKey, (row) => {
        setStatus(row, 'not_sent', { error, tries });
        for (const other of outboxOfRoom(db, row.roomNo)) {
          if (other.seq > row.seq && other.status === 'queued')
            setStatus(other, 'not_sent', { error: blockedError() });
        }
      }),
    drop: (localKey) =>
      void change(localKey, (row) => {
        transition(row.status, 'not_sent');
        removeWithDependents({ ...row, status: 'not_sent' });
      }),
    cancel: (localKey) =>
      void change(localKey, (row) => {
        assertCancellable(row.status);
        const others = outboxOfRoom(db, row.roomNo);
        removeWithDependents(row);
        const blocking = others.some((other) => other.seq < row.seq && other.status === 'not_sent');
        if (!blocking) unblockAfter(row);
      }),
    retry: (localKey, ready) =>
      void change(localKey, (row) => {
        requeue(db, row, ready);
        unblockAfter(row);
      }),
  };
}
