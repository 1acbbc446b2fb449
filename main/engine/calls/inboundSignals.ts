// Owns the way of call events from sync to the signal policy: each event counts once, as soon as it can be read, with its age. It must not
// decide who may send a signal.
import { getEventByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import type { Urgent } from '../sync/urgent';
import { effective } from '../events/relations';
import { createEarlySignals, type EarlySignalDeps } from './latency';
import type { RoomSignal } from './signalPolicy';
import { signalKind } from '../events/callSignals';
import type { Content } from './signalSchema';

export interface InboundSignalsDeps extends Omit<EarlySignalDeps, 'receive'> {
  readonly policy: (signal: RoomSignal) => void;
}

export interface InboundSignals {
  /** News of a sync, stored by now. */
  found(events: readonly StoredEvent[]): void;
  /** Events that can be read now. */
  decrypted(eventNos: readonly number[]): void;
  /** The path before the store ({@link createEarlySignals}). */
  readonly early: Pick<Urgent, 'rooms' | 'take'>;
}

export interface ReadableSignal extends Pick<StoredEvent, 'roomNo' | 'eventId' | 'sender' | 'ts'> {
  readonly unsigned: Content | undefined;
  /** It came encrypted. */
  readonly encrypted: boolean;
  readonly type: string;
  readonly content: Content;
}

const mostArrived = 1_000;
const mostReceived = 500;

export function createInboundSignals(deps: InboundSignalsDeps): InboundSignals {
  const { store, clock } = deps;
  const { db } = store;
  /** Monotonic arrival of news that could not be read yet. */
  const arrived = new Map<number, number>();
  /** Each event counts once, however it came to be read. */
  const received = new Set<string>();

  function receive(event: ReadableSignal, arrivedAt: number): void {
    const { roomNo, eventId, sender, type, content } = event;
    if (signalKind(type) === null || received.has(eventId)) return;
    // In clear the server could have written it, with a fingerprint of its own: the call would only look private.
    if (getRoom(db, roomNo)?.encryption != null && !event.encrypted) return;
    const age = event.unsigned?.['age'];
    const known = typeof age === 'number' ? age : clock.now() - event.ts;
    const ageMs = Math.max(0, known) + (clock.monotonic() - arrivedAt);
    received.add(eventId);
    const [oldest] = received;
    if (received.size > mostReceived && oldest !== undefined) received.delete(oldest);
    deps.policy({ roomNo, roomId: roomIdOf(db, roomNo), eventId, sender, type, content, ageMs });
  }

  function receiveStored(event: StoredEvent, arrivedAt: number): void {
    if (event.redactedBy !== null || event.stateKey !== null) return;
    const encrypted = event.type === 'm.room.encrypted';
    // A caller has to prove who it is: a device that the server made up proves nothing.
    if (encrypted && event.trust !== 'ok') return;
    receive({ ...event, unsigned: event.raw.unsigned, encrypted, ...effective(event) }, arrivedAt);
  }

  return {
    found(events) {
      const now = clock.monotonic();
      for (const event of events) {
        if (event.type === 'm.room.encrypted' && event.plain === null)
          arrived.set(event.eventNo, now);
        else receiveStored(event, now);
      }
      for (const eventNo of arrived.keys()) {
        if (arrived.size <= mostArrived) break;
        arrived.delete(eventNo);
      }
    },
    decrypted(eventNos) {
      for (const eventNo of eventNos) {
        const arrivedAt = arrived.get(eventNo);
        const event = arrivedAt === undefined ? null : getEventByNo(db, eventNo);
        // An event whose sender is in doubt is delivered again once the doubt is gone.
        if (event?.trust === 'ok' || event === null) arrived.delete(eventNo);
        if (event !== null && arrivedAt !== undefined) receiveStored(event, arrivedAt);
      }
    },
    early: createEarlySignals({ ...deps, receive }),
  };
}
