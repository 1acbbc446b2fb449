// The sync loop of one signed-in account: asks, applies, tells crypto and push, and keeps the state (CHAT-4.1 to 4.5). One loop at a time.
// Must not know what events mean.
import { appFailure, AppFailure, toAppError, type AppError } from '#contract/wire/errors';
import { getSetting } from '#stores/settings/settings';
import { StoreError } from '#stores/sqlite/errors';
import type { Changes, Store } from '#stores/sqlite/store';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { createListeners } from '../base/listeners';
import type { Clock, Log, SendGate } from '../base/types';
import { readAnswer, type SyncAnswer } from './answer';
import { applyAnswer, Interrupted, slicedAbove, type Applied, type PresenceState } from './apply';
import type { Found } from './roomContext';
import type { CryptoSync } from './cryptoSync';
import { createPause } from '../events/cursor';
import { droppedTotal } from '../events/dropped';
import { ensureFilter, firstFilter, liveFilter } from './filter';
import { untilReachable } from './keepAlive';
import { createSyncMachine, type SyncReport } from './state';
import type { Typing } from './typing';
import { listenOn, tellUrgent, type Urgent } from './urgent';

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
  setPresence(state: PresenceState): void;
  readonly gate: SendGate;
}

const pollMs = 30_000;
const slackMs = 80_000;
const storeRetryMs = 5000;
/** A server that answers at once with nothing new is asked at this pace. */
const idleMs = 1000;

export function createSync(deps: SyncDeps): Sync {
  const { http, store, crypto, log, clock } = deps;
  const lazyMembers = deps.lazyMembers ?? true;
  const statusListeners = createListeners<[SyncStatusFields]>();
  const completedListeners = createListeners();
  const machine = createSyncMachine(clock.now, () => {
    statusListeners.tell(statusNow());
  });
  let completed = 0;
  let running = false;
  let catchingUp = false;
  let presence: PresenceState = 'online';
  let ended: Promise<void> = Promise.resolve();
  let stopping = new AbortController();
  let poll: AbortController | null = null;
  let wakeSleeper: (() => void) | null = null;
  let dropped: number | null = null;
  let decrypting: Promise<void> | null = null;

  function statusNow(): SyncStatusFields {
    dropped ??= droppedTotal(store.db);
    return { ...machine.report(), droppedEvents: dropped };
  }

  /** Ends early by `wake` or `stop`. */
  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (!running) return resolve();
      const end = () => {
        cancel();
        wakeSleeper = null;
        resolve();
      };
      const cancel = clock.setTimeout(end, ms);
      wakeSleeper = end;
    });
  }

  async function run(): Promise<void> {
    const since = getSetting<string>(store.db, 'nextBatch');
    if (since !== null) machine.prepared();
    await processInbox();
    let filterId: string | null = null;
    while (running) {
      try {
        filterId ??= await ensureFilter(
          { http, store, userId: deps.ownUserId, signal: stopping.signal },
          liveFilter(lazyMembers),
        );
        await once(filterId);
      } catch (thrown) {
        if (!running || thrown instanceof Interrupted) continue;
        if (!(await recover(thrown))) return;
      }
    }
  }

  async function once(filterId: string): Promise<void> {
    const since = getSetting<string>(store.db, 'nextBatch');
    const timeout = pollTimeout();
    const beganMs = clock.monotonic();
    const pause = createPause(clock.monotonic);
    const bytes = await ask(since, timeout, filterId);
    if (bytes === null) return;
    const answer = await read(bytes, pause);
    let answers: readonly SyncAnswer[] = [answer];
    if (answer.eventCount > slicedAbove || since === null) machine.applyingMuch();
    else if (deps.urgent !== undefined) {
      await tellUrgent(deps.urgent, answer, clock);
      answers = await listenOn(deps.urgent, answer, clock, async (next, timeoutMs) => {
        const more = await ask(next, timeoutMs, filterId);
        return more && read(more, pause);
      });
    }
    for (const one of answers) await write(one, since === null, pause);
    const empty = answers.at(-1)?.nextBatch === since;
    if (empty && timeout > 0 && clock.monotonic() - beganMs < idleMs) await sleep(idleMs);
  }

  const read = (bytes: Buffer, pause: () => Promise<void> | null) =>
    readAnswer(bytes, pause).catch(() => {
      throw notMatrix();
    });

  async function write(answer: SyncAnswer, first: boolean, pause: () => Promise<void> | null) {
    const onPushRules = (changes: Changes) => deps.onPushRules?.(changes);
    const parts = { store, ownUserId: deps.ownUserId, log, clock, onPushRules };
    const applied = await applyAnswer(parts, answer, first, pause, () => running);
    dropped = null;
    await afterCommit(applied, answer, first);
  }

  /** Until syncing runs smoothly the server is to answer at once, and while it has to-device messages waiting. */
  function pollTimeout(): number {
    if (machine.state() !== 'SYNCING') catchingUp = true;
    return catchingUp ? 0 : pollMs;
  }

  /** Null: woken up in between, ask again. */
  async function ask(since: string | null, timeout: number, filterId: string) {
    const current = new AbortController();
    poll = current;
    try {
      return await http.request<Buffer>({
        method: 'GET',
        path: '/sync',
        query: {
          filter: since === null ? JSON.stringify(firstFilter(lazyMembers)) : filterId,
          timeout,
          'org.matrix.msc4222.use_state_after': true,
          set_presence: presence,
          since,
          _cacheBuster: since === null ? clock.now() : null,
        },
        rawResponseBody: true,
        timeoutMs: timeout + slackMs,
        retry: 'none',
        signal: AbortSignal.any([current.signal, stopping.signal]),
      });
    } catch (thrown) {
      if (current.signal.aborted && running) return null;
      throw thrown;
    } finally {
      poll = null;
    }
  }

  async function afterCommit(applied: Applied, answer: SyncAnswer, first: boolean): Promise<void> {
    const { found } = applied;
    for (const [roomId, userIds] of found.typing) deps.typing.set(roomId, userIds);
    // Keys before what they open; an answer that brings none is told of at once: somebody may wait for it to be answered (R12).
    const keysFirst = first || applied.toDeviceCount > 0;
    if (!keysFirst) tell(found);
    await processInbox();
    for (const { roomNo, event } of found.encryption)
      await tryCrypto(() => crypto.roomEncryption(roomNo, event));
    for (const [roomNo, events] of found.members) crypto.membersChanged(roomNo, events);
    if (applied.toDeviceCount === 0) catchingUp = false;
    if (first) machine.prepared();
    crypto.syncCompleted(answer.nextBatch, catchingUp);
    completed += 1;
    machine.synced(catchingUp);
    completedListeners.tell();
    if (keysFirst) tell(found);
  }

  function tell(found: Found): void {
    decryptSoon();
    try {
      deps.onFound?.(found);
    } catch (thrown) {
      // The answer is applied; what somebody could not say of it is no failure of sync.
      log.error('news could not be told', { error: nameOf(thrown) });
    }
  }

  const processInbox = () => tryCrypto(() => crypto.processInbox());

  /** A failure of crypto is its own to report; the rows it could not take stay and are tried with the next sync. */
  async function tryCrypto(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      log.error('crypto failed after a sync', { error: nameOf(thrown) });
    }
  }

  /** The next poll does not wait for a long decrypt queue; one run at a time, and one more for what came meanwhile. */
  function decryptSoon(): void {
    const before = decrypting;
    const next: Promise<void> = (before ?? Promise.resolve())
      .then(() => tryCrypto(() => crypto.decryptQueue(() => running)))
      .finally(() => {
        if (decrypting === next) decrypting = null;
      });
    decrypting = next;
  }

  /** False ends the loop. */
  async function recover(thrown: unknown): Promise<boolean> {
    const error = asAppError(thrown);
    log.warn('sync failed', { code: error.code, error: nameOf(thrown) });
    if (error.code === 'session_expired' || error.code === 'signed_out') {
      running = false;
      machine.loggedOut(error);
      return false;
    }
    machine.failed(error);
    if (thrown instanceof StoreError) {
      await sleep(storeRetryMs);
      return true;
    }
    const connectionDidFail = await untilReachable(
      {
        http,
        sleep,
        running: () => running,
        random: deps.random ?? Math.random,
        signal: stopping.signal,
        onFailed: (failed) => {
          // Nobody knows who types while the server cannot be reached.
          deps.typing.clear();
          machine.keepAliveFailed(failed);
        },
      },
      error.retryAfterMs ?? 0,
    );
    if (running) machine.connectionReturned(connectionDidFail);
    return true;
  }

  return {
    start() {
      if (running) return;
      running = true;
      stopping = new AbortController();
      machine.started();
      ended = ended.then(run).catch((thrown: unknown) => {
        running = false;
        log.error('the sync loop ended by mistake', { error: nameOf(thrown) });
        machine.failed(toAppError(thrown));
      });
    },
    async stop() {
      const loggedOut = machine.report().phase === 'expired';
      running = false;
      stopping.abort();
      wakeSleeper?.();
      await ended;
      await decrypting;
      deps.typing.clear();
      if (!loggedOut) machine.stopped();
    },
    wake() {
      // The server is to answer at once, so that a dead connection is noticed.
      catchingUp = true;
      wakeSleeper?.();
      poll?.abort();
    },
    status: statusNow,
    onStatus: statusListeners.add,
    onCompleted: completedListeners.add,
    setPresence(state) {
      presence = state;
    },
    gate: {
      open: () => machine.state() === 'SYNCING',
      completedSyncs: () => completed,
      onChange: (listener) => statusListeners.add(() => listener()),
    },
  };
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  if (thrown instanceof StoreError) {
    return appFailure(thrown.code, thrown.message, { retryable: true }).error;
  }
  return toAppError(thrown);
}

const nameOf = (thrown: unknown): string =>
  thrown instanceof AppFailure
    ? thrown.error.code
    : thrown instanceof Error
      ? `${thrown.name}: ${thrown.stack ?? thrown.message}`
      : typeof thrown;
