// Sends the outbox: strict order within a room, rooms side by side (D17). Decides when and how often; `rows` decides what a status
// may become. Nothing here looks into a message.
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
import { getRoom } from '#stores/rooms/rooms';
import type { MissedBy } from '#stores/settings/missed';
import type { Store } from '#stores/sqlite/store';
import { isUnreachable, pauseMs, retryBackoffMs, sessionCodes } from '../http/retry';
import type { Clock, Log, SendGate } from '../base/types';
import { retarget, type Content } from './content';
import { isUnderWay, type OutboxRows } from './rows';
import { unexpected } from '../base/unexpected';

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
      ) => Promise<{ type: string; content: Content; missed: MissedBy }>)
    | null;
  /** Asks whether those who had no device to read with have one now. Never rejects. */
  readonly unreached: (roomNo: number) => Promise<unknown>;
  /** Uploads the file of a row and gives its final content. */
  readonly upload: (row: OutboxRow, signal: AbortSignal) => Promise<Content>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SendLoop {
  start(): void;
  /** Cuts what is under way; those rows go again after the next start. */
  stop(): Promise<void>;
  /** The network is back, or another one: what is on its way goes again, what could not reach the server is tried. */
  wake(): void;
}

const roomsAtOnce = 4;
/** No room's number: the outbox itself could not be looked at. */
const allRooms = 0;
/** CHAT-8.13: unreachable while sync still believes otherwise. */
const unreachableWaitMs = pauseMs('unreachable', 1);
/** An echo that so many syncs and so long did not bring fell into a gap. */
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

/** What only memory knows of the loop, as one record. */
interface LoopState {
  running: boolean;
  /** A look at the outbox is due. */
  kicked: boolean;
  /** Cuts what is under way. */
  readonly abort: AbortController;
  /** Cuts the events that are being sent: the same transaction id sends each once, however often it goes. */
  flight: AbortController;
  /** Room → what sends its rows. */
  readonly busy: Map<number, Promise<void>>;
  /** Room → its pause; `asked`: an answer of the server wants it, so that a returning network does not end it. */
  readonly waits: Map<number, { cancel: () => void; asked: boolean }>;
  /** Rows that a former run left half sent: their echo may still come (D17). */
  readonly interrupted: Set<string>;
  /** Rows whose request went out in this try. */
  readonly asked: Set<string>;
  /** Sent rows without their echo → when they were first seen so. */
  readonly unechoed: Map<string, { syncs: number; atMs: number }>;
}

interface Loop extends SendLoopDeps {
  readonly state: LoopState;
}

/** The row whose turn it is, or null while the room has nothing to do. */
function nextRow({ state, store, gate }: Loop, roomNo: number): OutboxRow | null {
  const row = firstPending(store.db, roomNo);
  if (row === null || row.status === 'not_sent') return null;
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
      // The disk does not read: nothing of the outbox is lost by waiting.
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
      // A full disk or a closing store: the rows are as they were, the next change tries again.
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
  // Nothing waits for it.
  if (encrypted.missed) void loop.unreached(row.roomNo);
  if (getEvent(store.db, row.roomNo, eventId) !== null) rows.echoed(row.localKey, eventId);
}

/** Uploads, fills in the id of the message it waits for, and marks it `sending`. Null: the row went meanwhile. */
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

/** `missed`: somebody got no key of it. */
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
  // Cancelling was possible until now.
  if (rows.encrypted(row.localKey, missed, mayHaveLeft) === null) return null;
  const outgoing = { roomNo, txnId, type: encrypted.type, content: encrypted.content };
  return { outgoing, missed: missed.userIds.length > 0 };
}

/** What cannot be cut is left behind when the loop stops. */
function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A reaction and a removal have no face on which a person could press to send them again: they are tried longer. */
function patienceMs(row: OutboxRow, error: AppError, tries: number): number | null {
  const isPatient = clearTypes.has(row.type) && error.retryable && tries < mostClearTries;
  return isPatient ? pauseMs('event', 4) : null;
}

/** How long to wait before the same row goes again, or null when the room can go on. */
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
  // A store waits for its disk as a request does for the network, and keys for somebody to decide who gets them.
  if (isUnreachable(error) || sessionCodes.has(error.code) || heldCodes.has(error.code)) {
    rows.again(row.localKey, row.tries, unanswered);
    return { waitMs: unreachableWaitMs, asked: false };
  }
  // Rooms, transfers and calls share one allowance: who waits for it has done nothing wrong.
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

/** Answers the function that takes it off again. */
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
      // A connection of before may hang for a minute.
      state.flight.abort();
      state.flight = new AbortController();
      wake(loop);
    },
  };
}
