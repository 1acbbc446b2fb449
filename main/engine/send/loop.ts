// Sends the outbox: in strict order within a room, rooms in parallel (D17). Decides when and how often; `rows` decides which status
// changes are allowed. Does not look into messages.
import { appFailure, type AppError } from '#contract/wire/errors';
import { getEvent, getEventByLocalKey } from '#stores/events/timeline';
import {
  firstPending,
  getOutbox,
  outboxPending,
  roomsPending,
  sentKeys,
  type OutboxRow,
} from '#stores/outbox/outbox';
import { isBehindBatch } from '#stores/outbox/fileBatches';
import { getRoom } from '#stores/rooms/rooms';
import type { MissedBy } from '#stores/settings/missed';
import type { Store } from '#stores/sqlite/store';
import { isUnreachable, pauseMs, retryBackoffMs, sessionCodes } from '../http/retry';
import type { Clock, Log, SendGate } from '../base/types';
import { retarget, type Content } from './content';
import { isUnderWay, type OutboxRows } from './rows';
import { unexpected } from '../base/unexpected';

/** Type, content and transaction id of one request. */
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
  /** Sends once, without retries of its own. Returns the event id. `AppFailure.data.status` null or absent: no answer came. */
  readonly put: (outgoing: Outgoing, signal: AbortSignal) => Promise<string>;
  /** Null: no encryption support (CHAT-5.5). */
  readonly encrypt:
    | ((
        roomNo: number,
        type: string,
        content: Content,
      ) => Promise<{ type: string; content: Content; missed: MissedBy }>)
    | null;
  /** Checks whether users without a device to decrypt with have one now. Never rejects. */
  readonly unreached: (roomNo: number) => Promise<unknown>;
  /** Uploads the file of a row and gives its final content. */
  readonly upload: (row: OutboxRow, signal: AbortSignal) => Promise<Content>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SendLoop {
  start(): void;
  /** Aborts running requests; their rows are sent again after the next start. */
  stop(): Promise<void>;
  /** To be called when the network is back or has changed: running requests are sent again, rows that waited for the server are tried. */
  wake(): void;
}

const roomsAtOnce = 4;
/** Stands for all rooms, where the outbox itself could not be read. */
const allRooms = 0;
/** CHAT-8.13: the pause when the server is unreachable while sync still works. */
const unreachableWaitMs = pauseMs('unreachable', 1);
/** An echo that is missing after so many syncs and so much time fell into a gap. */
const echoSyncs = 3;
const echoWaitMs = 30_000;
const rateLimitedMs = 5000;
const mostClearTries = 10;
const heldCodes: ReadonlySet<string> = new Set([
  'disk_full',
  'disk_failed',
  'identity_changed',
  'nobody_signed',
  'nobody_verified',
]);
const clearTypes = new Set(['m.reaction', 'm.room.redaction']);

/** The state of the loop that is kept only in memory. */
interface LoopState {
  running: boolean;
  /** The outbox is to be read again. */
  kicked: boolean;
  /** Aborts all running work. */
  readonly abort: AbortController;
  /** Aborts the send requests; the transaction id makes a repeated one harmless. */
  flight: AbortController;
  /** Room → the work that sends its rows. */
  readonly busy: Map<number, Promise<void>>;
  /** Room → its pause; `asked`: the server asked for it, so that a returning network does not end it. */
  readonly waits: Map<number, { cancel: () => void; asked: boolean }>;
  /** Rows that a previous run left half sent; their echo may still come (D17). */
  readonly interrupted: Set<string>;
  /** Rows whose request went out in this try. */
  readonly asked: Set<string>;
  /** Sent rows without their echo → when they were first seen so. */
  readonly unechoed: Map<string, { syncs: number; atMs: number }>;
}

interface Loop extends SendLoopDeps {
  readonly state: LoopState;
}

/** The next row to send; null while the room has none. */
function nextRow({ state, store, gate }: Loop, roomNo: number): OutboxRow | null {
  const row = firstPending(store.db, roomNo);
  if (row === null || row.status === 'not_sent') return null;
  // Files that were sent before it are still being copied.
  if (isBehindBatch(store.db, roomNo, row.seq)) return null;
  const mustWait = state.interrupted.has(row.localKey) && gate.completedSyncs() === 0;
  return mustWait ? null : row;
}

function kick(loop: Loop): void {
  const { state, gate } = loop;
  if (state.kicked || !state.running) return;
  state.kicked = true;
  queueMicrotask(() => {
    state.kicked = false;
    if (!state.running || !gate.open()) return;
    try {
      startRooms(loop);
    } catch (thrown) {
      // The disk cannot be read: waiting loses nothing of the outbox.
      unexpected(loop.log, 'looking at the outbox', thrown);
      if (!state.waits.has(allRooms)) pause(loop, allRooms, unreachableWaitMs, false);
    }
  });
}

function startRooms(loop: Loop): void {
  const { state, store } = loop;
  for (const roomNo of roomsPending(store.db)) {
    if (state.busy.size >= roomsAtOnce) return;
    const isFree = !state.busy.has(roomNo) && !state.waits.has(roomNo);
    if (isFree && nextRow(loop, roomNo) !== null) run(loop, roomNo);
  }
}

function run(loop: Loop, roomNo: number): void {
  const { state, log } = loop;
  const work = drain(loop, roomNo)
    .catch((thrown: unknown) => {
      // The disk is full or the store closes: the rows are unchanged, and the next change tries again.
      log.warn('outbox stopped', { code: unexpected(log, 'outbox', thrown).code });
      if (state.running) pause(loop, roomNo, unreachableWaitMs, false);
    })
    .finally(() => {
      state.busy.delete(roomNo);
      kick(loop);
    });
  state.busy.set(roomNo, work);
}

function pause(loop: Loop, roomNo: number, ms: number, asked: boolean): void {
  const { waits } = loop.state;
  const cancel = loop.clock.setTimeout(() => {
    waits.delete(roomNo);
    kick(loop);
  }, ms);
  waits.set(roomNo, { cancel, asked });
}

async function drain(loop: Loop, roomNo: number): Promise<void> {
  const { state, gate, log } = loop;
  while (state.running && gate.open()) {
    const row = nextRow(loop, roomNo);
    if (row === null) return;
    state.asked.delete(row.localKey);
    try {
      await sendRow(loop, row);
    } catch (thrown) {
      if (!state.running) return;
      const again = settleFailure(loop, row, unexpected(log, 'send', thrown));
      if (again !== null) return pause(loop, roomNo, again.waitMs, again.asked);
    }
  }
}

async function sendRow(loop: Loop, first: OutboxRow): Promise<void> {
  const { state, store, rows } = loop;
  const row = await prepare(loop, first);
  if (row === null) return;
  const encrypted = await encryptRow(loop, row);
  if (encrypted === null) return;
  const signal = AbortSignal.any([state.abort.signal, state.flight.signal]);
  state.asked.add(row.localKey);
  const eventId = await loop.put(encrypted.outgoing, signal);
  state.interrupted.delete(row.localKey);
  rows.sent(row.localKey, eventId);
  // Runs in the background; the row does not depend on it.
  if (encrypted.missed) void loop.unreached(row.roomNo);
  if (getEvent(store.db, row.roomNo, eventId) !== null) rows.echoed(row.localKey, eventId);
}

/** Uploads the file, fills in the id of the message that the row waits for, and sets `sending`. Null when the row is gone meanwhile. */
async function prepare(loop: Loop, first: OutboxRow): Promise<OutboxRow | null> {
  const { state, store, rows } = loop;
  if (first.attachment !== null) {
    const content = await loop.upload(first, state.abort.signal);
    rows.uploaded(first.localKey, { ...first.content, ...content });
  }
  const row = getOutbox(store.db, first.localKey);
  if (row === null) return null;
  if (row.waitsFor !== null) {
    const eventId = getEventByLocalKey(store.db, row.waitsFor)?.eventId ?? null;
    if (eventId === null) {
      rows.drop(row.localKey);
      return null;
    }
    rows.uploaded(row.localKey, retarget(row.content, row.waitsFor, eventId));
  }
  return rows.move(first.localKey, 'sending');
}

/** `missed`: some user did not get the room key. */
async function encryptRow(
  loop: Loop,
  row: OutboxRow,
): Promise<{ outgoing: Outgoing; missed: boolean } | null> {
  const { store, rows, encrypt, state } = loop;
  const { roomNo, type, content, txnId } = row;
  const plain = getRoom(store.db, roomNo)?.encryption ?? null;
  if (plain === null || clearTypes.has(type))
    return { outgoing: { roomNo, type, content, txnId }, missed: false };
  if (encrypt === null)
    throw appFailure(
      'unsupported_server',
      'This room is configured to use encryption, but your client does not support encryption.',
    );
  rows.move(row.localKey, 'encrypting');
  const encrypted = await orStopped(encrypt(roomNo, type, content), state.abort.signal);
  const { missed } = encrypted;
  const mayHaveLeft = row.unanswered || state.interrupted.has(row.localKey);
  // Up to here the row could be cancelled.
  if (rows.encrypted(row.localKey, missed, mayHaveLeft) === null) return null;
  const outgoing = { roomNo, txnId, type: encrypted.type, content: encrypted.content };
  return { outgoing, missed: missed.userIds.length > 0 };
}

/** Rejects when the loop stops, for work that cannot be aborted. */
function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A reaction and a redaction have no row on the screen with a button to send them again, so they are tried longer. */
function patienceMs(row: OutboxRow, error: AppError, tries: number): number | null {
  const isPatient = clearTypes.has(row.type) && error.retryable && tries < mostClearTries;
  return isPatient ? pauseMs('event', 4) : null;
}

/** Milliseconds until the same row is sent again; null when the room can go on. */
function settleFailure(
  { state, store, rows, log }: Loop,
  before: OutboxRow,
  error: AppError,
): { waitMs: number; asked: boolean } | null {
  const row = getOutbox(store.db, before.localKey);
  if (row === null) return null;
  const unanswered =
    row.unanswered ||
    state.interrupted.has(row.localKey) ||
    (isUnreachable(error) && state.asked.has(row.localKey));
  // These failures wait for the disk or for a decision about room keys, as others wait for the network.
  if (isUnreachable(error) || sessionCodes.has(error.code) || heldCodes.has(error.code)) {
    rows.again(row.localKey, row.tries, unanswered);
    return { waitMs: unreachableWaitMs, asked: false };
  }
  // Rooms, transfers and calls share the rate limit, so waiting for it does not count as a failed try.
  if (error.code === 'rate_limited') {
    rows.again(row.localKey, row.tries, unanswered);
    return { waitMs: error.retryAfterMs ?? rateLimitedMs, asked: true };
  }
  const tries = row.tries + 1;
  const waitMs = retryBackoffMs(error, tries) ?? patienceMs(row, error, tries);
  log.info('send refused', { code: error.code, tries, again: waitMs !== null });
  if (waitMs !== null) {
    rows.again(row.localKey, tries, unanswered);
    return { waitMs, asked: true };
  }
  if (row.status === 'queued') rows.move(row.localKey, 'sending');
  if (clearTypes.has(row.type)) rows.drop(row.localKey);
  else rows.fail(row.localKey, error, tries);
  return null;
}

function forgetUnechoed({ state, store, rows, gate, clock }: Loop): void {
  const { unechoed } = state;
  const keys = new Set(sentKeys(store.db));
  for (const key of unechoed.keys()) if (!keys.has(key)) unechoed.delete(key);
  const syncs = gate.completedSyncs();
  const atMs = clock.monotonic();
  for (const key of keys) {
    const seen = unechoed.get(key);
    if (seen === undefined) unechoed.set(key, { syncs, atMs });
    else if (syncs - seen.syncs >= echoSyncs && atMs - seen.atMs >= echoWaitMs) rows.forget(key);
  }
}

function wake(loop: Loop): void {
  const { waits } = loop.state;
  for (const [roomNo, { cancel, asked }] of waits) {
    if (asked) continue;
    cancel();
    waits.delete(roomNo);
  }
  kick(loop);
}

/** Returns the function that removes the listeners. */
function watch(loop: Loop): () => void {
  const { store, gate } = loop;
  const disposers = [
    store.onCommit((changes) => {
      if (changes.topics.has('outbox')) kick(loop);
    }),
    gate.onChange(() => {
      if (!gate.open()) return;
      try {
        forgetUnechoed(loop);
      } catch (thrown) {
        // They are forgotten with a later sync.
        unexpected(loop.log, 'echoes of the outbox', thrown);
      }
      wake(loop);
    }),
  ];
  return () => {
    for (const dispose of disposers.splice(0)) dispose();
  };
}

export function createSendLoop(deps: SendLoopDeps): SendLoop {
  const state: LoopState = {
    running: false,
    kicked: false,
    abort: new AbortController(),
    flight: new AbortController(),
    busy: new Map(),
    waits: new Map(),
    interrupted: new Set(),
    asked: new Set(),
    unechoed: new Map(),
  };
  const loop: Loop = { ...deps, state };
  let unwatch = (): void => undefined;
  return {
    start: () => {
      state.running = true;
      for (const { status, localKey } of outboxPending(deps.store.db))
        if (isUnderWay(status)) state.interrupted.add(localKey);
      unwatch = watch(loop);
      kick(loop);
    },
    stop: async () => {
      state.running = false;
      unwatch();
      for (const { cancel } of state.waits.values()) cancel();
      state.waits.clear();
      state.abort.abort();
      await Promise.allSettled(state.busy.values());
    },
    wake: () => {
      // A connection from before the change of network may hang for a minute.
      state.flight.abort();
      state.flight = new AbortController();
      wake(loop);
    },
  };
}
