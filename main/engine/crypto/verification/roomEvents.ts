// Finds the events of rooms that belong to verifications, and gives each to the library once and in the order of the room. Must not know a
// flow.
import { getEventByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../../base/types';
import { reported } from '../../base/unexpected';

export interface RoomVerificationEvent {
  readonly roomId: string;
  readonly eventId: string;
  readonly sender: string;
  readonly ts: number;
  readonly type: string;
  readonly content: Record<string, unknown>;
  readonly isRequest: boolean;
}

export interface RoomEvents {
  /** Takes the events of a sync, which are stored by now. */
  found(events: readonly StoredEvent[]): void;
  /** Takes events that were decrypted. */
  decrypted(eventNos: readonly number[]): void;
  /** Runs between two events, so that the library knows a request before the answers to it come. */
  between<T>(work: () => Promise<T>): Promise<T>;
}

const prefix = 'm.key.verification.';
const requestType = `${prefix}request`;
const mostRemembered = 500;

function cut<T>(set: Set<T>): void {
  for (const oldest of set) {
    if (set.size <= mostRemembered) return;
    set.delete(oldest);
  }
}

export function createRoomEvents(
  store: Store,
  ownUserId: string,
  take: (event: RoomVerificationEvent) => Promise<void>,
  log: Log,
): RoomEvents {
  const { db } = store;
  const unread = new Set<number>();
  const taken = new Set<string>();
  let line: Promise<unknown> = Promise.resolve();

  function between<T>(work: () => Promise<T>): Promise<T> {
    const result = line.then(work);
    // The caller gets the failure.
    line = result.catch(() => undefined);
    return result;
  }

  function consider(event: StoredEvent): void {
    if (event.stateKey !== null || event.redactedBy !== null || taken.has(event.eventId)) return;
    // The library knows the events that this device sent.
    if (event.sender === ownUserId && event.raw.unsigned?.['transaction_id'] !== undefined) return;
    const { type, content } = event.plain ?? event.raw;
    const isRequest = type === 'm.room.message' && content['msgtype'] === requestType;
    if (!isRequest && (!type.startsWith(prefix) || type === requestType)) return;
    taken.add(event.eventId);
    cut(taken);
    const { eventId, sender, ts } = event;
    const roomId = roomIdOf(db, event.roomNo);
    between(() => take({ roomId, eventId, sender, ts, type, content, isRequest })).catch(
      reported(log, 'an event of a verification'),
    );
  }

  return {
    found(events) {
      for (const event of events) {
        if (event.type !== 'm.room.encrypted' || event.plain !== null) consider(event);
        else unread.add(event.eventNo);
      }
      cut(unread);
    },
    decrypted(eventNos) {
      for (const eventNo of eventNos) {
        const event = unread.delete(eventNo) ? getEventByNo(db, eventNo) : null;
        if (event !== null) consider(event);
      }
    },
    between,
  };
}
