// Decrypts the events in the queue, in batches with pauses, and retries failed ones when their key arrives. Each batch is one transaction
// {plaintext, room rows}. All work runs one after the other, so a key that arrives meanwhile is not missed.
import {
  countUndecrypted,
  nextUndecrypted,
  undecryptedOf,
  undecryptedOfSessions,
} from '#stores/ingest/decryption';
import type { RawEvent, StoredEvent } from '#stores/events/types';
import { roomIdOf } from '#stores/rooms/rooms';
import { StoreError } from '#stores/sqlite/errors';
import { kindOf } from '#stores/sqlite/frames';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import type { Backend, Content, Decrypted } from './backend';
import { isPanic } from './errors';
import { createOwnEchoes } from './ownEchoes';
import { createPlaintext, refusals, type Outcome } from './plaintext';
import { megolmOwner, type MegolmEvent } from './replay';

export interface DecryptDeps {
  readonly store: Store;
  readonly backend: Backend;
  readonly ownUserId: string;
  /** Recomputes what the room's row derives from its events, in the same transaction. */
  readonly recomputeRoom: (roomNo: number, changes: Changes) => void;
  /** Called after the commit with events that were decrypted. For `late` ones an earlier attempt had failed. */
  readonly onDecrypted: (eventNos: readonly number[], late: boolean) => void;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly log: Log;
}

export interface Decryption {
  /** Empties the decrypt queue, as long as `wanted` (default: always) says so between batches. */
  drain(wanted?: () => boolean): Promise<void>;
  /**
   * Sets the one listener, which is called when the plaintext of an arrived key could not be written and waits for the next {@link drain}.
   */
  onWaiting(listener: () => void): void;
  /**
   * Decrypts an event that is not stored yet: writes nothing, and leaves its place in the queue to it. Null: it cannot be decrypted now.
   */
  peek(roomNo: number, event: RawEvent): Promise<Peeked | null>;
  /** Notes a message that we encrypted, so that its echo needs no decryption. */
  remember(roomNo: number, encrypted: Content, type: string, content: Content): void;
  /** Retries failed events, of one room or all; answers how many were decrypted. */
  retry(roomNo: number | null): Promise<number>;
  /** Retries the failed events of these Megolm sessions, in the background. */
  retrySessions(sessionIds: readonly string[]): void;
  /**
   * Retries the newest 500 failed events, in the background: after a start, as a kill may have come between a key and its messages, and
   * when keys may have come in some other way.
   */
  retryNewest(): void;
  undecryptable(): number;
  stop(): void;
}

/** The decrypted event, and what its key proves about the sender. */
export type Peeked = Pick<Extract<Decrypted, { ok: true }>, 'type' | 'content' | 'trust'>;

const batchSize = 32;
const newest = 500;
const megolm = 'm.megolm.v1.aes-sha2';

function malformed(content: Content): string | undefined {
  const fields = ['algorithm', 'session_id', 'ciphertext'];
  if (fields.some((name) => typeof content[name] !== 'string')) return 'MISSING_FIELDS';
  return content['algorithm'] === megolm ? undefined : 'UNKNOWN_ERROR';
}

export function createDecryption(deps: DecryptDeps): Decryption {
  const { store, backend, log } = deps;
  const { db } = store;
  const plaintext = createPlaintext(deps);
  const arrived = new Set<string>();
  /** A retry of the newest failed events is due. */
  let isGuessing = false;
  let tellWaiting: () => void = () => undefined;
  let line: Promise<unknown> = Promise.resolve();
  let stopped = false;

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const result = line.then(work, work);
    // The caller gets the failure.
    line = result.catch(() => undefined);
    return result;
  }

  /** Runs work in the background, logging its failure. */
  function inPassing(work: () => Promise<unknown>): void {
    work().catch((thrown: unknown) => {
      log.warn('retry failed', { name: kindOf(thrown) });
      if (thrown instanceof StoreError) tellWaiting();
    });
  }

  /** An event on which the library fails must not hold up the others; the loss of the machine is thrown on. */
  async function decryptOne(event: MegolmEvent): Promise<Decrypted> {
    try {
      return await attempt(event);
    } catch (thrown) {
      if (stopped || isPanic(thrown)) throw thrown;
      log.warn('decrypting failed', { name: kindOf(thrown) });
      return { ok: false, code: 'UNKNOWN_ERROR', text: '' };
    }
  }

  async function attempt(event: MegolmEvent): Promise<Decrypted> {
    const refused = malformed(event.raw.content) ?? refusals[megolmOwner(store, event)];
    if (refused !== undefined) return { ok: false, code: refused, text: '' };
    const roomId = roomIdOf(db, event.roomNo);
    const outcome = await deps.guard(backend.decrypt(roomId, event.eventNo, event.raw));
    // The library has no code of its own for a message that was meant for another room.
    const elsewhere =
      !outcome.ok && outcome.code === 'UNKNOWN_ERROR' && /\broom\b/i.test(outcome.text);
    return elsewhere ? { ...outcome, code: 'BAD_ROOM' } : outcome;
  }

  async function decryptBatch(events: readonly StoredEvent[], late: boolean): Promise<number> {
    // All together, so that what the library saves for each shares durable commits (D20). Two that claim the same message index are
    // told apart when they are written, in this order.
    const outcomes = await Promise.all(
      events.map(async (event) => [event, await decryptOne(event)] as const),
    );
    if (stopped) return 0;
    const numbers = plaintext.writeEach(outcomes);
    if (numbers.length > 0) deps.onDecrypted(numbers, late);
    await new Promise(setImmediate);
    return numbers.length;
  }

  /** Each batch takes its own place in the line, so that a new message goes between two batches of thousands of old ones. */
  async function retryAll(events: readonly StoredEvent[]): Promise<number> {
    let readable = 0;
    for (let at = 0; at < events.length && !stopped; at += batchSize)
      readable += await inLine(() => decryptBatch(events.slice(at, at + batchSize), true));
    return readable;
  }

  async function drainNow(wanted: () => boolean): Promise<void> {
    while (!stopped && wanted()) {
      const batch = nextUndecrypted(db, batchSize);
      if (batch.length === 0) return;
      await decryptBatch(batch, false);
    }
  }

  /** Sessions that arrive during other work are gathered here, so a restore of thousands costs one look at the table. */
  async function retryArrived(): Promise<void> {
    const sessions: string[] = [];
    try {
      // In line: events that are being tried without these sessions are marked as failed by then.
      const events = await inLine(async () => {
        sessions.push(...arrived);
        arrived.clear();
        return sessions.length === 0 || stopped ? [] : undecryptedOfSessions(db, sessions);
      });
      const readable = await retryAll(events);
      if (events.length > 0) log.info('keys arrived', { tried: events.length, readable });
    } catch (thrown) {
      for (const session of sessions) arrived.add(session);
      throw thrown;
    }
  }

  async function guess(): Promise<void> {
    isGuessing = true;
    await retryAll(await inLine(async () => undecryptedOf(db, null, newest)));
    isGuessing = false;
  }

  /** Retries what an earlier attempt could not write. */
  async function leftOver(): Promise<void> {
    if (arrived.size > 0) await retryArrived();
    if (isGuessing) await guess();
  }

  function drain(wanted: () => boolean): Promise<void> {
    const drained = inLine(() => drainNow(wanted));
    return arrived.size > 0 || isGuessing ? drained.then(leftOver) : drained;
  }

  const echoes = createOwnEchoes(store, deps.ownUserId, (found) => {
    const outcomes = found.map(({ event, type, content }): Outcome => [
      event,
      { ok: true, type, content, trust: 'ok' },
    ]);
    const readable = plaintext.write(outcomes);
    if (readable.length > 0) deps.onDecrypted(readable, false);
  });

  function retrySessions(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) arrived.add(sessionId);
    inPassing(retryArrived);
  }

  const unsubscribe = backend.onRoomKeys(retrySessions);

  return {
    drain: (wanted = () => true) => drain(wanted),
    onWaiting: (listener) => void (tellWaiting = listener),
    retry: async (roomNo) => retryAll(await inLine(async () => undecryptedOf(db, roomNo))),
    retrySessions,
    retryNewest: () => inPassing(guess),
    async peek(roomNo, raw) {
      const outcome = await decryptOne({ roomNo, eventNo: null, raw });
      return outcome.ok && !stopped ? outcome : null;
    },
    remember: echoes.remember,
    undecryptable: () => countUndecrypted(db),
    stop: () => {
      stopped = true;
      echoes.stop();
      unsubscribe();
    },
  };
}
