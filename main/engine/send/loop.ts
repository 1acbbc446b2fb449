// Sends the outbox: strict order within a room, rooms side by side (D17). Decides when and how often; `rows` decides what a status
// may become. Nothing here looks into a message.
import { appFailure, AppFailure, toAppError, type AppError } from '#contract/wire/errors';
import { getEvent, getEventByLocalKey } from '#stores/events/timeline';
import {
  firstPending,
  getOutbox,
  outboxPending,
  roomsPending,
  sentKeys,
  type OutboxRow,
} from '#stores/outbox/outbox';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { retryBackoffMs } from '../http/retry';
import type { Clock, Log, SendGate } from '../base/types';
import { retarget, type Content } from './content';
import type { OutboxRows } from './rows';

/** What a request needs: the wire's type and content, and the id that makes it happen once. */
export interface Outgoing {
  readonly roomNo: number;
  readonly type: string;
  readonly content: Content;
  readonly txnId: string;
}

export interface SendLoopDeps {
  readonly store: Store;
  readonly rows: OutboxRows;
  readonly gate: SendGate;
  /** One try, no retries of its own. Returns the event id. `AppFailure.data.status` null or absent: nobody answered. */
  readonly put: (outgoing: Outgoing, signal: AbortSignal) => Promise<string>;
  /** Null: no encryption support (CHAT-5.5). */
  readonly encrypt:
    | ((
        roomNo: number,
        type: string,
        content: Content,
      ) => Promise<{ type: string; content: Content }>)
    | null;
  /** Uploads the file of a row and gives its final content. */
  readonly upload: (row: OutboxRow, signal: AbortSignal) => Promise<Content>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SendLoop {
  start(): void;
  /** Cuts what is under way; those rows go again after the next start. */
  stop(): Promise<void>;
  /** Tries again what could not reach the server: the network is back. */
  wake(): void;
}

const roomsAtOnce = 4;
/** CHAT-8.13: unreachable while sync still believes otherwise. */
const unreachableWaitMs = 3000;
/** An echo that so many syncs and so long did not bring fell into a gap. */
const echoSyncs = 3;
const echoWaitMs = 30_000;
const clearTypes = new Set(['m.reaction', 'm.room.redaction']);
const sessionLost = new Set(['session_expired', 'signed_out', 'account_deactivated']);

const answered = (error: AppError): boolean => typeof error.data?.['status'] === 'number';
const unreachable = (error: AppError): boolean =>
  !answered(error) && ['offline', 'timeout', 'cancelled', 'not_matrix'].includes(error.code);

export function createSendLoop(deps: SendLoopDeps): SendLoop {
  const { store, rows, gate, clock, log } = deps;
  const { db } = store;
  const abort = new AbortController();
  const busy = new Map<number, Promise<void>>();
  /** Rooms that wait before their next try. A wait that the server asked for is never cut short. */
  const waits = new Map<number, { cancel: () => void; asked: boolean }>();
  /** Rows that a former run left half sent: their echo may still come (D17). */
  const interrupted = new Set<string>();
  /** Sent rows without their echo → when they were first seen so. */
  const unechoed = new Map<string, { syncs: number; atMs: number }>();
  const disposers: (() => void)[] = [];
  let kicked = false;
  let running = false;

  /** The row whose turn it is, or null while the room has nothing to do. */
  function nextRow(roomNo: number): OutboxRow | null {
    const row = firstPending(db, roomNo);
    if (row === null || row.status === 'not_sent') return null;
    const mustWait = interrupted.has(row.localKey) && gate.completedSyncs() === 0;
    return mustWait ? null : row;
  }

  function kick(): void {
    if (kicked || !running) return;
    kicked = true;
    queueMicrotask(() => {
      kicked = false;
      if (!running || !gate.open()) return;
      for (const roomNo of roomsPending(db)) {
        if (busy.size >= roomsAtOnce) return;
        if (!busy.has(roomNo) && !waits.has(roomNo) && nextRow(roomNo) !== null) run(roomNo);
      }
    });
  }

  function run(roomNo: number): void {
    const work = drain(roomNo)
      .catch((thrown: unknown) => {
        // A full disk or a closing store: the rows are as they were, the next change tries again.
        log.warn('outbox stopped', { code: toAppError(thrown).code });
        if (running) wait(roomNo, unreachableWaitMs, false);
      })
      .finally(() => {
        busy.delete(roomNo);
        kick();
      });
    busy.set(roomNo, work);
  }

  function wait(roomNo: number, ms: number, asked: boolean): void {
    const cancel = clock.setTimeout(() => {
      waits.delete(roomNo);
      kick();
    }, ms);
    waits.set(roomNo, { cancel, asked });
  }

  async function drain(roomNo: number): Promise<void> {
    while (running && gate.open()) {
      const row = nextRow(roomNo);
      if (row === null) return;
      try {
        await sendRow(row);
      } catch (thrown) {
        if (!running) return;
        const again = settleFailure(row, asFailure(thrown));
        if (again !== null) return wait(roomNo, again.waitMs, again.asked);
      }
    }
  }

  async function sendRow(first: OutboxRow): Promise<void> {
    const row = await prepare(first);
    if (row === null) return;
    const encrypted = await encryptRow(row);
    if (encrypted === null) return;
    const eventId = await deps.put(encrypted, abort.signal);
    interrupted.delete(row.localKey);
    rows.sent(row.localKey, eventId);
    if (getEvent(db, row.roomNo, eventId) !== null) rows.echoed(row.localKey, eventId);
  }

  /** Uploads, fills in the id of the message it waits for, and marks it `sending`. Null: the row went meanwhile. */
  async function prepare(first: OutboxRow): Promise<OutboxRow | null> {
    if (first.attachment !== null) {
      const content = await deps.upload(first, abort.signal);
      rows.uploaded(first.localKey, { ...first.content, ...content });
    }
    let row = getOutbox(db, first.localKey);
    if (row === null) return null;
    if (row.waitsFor !== null) {
      const eventId = getEventByLocalKey(db, row.waitsFor)?.eventId ?? null;
      if (eventId === null) {
        rows.drop(row.localKey);
        return null;
      }
      rows.uploaded(row.localKey, retarget(row.content, row.waitsFor, eventId));
    }
    row = rows.move(first.localKey, 'sending');
    return row;
  }

  async function encryptRow(row: OutboxRow): Promise<Outgoing | null> {
    const { roomNo, type, content, txnId } = row;
    const plain = getRoom(db, roomNo)?.encryption ?? null;
    if (plain === null || clearTypes.has(type)) return { roomNo, type, content, txnId };
    if (deps.encrypt === null)
      throw appFailure(
        'unsupported_server',
        'This room is configured to use encryption, but your client does not support encryption.',
      );
    rows.move(row.localKey, 'encrypting');
    const encrypted = await orStopped(deps.encrypt(roomNo, type, content));
    // Cancelling was possible until now.
    if (rows.move(row.localKey, 'sending') === null) return null;
    return { roomNo, txnId, ...encrypted };
  }

  /** What cannot be cut is left behind when the loop stops. */
  function orStopped<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(new Error('stopped'));
      abort.signal.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject).finally(() => abort.signal.removeEventListener('abort', stop));
    });
  }

  /** How long to wait before the same row goes again, or null when the room can go on. */
  function settleFailure(
    before: OutboxRow,
    error: AppError,
  ): { waitMs: number; asked: boolean } | null {
    const row = getOutbox(db, before.localKey);
    if (row === null) return null;
    if (unreachable(error) || sessionLost.has(error.code)) {
      rows.again(row.localKey, row.tries, null);
      return { waitMs: unreachableWaitMs, asked: false };
    }
    const tries = row.tries + 1;
    const waitMs = retryBackoffMs(error, tries);
    log.info('send refused', { code: error.code, tries, again: waitMs !== null });
    if (waitMs !== null) {
      rows.again(row.localKey, tries, null);
      return { waitMs, asked: true };
    }
    if (row.status === 'queued') rows.move(row.localKey, 'sending');
    if (clearTypes.has(row.type) && !error.retryable) rows.drop(row.localKey);
    else rows.fail(row.localKey, error, tries);
    return null;
  }

  function asFailure(thrown: unknown): AppError {
    if (!(thrown instanceof AppFailure)) log.error('send failed', { name: nameOf(thrown) });
    return toAppError(thrown);
  }

  function forgetUnechoed(): void {
    const keys = new Set(sentKeys(db));
    for (const key of unechoed.keys()) if (!keys.has(key)) unechoed.delete(key);
    const syncs = gate.completedSyncs();
    const atMs = clock.monotonic();
    for (const key of keys) {
      const seen = unechoed.get(key);
      if (seen === undefined) unechoed.set(key, { syncs, atMs });
      else if (syncs - seen.syncs >= echoSyncs && atMs - seen.atMs >= echoWaitMs) rows.forget(key);
    }
  }

  function wake(): void {
    for (const [roomNo, { cancel, asked }] of waits) {
      if (asked) continue;
      cancel();
      waits.delete(roomNo);
    }
    kick();
  }

  return {
    start: () => {
      running = true;
      for (const row of outboxPending(db)) {
        if (row.status === 'sending' || row.status === 'encrypting') interrupted.add(row.localKey);
      }
      disposers.push(
        store.onCommit((changes) => {
          if (changes.topics.has('outbox')) kick();
        }),
        gate.onChange(() => {
          if (!gate.open()) return;
          forgetUnechoed();
          wake();
        }),
      );
      kick();
    },
    stop: async () => {
      running = false;
      for (const dispose of disposers.splice(0)) dispose();
      for (const { cancel } of waits.values()) cancel();
      waits.clear();
      abort.abort();
      await Promise.allSettled(busy.values());
    },
    wake,
  };
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);
