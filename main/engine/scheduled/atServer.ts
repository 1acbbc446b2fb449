// Messages that the server sends at their time (MSC4140), so that they are sent although the app is closed: only in rooms without
// encryption. Must never let one be sent twice: an uncertain one is left to its author.
import { randomUUID } from 'node:crypto';
import { appFailure } from '#contract/wire/errors';
import {
  deleteScheduled,
  getScheduled,
  scheduledMessages,
  setServerHold,
  type ScheduledRow,
  type ServerHold,
} from '#stores/outbox/scheduled';
import type { Changes, Store } from '#stores/sqlite/store';
import { markKey } from '../base/scheduledMark';
import { createKeyedQueue } from '../base/keyedQueue';
import type { Clock, Log } from '../base/types';
import { expected, reported, unexpected } from '../base/unexpected';
import { statusOf } from '../http/errors';
import type { Http } from '../http/http';
import type { Outbox } from '../send/outbox';
import { mostDelayIn } from '../server/delay';
import type { Features } from '../server/features';
import { asSend } from './asSend';
import { createDelayedEvents, type Delayed } from './delayedEvents';
import { createJudge } from './judge';

export interface AtServer {
  start(): void;
  /**
   * Cancels the delayed event at the server and runs `then`, before any other request. @throws AppFailure `not_found` when it is being sent
   * already
   */
  release<T>(key: string, then: () => T): Promise<T>;
  /** Makes the server send it at once. @throws AppFailure `not_found` when it is being sent already */
  sendNow(key: string): Promise<void>;
  stop(): void;
}

export interface AtServerDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly features: Pick<Features, 'has'>;
  readonly outbox: Pick<Outbox, 'contentOf'>;
  readonly ownUserId: string;
}

const lookMs = 30_000;
/** After so many checks in which the message is not in the room, it counts as `unsure`. */
const mostLooks = 4;

const gone = () => appFailure('not_found', 'The message is on its way already');

/** Keeps what the requests for messages taught since the start, as long as the messages are there. */
function createMemory(clock: Pick<Clock, 'now'>) {
  /** Messages whose request had no answer, with its time. */
  const since = new Map<string, number>();
  /** Messages that the server refused for good, and this computer sends. */
  const refused = new Set<string>();
  /** How often a message was neither in the server's list nor in the room. */
  const looks = new Map<string, number>();
  return {
    refused,
    looks,
    rest: (key: string) => void since.set(key, clock.now()),
    /** Another change of the message does not cause a new request at once. */
    rests(key: string): boolean {
      const ms = clock.now() - (since.get(key) ?? 0);
      // A clock that was set back ends the rest.
      return ms >= 0 && ms < lookMs;
    },
    /** Forgets messages that were sent or cancelled. */
    keepOnly(rows: readonly ScheduledRow[]): void {
      const keys = new Set(rows.map(({ requestId }) => requestId));
      for (const kept of [since, refused, looks])
        for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key);
    },
  };
}

export function createAtServer(deps: AtServerDeps): AtServer {
  const { store, clock, log, features, outbox } = deps;
  const { db } = store;
  const delayed = createDelayedEvents(deps.http);
  const { isClear, isThere, isInReach, isOpen, isFar, isUrgent, mayBeThere } = createJudge(deps);
  let running = false;
  let cancelTimer: (() => void) | null = null;
  let waiting = false;
  /** The server's longest delay, once it refused one. */
  let mostMs = Number.POSITIVE_INFINITY;
  const memory = createMemory(clock);
  const { refused, looks } = memory;
  const queue = createKeyedQueue();
  /** Runs one request after the other: an answer is not judged while another request changes the list. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => queue('at the server', work);

  const write = (work: (changes: Changes) => void): void =>
    store.write((changes) => {
      work(changes);
      changes.topic('scheduled');
    });
  const hold = (key: string, server: ServerHold | null, unsure = false): void =>
    write(() => setServerHold(db, key, server, unsure));

  /**
   * Called for a message that is neither in the list nor in the room: it was sent and sync has not brought it, or somebody cancelled it.
   */
  function lost(row: ScheduledRow): void {
    const count = (looks.get(row.requestId) ?? 0) + 1;
    looks.set(row.requestId, count % mostLooks);
    if (count >= mostLooks) hold(row.requestId, null, true);
  }

  /**
   * The server no longer has the message, long before its time: it was sent early, or cancelled by a request whose answer was lost. True:
   * it is in the room.
   */
  const stands = ({ roomId, requestId }: ScheduledRow): Promise<boolean> =>
    delayed.stands(roomId, deps.ownUserId, requestId);

  /** Makes the state in the row true again. */
  async function settle(row: ScheduledRow, server: ServerHold, all: readonly Delayed[]) {
    const key = row.requestId;
    const [first, ...others] = all.filter((one) => one.roomId === row.roomId && one.mark === key);
    // An earlier request that seemed lost has arrived all the same: its event is cancelled.
    for (const { delayId } of others) await delayed.act(delayId, 'cancel');
    if (first === undefined) {
      if (isFar(server) && server.state === 'leaving' && !(await stands(row))) hold(key, null);
      // A message without a delay id cannot have been sent long before its time: the request did not reach the server.
      else if (!isFar(server) || server.state !== 'asking') lost(row);
      else if (isInReach(row, mostMs)) await handOver(row, server.txnId);
      else hold(key, null);
      return;
    }
    looks.delete(key);
    if (server.state === 'leaving' || !isClear(row.roomId)) {
      if (await delayed.act(first.delayId, 'cancel')) hold(key, null);
    } else if (server.delayId !== first.delayId)
      hold(key, { ...server, state: 'held', delayId: first.delayId });
  }

  /** The answer may never come: the row is written first, and says that the server was asked (CHAT-7.19). */
  async function handOver(row: ScheduledRow, former: string | null): Promise<void> {
    const { requestId: key, atMs } = row;
    if (memory.rests(key)) return;
    const content = await outbox.contentOf(asSend(row)).catch((thrown: unknown) => {
      unexpected(log, 'content of a scheduled message', thrown);
      return null;
    });
    const now = getScheduled(db, key);
    if (content === null || now?.atMs !== atMs || (now.server?.txnId ?? null) !== former) return;
    // For a transaction id that it knows, the server repeats its first answer, also after that event was cancelled.
    const asked = { txnId: former ?? randomUUID(), atMs, again: former !== null };
    hold(key, { ...asked, state: 'asking', delayId: null });
    try {
      const marked = { ...content, [markKey]: key };
      const delayId = await delayed.ask(row.roomId, asked.txnId, marked, atMs - clock.now());
      if (delayId !== null) hold(key, { ...asked, state: 'held', delayId });
    } catch (thrown) {
      memory.rest(key);
      const most = mostDelayIn(thrown);
      if (most !== null) mostMs = most;
      const status = statusOf(thrown);
      const isRefused = status !== null && status >= 400 && status < 500 && status !== 429;
      if (most === null && isRefused) refused.add(key);
      // Only an answer proves that the server does not have it.
      if (most !== null || isRefused) hold(key, null);
      if (expected(thrown) === null) throw thrown;
    }
  }

  const isEligible = (row: ScheduledRow): boolean => {
    const isOurs = row.server === null && row.state === 'waiting' && !row.undo;
    return isOurs && !refused.has(row.requestId) && isInReach(row, mostMs);
  };

  async function work(): Promise<void> {
    for (const row of scheduledMessages(db)) {
      if (mayBeThere(row) && isThere(row)) write(() => deleteScheduled(db, row.requestId));
    }
    const open = scheduledMessages(db).filter(isOpen);
    if (open.length > 0) {
      const all = await delayed.list();
      for (const { requestId } of open) {
        // The row is read again, because the list took its time.
        const row = getScheduled(db, requestId);
        if (running && row !== null && row.server !== null) await settle(row, row.server, all);
      }
    }
    const fresh = scheduledMessages(db).filter(isEligible);
    if (fresh.length === 0 || !(await features.has('delayedEvents'))) return;
    for (const row of fresh) if (running) await handOver(row, null);
  }

  const isWatching = (): boolean =>
    scheduledMessages(db).some(
      (row) => row.server !== null || row.state === 'unsure' || isEligible(row),
    );
  function look(): void {
    if (!running) return;
    cancelTimer?.();
    cancelTimer = null;
    if (waiting) return;
    waiting = true;
    inTurn(async () => {
      waiting = false;
      if (running) await work();
    })
      .catch(reported(log, 'messages at the server'))
      .finally(() => {
        if (running && isWatching()) cancelTimer = clock.setTimeout(look, lookMs);
      });
  }
  let off = (): unknown => undefined;
  return {
    start() {
      running = true;
      off = store.onCommit(({ topics, timelines }) => {
        if (topics.has('scheduled')) memory.keepOnly(scheduledMessages(db));
        const isNews =
          topics.has('scheduled') || (timelines.size > 0 && scheduledMessages(db).some(isUrgent));
        if (isNews && isWatching()) look();
      });
      look();
    },
    release: (key, then) =>
      inTurn(async () => {
        const row = getScheduled(db, key);
        if (row?.server == null) return then();
        const { server } = row;
        hold(key, { ...server, state: 'leaving' });
        // For a request without an answer the list has the delay id.
        const known =
          server.delayId ?? (await delayed.list()).find(({ mark }) => mark === key)?.delayId;
        const isTaken = known !== undefined && (await delayed.act(known, 'cancel'));
        const isFree = isTaken || (isFar(server) && (known === undefined || !(await stands(row))));
        if (!isFree) throw gone();
        hold(key, null);
        return then();
      }),
    sendNow: (key) =>
      inTurn(async () => {
        const row = getScheduled(db, key);
        const delayId = row?.server?.delayId ?? null;
        if (row === null || delayId === null || !(await delayed.act(delayId, 'send'))) throw gone();
        write(() => deleteScheduled(db, key));
      }),
    stop() {
      running = false;
      off();
      cancelTimer?.();
    },
  };
}
