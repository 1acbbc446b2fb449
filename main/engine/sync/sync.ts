// The sync loop of one signed-in account: asks, applies, tells crypto and push, and keeps the state (CHAT-4.1 to 4.5). One loop at a time.
// Must not know what events mean.
import { getSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { createListeners } from '../base/listeners';
import type { Clock, Log, SendGate } from '../base/types';
import { readAnswer, type SyncAnswer } from './answer';
import { applyAnswer, BrokenInvariant, Interrupted, slicedAbove, type Applied } from './apply';
import type { Found } from './roomContext';
import type { CryptoSync } from './cryptoSync';
import { createPause } from '../events/cursor';
import { droppedTotal } from '../events/dropped';
import { ensureFilter, firstFilter, liveFilter, lostFilter } from './filter';
import { untilReachable } from './keepAlive';
import { failureOf, repaired, storagePauseMs } from './storage';
import { createSyncMachine, type SyncMachine, type SyncReport } from './state';
import type { Typing } from './typing';
import { listenOn, tellUrgent, type Urgent } from './urgent';
import { unexpected } from '../base/unexpected';

export interface SyncDeps {
  readonly http: Http;
  readonly store: Store;
  readonly crypto: CryptoSync;
  readonly ownUserId: string;
  readonly typing: Typing;
  readonly log: Log;
  readonly clock: Clock;
  /** After the commit, and after crypto has what the same answer brought for it: what is new. */
  readonly onFound?: (found: Found) => void;
  /** What is told before the commit. */
  readonly urgent?: Urgent;
  /** Within the transaction in which `m.push_rules` changed. */
  readonly onPushRules?: (changes: Changes) => void;
  /** Default true (CHAT-9.25). */
  readonly lazyMembers?: boolean;
  /** 0 to 1, for the jitter of the keep-alive. */
  readonly random?: () => number;
}

/** Everything of the contract's SyncStatus but the waiting messages. */
export type SyncStatusFields = SyncReport & { readonly droppedEvents: number };

export interface Sync {
  start(): void;
  /** Resolves when the loop has ended; nothing is written afterwards. */
  stop(): Promise<void>;
  /** The network came back or the machine woke up: ask at once. */
  wake(): void;
  status(): SyncStatusFields;
  /** Called with each change and again after every sync (CHAT-4.2). */
  onStatus(listener: (status: SyncStatusFields) => void): () => void;
  onCompleted(listener: () => void): () => void;
  readonly gate: SendGate;
}

const pollMs = 30_000;
const slackMs = 80_000;
/** The longest pause within an answer; how long all of it takes does not matter. */
const stallMs = 60_000;
const lockedRetryMs = 60_000;
/** A server that answers at once with nothing new is asked at this pace. */
const idleMs = 1000;

/** What only memory knows of a loop, as one record. */
interface LoopState {
  running: boolean;
  /** The server is to answer at once: until syncing runs smoothly, and while it has to-device messages waiting. */
  catchingUp: boolean;
  /** Syncs that were applied since the engine started. */
  completed: number;
  /** Aborted by `stop`. */
  stopping: AbortController;
  /** The poll that waits for its answer; aborted by `wake`. */
  poll: AbortController | null;
  /** Ends the pause that is under way. */
  wakeSleeper: (() => void) | null;
  /** Null: to be counted anew. */
  dropped: number | null;
  decrypting: Promise<void> | null;
  /** What crypto was told last of its one-time keys; null after a failure, which may have taken it back. */
  readonly counts: { told: string | null };
  /** Broken tables were repaired in this run. */
  repaired: boolean;
  ended: Promise<void>;
}

const newState = (): LoopState => ({
  running: false,
  catchingUp: false,
  completed: 0,
  stopping: new AbortController(),
  poll: null,
  wakeSleeper: null,
  dropped: null,
  decrypting: null,
  counts: { told: null },
  repaired: false,
  ended: Promise.resolve(),
});

/** What the steps below work on. */
interface Loop extends SyncDeps {
  readonly state: LoopState;
  readonly machine: SyncMachine;
  readonly lazyMembers: boolean;
  readonly tellCompleted: () => void;
}

type Pause = () => Promise<void> | null;

/** Ends early by `wake` or `stop`. */
function sleep({ state, clock }: Loop, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (!state.running) return resolve();
    const end = () => {
      cancel();
      state.wakeSleeper = null;
      resolve();
    };
    const cancel = clock.setTimeout(end, ms);
    state.wakeSleeper = end;
  });
}

async function run(loop: Loop): Promise<void> {
  const { state, http, store, ownUserId: userId } = loop;
  const since = getSetting<string>(store.db, 'nextBatch');
  if (since !== null) loop.machine.prepared();
  await processInbox(loop);
  // What a former run had keys for is read without any answer of the server.
  decryptSoon(loop);
  let filterId: string | null = null;
  while (state.running) {
    try {
      const parts = { http, store, userId, signal: state.stopping.signal };
      filterId ??= await ensureFilter(parts, liveFilter(loop.lazyMembers));
      await once(loop, filterId);
    } catch (thrown) {
      state.counts.told = null;
      if (!state.running || thrown instanceof Interrupted) continue;
      if (thrown instanceof BrokenInvariant && repaired(store, loop.log, thrown, state)) continue;
      if (lostFilter(store, thrown)) filterId = null;
      if (!(await recover(loop, thrown))) return;
    }
  }
}

async function once(loop: Loop, filterId: string): Promise<void> {
  const { clock, urgent, machine } = loop;
  const since = getSetting<string>(loop.store.db, 'nextBatch');
  const timeout = pollTimeout(loop);
  const beganMs = clock.monotonic();
  const pause = createPause(clock.monotonic);
  const bytes = await ask(loop, since, timeout, filterId);
  if (bytes === null) return;
  const answer = await read(bytes, pause);
  let answers: readonly SyncAnswer[] = [answer];
  if (answer.eventCount > slicedAbove || since === null) machine.applyingMuch();
  else if (urgent !== undefined) {
    await tellUrgent(urgent, answer, clock);
    answers = await listenOn(urgent, answer, clock, async (next, timeoutMs) => {
      const more = await ask(loop, next, timeoutMs, filterId);
      return more && read(more, pause);
    });
  }
  for (const one of answers) await write(loop, one, since === null, pause);
  const empty = answers.at(-1)?.nextBatch === since;
  if (empty && timeout > 0 && clock.monotonic() - beganMs < idleMs) await sleep(loop, idleMs);
}

const read = (bytes: Buffer, pause: Pause): Promise<SyncAnswer> =>
  // Whatever it stumbles over, this was no answer of a homeserver.
  readAnswer(bytes, pause).catch(() => {
    throw notMatrix();
  });

async function write(loop: Loop, answer: SyncAnswer, first: boolean, pause: Pause): Promise<void> {
  const { state, store, ownUserId, log, clock } = loop;
  const onPushRules = (changes: Changes) => loop.onPushRules?.(changes);
  const parts = { store, ownUserId, log, clock, onPushRules, counts: state.counts };
  const applied = await applyAnswer(parts, answer, first, pause, () => state.running);
  state.dropped = null;
  await afterCommit(loop, applied, answer, first);
}

function pollTimeout({ state, machine }: Loop): number {
  if (machine.state() !== 'SYNCING') state.catchingUp = true;
  return state.catchingUp ? 0 : pollMs;
}

/** Null: woken up in between, ask again. */
async function ask(
  { state, http, clock, lazyMembers }: Loop,
  since: string | null,
  timeout: number,
  filterId: string,
): Promise<Buffer | null> {
  const current = new AbortController();
  state.poll = current;
  try {
    return await http.request<Buffer>({
      method: 'GET',
      path: '/sync',
      query: {
        filter: since === null ? JSON.stringify(firstFilter(lazyMembers)) : filterId,
        timeout,
        'org.matrix.msc4222.use_state_after': true,
        set_presence: 'online',
        since,
        _cacheBuster: since === null ? clock.now() : null,
      },
      rawResponseBody: true,
      timeoutMs: timeout + slackMs,
      stallMs,
      // From here on nothing cuts it to ask anew.
      onBody: () => (state.poll = null),
      retry: 'none',
      signal: AbortSignal.any([current.signal, state.stopping.signal]),
    });
  } catch (thrown) {
    if (current.signal.aborted && state.running) return null;
    throw thrown;
  } finally {
    state.poll = null;
  }
}

async function afterCommit(
  loop: Loop,
  { found, toDeviceCount }: Applied,
  answer: SyncAnswer,
  first: boolean,
): Promise<void> {
  const { state, crypto, machine } = loop;
  for (const [roomId, userIds] of found.typing) loop.typing.set(roomId, userIds);
  // Keys before what they open; an answer that brings none is told of at once: somebody may wait for it to be answered (R12).
  const keysFirst = first || toDeviceCount > 0;
  if (!keysFirst) tell(loop, found);
  await processInbox(loop);
  for (const { roomNo, event } of found.encryption)
    await tryCrypto(loop, () => crypto.roomEncryption(roomNo, event));
  for (const [roomNo, events] of found.members) crypto.membersChanged(roomNo, events);
  if (toDeviceCount === 0) state.catchingUp = false;
  if (first) machine.prepared();
  crypto.syncCompleted(answer.nextBatch, state.catchingUp);
  state.completed += 1;
  machine.synced(state.catchingUp);
  loop.tellCompleted();
  if (keysFirst) tell(loop, found);
}

function tell(loop: Loop, found: Found): void {
  decryptSoon(loop);
  try {
    loop.onFound?.(found);
  } catch (thrown) {
    // The answer is applied; what somebody could not say of it is no failure of sync.
    unexpected(loop.log, 'news of a sync', thrown);
  }
}

const processInbox = (loop: Loop): Promise<void> =>
  tryCrypto(loop, () => loop.crypto.processInbox());

/** A failure of crypto is its own to report; the rows it could not take stay and are tried with the next sync. */
async function tryCrypto({ log }: Loop, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const { code } = unexpected(log, 'crypto after a sync', thrown);
    log.error('crypto failed after a sync', { code });
  }
}

/** The next poll does not wait for a long decrypt queue; one run at a time, and one more for what came meanwhile. */
function decryptSoon(loop: Loop): void {
  const { state, crypto } = loop;
  const next: Promise<void> = (state.decrypting ?? Promise.resolve())
    .then(() => tryCrypto(loop, () => crypto.decryptQueue(() => state.running)))
    .finally(() => {
      if (state.decrypting === next) state.decrypting = null;
    });
  state.decrypting = next;
}

/** False ends the loop. */
async function recover(loop: Loop, thrown: unknown): Promise<boolean> {
  const { state, machine, log, http, typing } = loop;
  const error = failureOf(log, thrown);
  log.warn('sync failed', { code: error.code });
  if (error.code === 'session_expired' || error.code === 'signed_out') {
    state.running = false;
    machine.loggedOut(error);
    return false;
  }
  if (error.code === 'account_locked') {
    machine.locked(error);
    await sleep(loop, lockedRetryMs);
    return true;
  }
  const pauseMs = storagePauseMs(thrown);
  if (pauseMs !== null) {
    machine.storage(error);
    await sleep(loop, pauseMs);
    return true;
  }
  machine.failed(error);
  const connectionDidFail = await untilReachable(
    {
      http,
      sleep: (ms) => sleep(loop, ms),
      running: () => state.running,
      random: loop.random ?? Math.random,
      signal: state.stopping.signal,
      log,
      onFailed: (failed) => {
        // Nobody knows who types while the server cannot be reached.
        typing.clear();
        machine.keepAliveFailed(failed);
      },
    },
    error.retryAfterMs ?? 0,
  );
  if (state.running) machine.connectionReturned(connectionDidFail);
  return true;
}

function start(loop: Loop): void {
  const { state, machine, log } = loop;
  if (state.running) return;
  state.running = true;
  state.stopping = new AbortController();
  machine.started();
  state.ended = state.ended
    .then(() => run(loop))
    .catch((thrown: unknown) => {
      state.running = false;
      machine.failed(unexpected(log, 'the sync loop ended by mistake', thrown));
    });
}

async function stop({ state, machine, typing }: Loop): Promise<void> {
  const loggedOut = machine.report().phase === 'expired';
  state.running = false;
  state.stopping.abort();
  state.wakeSleeper?.();
  await state.ended;
  await state.decrypting;
  typing.clear();
  if (!loggedOut) machine.stopped();
}

function wake({ state }: Loop): void {
  // The server is to answer at once, so that a dead connection is noticed.
  state.catchingUp = true;
  state.wakeSleeper?.();
  state.poll?.abort();
}

export function createSync(deps: SyncDeps): Sync {
  const statusListeners = createListeners<[SyncStatusFields]>();
  const completedListeners = createListeners();
  const state = newState();
  const machine = createSyncMachine(deps.clock.now, () => statusListeners.tell(statusNow()));
  const lazyMembers = deps.lazyMembers ?? true;
  const loop: Loop = {
    ...deps,
    state,
    machine,
    lazyMembers,
    tellCompleted: completedListeners.tell,
  };

  function statusNow(): SyncStatusFields {
    state.dropped ??= droppedTotal(deps.store.db);
    return { ...machine.report(), droppedEvents: state.dropped };
  }

  return {
    start: () => start(loop),
    stop: () => stop(loop),
    wake: () => wake(loop),
    status: statusNow,
    onStatus: statusListeners.add,
    onCompleted: completedListeners.add,
    gate: {
      open: () => machine.state() === 'SYNCING',
      completedSyncs: () => state.completed,
      onChange: (listener) => statusListeners.add(() => listener()),
    },
  };
}
