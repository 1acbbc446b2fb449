// Events of rooms on their way to the judge: each once, as soon as it can be read. In a room where a call rings or runs that is before
// they are stored: whoever answers, and whoever hears the answer, waits for nothing else (R12).
import { getEventByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Crypto } from '../crypto/crypto';
import type { Clock } from '../base/types';
import type { Urgent } from '../sync/urgent';
import { effective } from '../events/relations';
import type { Call } from './book';
import type { RoomSignal } from './judge';
import { signalKind } from '../events/callSignals';
import type { Content } from './vet';

export interface HearingDeps {
  readonly store: Store;
  readonly crypto: Pick<Crypto, 'peek'> | null;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly book: { all(): readonly Pick<Call, 'roomId'>[] };
  readonly judge: (signal: RoomSignal) => void;
}

export interface Hearing {
  /** News of a sync, stored by now. */
  found(events: readonly StoredEvent[]): void;
  /** Events that can be read now. */
  decrypted(eventNos: readonly number[]): void;
  readonly urgent: Pick<Urgent, 'rooms' | 'take'>;
}

interface Heard extends Pick<StoredEvent, 'roomNo' | 'eventId' | 'sender' | 'ts'> {
  readonly unsigned: Content | undefined;
  /** It came encrypted. */
  readonly secret: boolean;
  readonly type: string;
  readonly content: Content;
}

const mostArrived = 1_000;
const mostJudged = 500;

export function createHearing(deps: HearingDeps): Hearing {
  const { store, clock, ownUserId } = deps;
  const { db } = store;
  /** Monotonic arrival of news that could not be read yet. */
  const arrived = new Map<number, number>();
  /** Each event counts once, however it came to be read. */
  const judged = new Set<string>();

  function hear(event: Heard, arrivedAt: number): void {
    const { roomNo, eventId, sender, type, content } = event;
    if (signalKind(type) === null || judged.has(eventId)) return;
    // In clear the server could have written it, with a fingerprint of its own: the call would only look private.
    if (getRoom(db, roomNo)?.encryption != null && !event.secret) return;
    const age = event.unsigned?.['age'];
    const known = typeof age === 'number' ? age : clock.now() - event.ts;
    const ageMs = Math.max(0, known) + (clock.monotonic() - arrivedAt);
    judged.add(eventId);
    const [oldest] = judged;
    if (judged.size > mostJudged && oldest !== undefined) judged.delete(oldest);
    deps.judge({ roomNo, roomId: roomIdOf(db, roomNo), eventId, sender, type, content, ageMs });
  }

  function hearStored(event: StoredEvent, arrivedAt: number): void {
    if (event.redactedBy !== null || event.stateKey !== null) return;
    const secret = event.type === 'm.room.encrypted';
    // Whoever rings as somebody has to prove it: a device that the server made up proves nothing.
    if (secret && event.trust !== 'ok') return;
    hear({ ...event, unsigned: event.raw.unsigned, secret, ...effective(event) }, arrivedAt);
  }

  return {
    found(events) {
      const now = clock.monotonic();
      for (const event of events) {
        if (event.type === 'm.room.encrypted' && event.plain === null)
          arrived.set(event.eventNo, now);
        else hearStored(event, now);
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
        // Told again when its sender is beyond doubt.
        if (event?.trust === 'ok' || event === null) arrived.delete(eventNo);
        if (event !== null && arrivedAt !== undefined) hearStored(event, arrivedAt);
      }
    },
    urgent: {
      rooms: () => new Set(deps.book.all().map(({ roomId }) => roomId)),
      async take(roomId, events) {
        const now = clock.monotonic();
        const roomNo = roomNoOf(db, roomId);
        const seen = new Set<unknown>();
        for (const raw of events) {
          const { event_id: eventId, sender, origin_server_ts: ts, unsigned, type } = raw;
          const isPlain =
            raw.state_key === undefined && unsigned?.['redacted_because'] === undefined;
          if (roomNo === null || !isPlain || sender === ownUserId) continue;
          const { ciphertext } = raw.content;
          const secret = type === 'm.room.encrypted';
          // What the server shows twice is one message: which is the real one is told apart when they are stored.
          if (secret && seen.has(ciphertext)) continue;
          if (secret) seen.add(ciphertext);
          const plain = secret ? await deps.crypto?.peek(roomNo, raw) : raw;
          // Judged again when it is stored: the sender's device may be known by then.
          if (plain == null || ('trust' in plain && plain.trust !== 'ok')) continue;
          const { type: kind, content } = plain;
          hear({ roomNo, eventId, sender, ts, unsigned, secret, type: kind, content }, now);
        }
      },
    },
  };
}
