// The sync loop of one signed-in account: asks, applies, tells crypto and push, and keeps the state (CHAT-4.1 to 4.5). One loop at a time.
// Must not know what events mean.
import { AppFailure, type AppError } from '#contract/wire/errors';
import { leaveToFilling } from '#stores/search/filling';
import { getSetting } from '#stores/settings/settings';
import type { Changes } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { SendGate } from '../base/types';
import { afterCommit, decryptSoon, processInbox, tell } from './afterCommit';
import type { SyncAnswer } from './answer';
import { applyAnswer, applyArriving, slicedAbove, type ApplyDeps, type Arriving } from './apply';
import { createPause } from '../events/cursor';
import { droppedTotal } from '../events/dropped';
import { beginsAnew } from './givenUp';
import { invitesAgain } from './invitesAgain';
import { createFirstRooms } from './firstRooms';
import { ensureFilter, firstFilter, liveFilter, lostFilter } from './filter';
import { untilReachable } from './keepAlive';
import { newState, type Loop, type SyncDeps } from './loop';
import { receive, type Received } from './receive';
import { BrokenInvariant, Interrupted } from './slices';
import { createSetBack } from './setBack';
import { failureOf, repaired, storagePauseMs } from './storage';
import { createSyncMachine, pollMs, type SyncReport } from './state';
import { listenOn, tellUrgent } from './urgent';
import { unexpected } from '../base/unexpected';
import { pauseMs } from '../http/retry';

export type { SyncDeps };

/** Everything of the contract's SyncStatus but the waiting messages. */
export type SyncStatusFields = SyncReport & { readonly droppedEvents: number };

export interface Sync {
  start(): void;
  /** Resolves when the loop has ended; nothing is written afterwards. */
  stop(): Promise<void>;
  /** The network came back or the machine woke up: ask at once. */
  wake(): void;
  /** The crypto store could not be saved, and is not called any more until the engine restarts. */
  unsaved(error: AppError): void;
  status(): SyncStatusFields;
  /** Called with each change and again after every sync (CHAT-4.2). */
  onStatus(listener: (status: SyncStatusFields) => void): () => void;
  onCompleted(listener: () => void): () => void;
  /** The next answer brings what came while nobody asked: after a start, a cut of the network or a sleep of the computer. */
  catchesUp(): boolean;
  readonly gate: SendGate;
}

const slackMs = 80_000;
/** After a wake-up the pool may hand out a connection that died meanwhile: the first answer has so long to begin, the next one all of it. */
const doubtfulMs = 10_000;
/** The longest pause within an answer; how long all of it takes does not matter. */
const stallMs = 60_000;
/** A server that answers at once with nothing new is polled at this pace. */
const idleMs = 1000;

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

/** Processes the crypto inbox of a former run, before the server is asked. */
async function begin(loop: Loop): Promise<void> {
  const { db } = loop.store;
  if (getSetting<string>(db, 'nextBatch') !== null || beginsAnew(db)) loop.machine.prepared();
  await processInbox(loop);
  // Events whose keys a former run received are decrypted without an answer of the server.
  decryptSoon(loop);
}

async function run(loop: Loop): Promise<void> {
  const { state, http, store, ownUserId: userId } = loop;
  let hasBegun = false;
  let filterId: string | null = null;
  const firstRooms = createFirstRooms(loop, partsOf(loop));
  const setBack = createSetBack({
    ...loop,
    onMissing: () => state.poll?.abort(),
    signal: () => state.stopping.signal,
  });
  setBack.remember();
  while (state.running) {
    try {
      if (!hasBegun) await begin(loop);
      hasBegun = true;
      setBack.givesUp();
      await firstRooms();
      const parts = { http, store, userId, signal: state.stopping.signal };
      filterId ??= loop.guest === true ? '{}' : await ensureFilter(parts, liveFilter);
      await once(loop, filterId);
      await invitesAgain(loop, partsOf(loop));
      setBack.look();
    } catch (thrown) {
      state.counts.told = null;
      if (!state.running || thrown instanceof Interrupted) continue;
      if (thrown instanceof BrokenInvariant && repaired(store, loop.log, thrown, state)) continue;
      if (filterId !== null && setBack.refused(thrown)) continue;
      if (lostFilter(store, thrown)) filterId = null;
      setBack.remember();
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
  if (since === null) loop.store.write(() => leaveToFilling(loop.store.db));
  const received = await ask(loop, since, timeout, filterId, (pieces) =>
    receive(pieces, { pause, ...largeAnswers(loop, since === null, pause) }),
  );
  if (received === null) return;
  if ('applied' in received) return afterCommit(loop, received.applied, since === null);
  const { answer } = received;
  let answers: readonly SyncAnswer[] = [answer];
  if (answer.eventCount > slicedAbove || since === null) machine.applyingMuch();
  else if (urgent !== undefined) {
    await tellUrgent(urgent, answer, clock);
    answers = await listenOn(urgent, answer, clock, async (next, timeoutMs) => {
      // These answers are small, because they came within a moment. The loop reads a large one.
      const more = await ask(loop, next, timeoutMs, filterId, (pieces) =>
        receive(pieces, { pause, begin: refuseLarge, onBrokenOff: () => undefined }),
      );
      return more !== null && 'answer' in more ? more.answer : null;
    });
  }
  for (const one of answers) await write(loop, one, since === null, pause);
  const empty = answers.at(-1)?.nextBatch === since;
  if (empty && timeout > 0 && clock.monotonic() - beganMs < idleMs) await sleep(loop, idleMs);
}

const refuseLarge = (): never => {
  throw new Error('too large to be told at once');
};

/** Applies an answer in parts while its body still comes. */
function largeAnswers(loop: Loop, first: boolean, pause: Pause) {
  const { state, machine } = loop;
  return {
    begin: (): Arriving => {
      machine.applyingMuch();
      return applyArriving(partsOf(loop), first, pause, () => state.running);
    },
    onBrokenOff: ({ found }: Arriving): void => {
      state.dropped = null;
      tell(loop, found);
    },
  };
}

function partsOf(loop: Loop): ApplyDeps {
  const { state, store, ownUserId, log, clock } = loop;
  const onPushRules = (changes: Changes) => loop.onPushRules?.(changes);
  return { store, ownUserId, log, clock, onPushRules, counts: state.counts };
}

async function write(loop: Loop, answer: SyncAnswer, first: boolean, pause: Pause): Promise<void> {
  const applied = await applyAnswer(partsOf(loop), answer, first, pause, () => loop.state.running);
  await afterCommit(loop, applied, first);
}

function pollTimeout({ state, machine }: Loop): number {
  if (machine.state() !== 'SYNCING') state.catchingUp = true;
  return state.catchingUp ? 0 : pollMs;
}

/** Null: woken up in between, ask again. */
async function ask(
  { state, http, clock, presence, guest }: Loop,
  since: string | null,
  timeout: number,
  filterId: string,
  take: (pieces: AsyncIterable<Buffer>) => Promise<Received>,
): Promise<Received | null> {
  const current = new AbortController();
  state.poll = current;
  const { doubtful } = state;
  state.doubtful = false;
  try {
    return await http.request<Received>({
      method: 'GET',
      path: '/sync',
      query: {
        filter: since === null && guest !== true ? JSON.stringify(firstFilter) : filterId,
        timeout,
        'org.matrix.msc4222.use_state_after': true,
        set_presence: presence?.() ?? 'online',
        since,
        _cacheBuster: since === null ? clock.now() : null,
      },
      take,
      timeoutMs: doubtful ? timeout + doubtfulMs : timeout + slackMs,
      stallMs,
      // Once the body arrives, the poll is no longer aborted to send another one.
      onBody: () => (state.poll = null),
      retry: 'none',
      signal: AbortSignal.any([current.signal, state.stopping.signal]),
    });
  } catch (thrown) {
    if (current.signal.aborted && state.running) return null;
    // Cutting it closed its connection: the next one is new.
    if (
      doubtful &&
      state.running &&
      thrown instanceof AppFailure &&
      thrown.error.code === 'timeout'
    )
      return null;
    throw thrown;
  } finally {
    state.poll = null;
  }
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
    await sleep(loop, pauseMs('rare', 1));
    return true;
  }
  const diskPauseMs = storagePauseMs(thrown, state.repairs);
  if (diskPauseMs !== null) {
    machine.storage(error);
    await sleep(loop, diskPauseMs);
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
        // Without the server no typing notice would end: all of them are cleared.
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
  state.broken = false;
  state.stopping = new AbortController();
  machine.started();
  state.ended = state.ended
    .then(() => run(loop))
    .catch((thrown: unknown) => {
      const isWanted = state.running;
      state.running = false;
      state.broken = isWanted;
      // It is told as a lost server: a try begins the loop anew.
      machine.keepAliveFailed(unexpected(log, 'the sync loop ended by mistake', thrown));
    });
}

async function stop({ state, machine, typing }: Loop): Promise<void> {
  const loggedOut = machine.report().phase === 'expired';
  state.running = false;
  state.broken = false;
  state.stopping.abort();
  state.wakeSleeper?.();
  state.cancelRetry?.();
  await state.ended;
  await state.decrypting;
  typing.clear();
  if (!loggedOut) machine.stopped();
}

function wake(loop: Loop): void {
  const { state } = loop;
  // The server is to answer at once, so that a dead connection is noticed.
  state.catchingUp = true;
  state.doubtful = true;
  state.wakeSleeper?.();
  state.poll?.abort();
  if (state.broken) start(loop);
}

export function createSync(deps: SyncDeps): Sync {
  const statusListeners = createListeners<[SyncStatusFields]>();
  const completedListeners = createListeners();
  const state = newState();
  const machine = createSyncMachine(deps.clock.now, () => {
    try {
      statusListeners.tell(statusNow());
    } catch (thrown) {
      // A listener may fail because the disk cannot be read; the loop continues.
      unexpected(deps.log, 'telling of sync', thrown);
    }
  });
  const loop: Loop = {
    ...deps,
    state,
    machine,
    tellCompleted: completedListeners.tell,
  };

  deps.crypto.onWaiting(() => decryptSoon(loop));

  let lastDropped = 0;
  /** The number of dropped events; the last known one while the disk cannot be read. */
  function dropped(): number {
    try {
      state.dropped ??= droppedTotal(deps.store.db);
      lastDropped = state.dropped;
    } catch (thrown) {
      unexpected(deps.log, 'counting what was dropped', thrown);
    }
    return lastDropped;
  }

  const statusNow = (): SyncStatusFields => ({ ...machine.report(), droppedEvents: dropped() });

  return {
    start: () => start(loop),
    stop: () => stop(loop),
    wake: () => wake(loop),
    unsaved(error) {
      state.lost = error;
      machine.unsaved(error);
    },
    status: statusNow,
    onStatus: statusListeners.add,
    onCompleted: completedListeners.add,
    catchesUp: () => state.catchingUp || machine.state() !== 'SYNCING',
    gate: {
      open: () => machine.state() === 'SYNCING',
      completedSyncs: () => state.completed,
      onChange: (listener) => statusListeners.add(() => listener()),
    },
  };
}
