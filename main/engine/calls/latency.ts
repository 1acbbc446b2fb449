// Owns everything in the engine that lets the first sound of a call come sooner: signals that are read before sync has stored them, and
// writes that wait. It must not decide what a signal means, and nothing is lost when it does nothing.
//
// Reason (bar R12: from the press on "Answer" to the first sound): a commit, and the views that run after it, take tens of milliseconds of
// the thread on which the answer is encrypted and sent. Whoever removes this file measures R12 again (test/e2e/speed/callsSpeed.bench.ts).
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import type { Crypto } from '../crypto/crypto';
import type { Urgent } from '../sync/urgent';
import type { Call } from './callRegistry';
import type { ReadableSignal } from './inboundSignals';

/** The longest that other writes wait for a call, ms. */
const mostMs = 200;

/** From an answer to the connection the engine writes nothing else. */
export interface WriteHoldOff {
  /** An answer came or goes out. Counts once per call: repeated answers hold nothing up. */
  answered(callId: string): void;
  connected(): void;
  /** Monotonic, ms. */
  until(): number;
}

export function createWriteHoldOff(clock: Pick<Clock, 'monotonic'>): WriteHoldOff {
  let lastCallId = '';
  let until = 0;
  return {
    answered(callId) {
      if (callId === lastCallId) return;
      lastCallId = callId;
      until = clock.monotonic() + mostMs;
    },
    connected: () => void (until = 0),
    until: () => until,
  };
}

export interface EarlySignalDeps {
  readonly store: Store;
  readonly crypto: Pick<Crypto, 'peek'> | null;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly registry: { all(): readonly Pick<Call, 'roomId'>[] };
  /** @param arrivedAt monotonic, ms */
  readonly receive: (signal: ReadableSignal, arrivedAt: number) => void;
}

/** Signals in rooms where a call rings or runs, as sync has them before it stores them. */
export function createEarlySignals(deps: EarlySignalDeps): Pick<Urgent, 'rooms' | 'take'> {
  const { db } = deps.store;
  return {
    rooms: () => new Set(deps.registry.all().map(({ roomId }) => roomId)),
    async take(roomId, events) {
      const now = deps.clock.monotonic();
      const roomNo = roomNoOf(db, roomId);
      const seen = new Set<unknown>();
      for (const raw of events) {
        const { event_id: eventId, sender, origin_server_ts: ts, unsigned, type } = raw;
        const isPlain = raw.state_key === undefined && unsigned?.['redacted_because'] === undefined;
        if (roomNo === null || !isPlain || sender === deps.ownUserId) continue;
        const { ciphertext } = raw.content;
        const encrypted = type === 'm.room.encrypted';
        // A server that repeats a message under two ids: which one is real is decided when they are stored.
        if (encrypted && seen.has(ciphertext)) continue;
        if (encrypted) seen.add(ciphertext);
        const plain = encrypted ? await deps.crypto?.peek(roomNo, raw) : raw;
        // A sender in doubt is looked at again when the event is stored: its device may be known by then.
        if (plain == null || ('trust' in plain && plain.trust !== 'ok')) continue;
        const { type: kind, content } = plain;
        deps.receive(
          { roomNo, eventId, sender, ts, unsigned, encrypted, type: kind, content },
          now,
        );
      }
    },
  };
}
