// A real store in a temporary folder, a clock that the test moves, and a server that answers as told.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock, SendGate } from '#engine/base/types';
import { createSendLoop, type Outgoing, type SendLoop } from '#engine/send/loop';
import { createOutbox, type Outbox } from '#engine/send/outbox';
import type { RawEvent } from '#stores/events/types';
import { appendLive } from '#stores/ingest/timeline';
import { getOutbox, outboxOfRoom, type OutboxRow } from '#stores/outbox/outbox';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { openStore } from '#stores/profile/open';
import type { MissedBy } from '#stores/settings/missed';
import type { Store } from '#stores/sqlite/store';
import { silentLog } from '../../support/silentLog';

export const own = '@me:example.org';
export const other = '@you:example.org';
export const roomId = '!room:example.org';

export interface TestClock extends Clock {
  /** Moves time and runs what is due, in order. */
  advance(ms: number): Promise<void>;
  /** Waits that are set, in ms from now. */
  pending(): number[];
}

export function testClock(startMs = 1_700_000_000_000): TestClock {
  let now = startMs;
  let timers: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    setTimeout: (work, ms) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    pending: () => timers.map((timer) => timer.at - now).toSorted((a, b) => a - b),
    advance: async (ms) => {
      now += ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= now).toSorted((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        due.work();
        await settle();
      }
      await settle();
    },
  };
}

/** Lets everything that is ready run: microtasks and immediates, no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

export function testGate(open: boolean, completedSyncs: number) {
  const listeners = new Set<() => void>();
  const state = { open, completedSyncs };
  const gate: SendGate = {
    open: () => state.open,
    completedSyncs: () => state.completedSyncs,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    gate,
    set(change: Partial<typeof state>) {
      Object.assign(state, change);
      for (const listener of [...listeners]) listener();
    },
  };
}

type Answer = string | ((signal: AbortSignal) => Promise<string>);

export interface Bench {
  readonly store: Store;
  readonly outbox: Outbox;
  readonly loop: SendLoop;
  readonly clock: TestClock;
  readonly gate: ReturnType<typeof testGate>;
  readonly roomNo: number;
  /** Requests that reached the server, in order. */
  readonly requests: Outgoing[];
  /** Answers of the server, first to last; afterwards every request succeeds. */
  readonly answers: Answer[];
  rows(): OutboxRow[];
  row(key: string): OutboxRow | null;
  text(body: string, requestId?: string): Promise<string>;
  /** Stores the event of a sent row like sync. */
  echo(key: string): void;
  receive(events: readonly RawEvent[]): void;
  /** Stops like a killed process: nothing is finished or written; then starts a new engine on the same folder. */
  killAndRestart(changed: BenchOptions): Bench;
  close(): Promise<void>;
}

let requestNo = 0;
export const nextRequestId = (): string => `request-${String(++requestNo).padStart(10, '0')}`;

export interface BenchOptions {
  readonly open?: boolean;
  readonly completedSyncs?: number;
  readonly encrypted?: boolean;
  readonly folder?: string;
  readonly key?: Uint8Array;
  readonly start?: boolean;
  readonly encrypt?:
    | ((
        roomNo: number,
        type: string,
        content: Record<string, unknown>,
      ) => Promise<{ type: string; content: Record<string, unknown>; missed?: MissedBy }>)
    | null;
  readonly upload?: Parameters<typeof createSendLoop>[0]['upload'];
  readonly powerLevels?: Record<string, unknown>;
}

function state(type: string, content: Record<string, unknown>, stateKey = ''): RawEvent {
  return {
    event_id: `$${type}${stateKey}`,
    type,
    sender: own,
    origin_server_ts: 1,
    state_key: stateKey,
    content,
  };
}

export function makeRoom(store: Store, id: string, options: BenchOptions): number {
  return store.write(() => {
    const roomNo = ensureRoom(store.db, id);
    const events = [
      state('m.room.create', { room_version: '11' }),
      state('m.room.power_levels', options.powerLevels ?? { users: { [own]: 50 } }),
      state('m.room.member', { membership: 'join', displayname: 'Me' }, own),
      state('m.room.member', { membership: 'join', displayname: 'You' }, other),
    ].map((event) => ({ ...event, event_id: `${event.event_id}-${id}` }));
    if (options.encrypted === true)
      events.push({
        ...state('m.room.encryption', { algorithm: 'm.megolm.v1.aes-sha2' }),
        event_id: `$encryption-${id}`,
      });
    putState(store.db, roomNo, events, 1);
    updateRoom(store.db, roomNo, { membership: 'join' });
    return roomNo;
  });
}

export function createBench(options: BenchOptions = {}): Bench {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'trellis-send-'));
  const key = options.key ?? randomBytes(32);
  const store = openStore({ folder, key, log: silentLog });
  const clock = testClock();
  const gate = testGate(options.open ?? true, options.completedSyncs ?? 1);
  const roomNo = makeRoom(store, roomId, options);
  const requests: Outgoing[] = [];
  const answers: Answer[] = [];
  const nobody: MissedBy = { userIds: [], hidden: false };
  const {
    encrypt = async (_roomNo, type, content) => ({
      type: 'm.room.encrypted',
      content: { type, content },
    }),
  } = options;
  const outbox = createOutbox({ store, clock, ownUserId: () => own, ready: gate.gate.open });
  const loop = createSendLoop({
    store,
    rows: outbox.rows,
    gate: gate.gate,
    clock,
    log: silentLog,
    put: async (outgoing, signal) => {
      requests.push(outgoing);
      const answer = answers.shift() ?? `$sent-${outgoing.txnId}`;
      return typeof answer === 'string' ? answer : answer(signal);
    },
    encrypt:
      encrypt === null
        ? null
        : async (...event) => ({ missed: nobody, ...(await encrypt(...event)) }),
    unreached: async () => undefined,
    upload: options.upload ?? (async () => ({ url: 'mxc://example.org/file' })),
  });
  if (options.start !== false) loop.start();
  const bench: Bench = {
    store,
    outbox,
    loop,
    clock,
    gate,
    roomNo,
    requests,
    answers,
    rows: () => outboxOfRoom(store.db, roomNo),
    row: (rowKey) => getOutbox(store.db, rowKey),
    text: async (body, requestId = nextRequestId()) =>
      (
        await outbox.sendMessage({
          requestId,
          roomId,
          threadId: null,
          text: body,
          kind: 'text',
          replyTo: null,
        })
      ).key,
    echo: (rowKey) => {
      const row = getOutbox(store.db, rowKey);
      if (row === null) throw new Error('no row');
      const event: RawEvent = {
        event_id: row.eventId ?? `$sent-${row.txnId}`,
        type: row.type,
        sender: own,
        origin_server_ts: clock.now(),
        content: row.content,
        unsigned: { transaction_id: row.txnId },
      };
      bench.receive([event]);
    },
    receive: (events) =>
      store.write(() => {
        const how = { limited: false, prevBatch: null, receivedMs: clock.now(), ownUserId: own };
        appendLive(store.db, { roomNo, events, ...how });
      }),
    killAndRestart: (changed) => {
      void loop.stop();
      store.close();
      return createBench({ ...options, ...changed, folder, key });
    },
    close: async () => {
      await loop.stop();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return bench;
}
