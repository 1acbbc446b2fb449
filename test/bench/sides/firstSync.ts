// R3: the first answer of GET /sync of an account, from its bytes to a store that would outlive a power cut.
// node firstSync.js <peer|ours|floor> <JSON of { folder }>; `folder` holds `answer.json`. Prints a Sample of the whole.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ClientEvent, createClient, MemoryStore, SyncState } from 'matrix-js-sdk';
import { logger as rootLogger } from 'matrix-js-sdk/lib/logger';
import { systemClock } from '#engine/base/clock';
import { createPause } from '#engine/events/cursor';
import { createSearchFill } from '#engine/search/fill';
import { applyAnswer, applyArriving } from '#engine/sync/apply';
import { receive } from '#engine/sync/receive';
import { eventHash } from '#stores/events/eventHash';
import type { RawEvent } from '#stores/events/types';
import { openStore, setPragmas } from '#stores/profile/open';
import { fillingOf, leaveToFilling } from '#stores/search/filling';
import { connect } from '#stores/sqlite/connect';
import type { Store } from '#stores/sqlite/store';
import { saveOfflineSession } from '../../support/offlineSession';
import { quiet } from '../quiet';
import { benchKey, digestOf, ownUserId, type Sample } from '../shapes';

interface Answer {
  readonly next_batch: string;
  readonly rooms: {
    readonly join: Readonly<
      Record<
        string,
        {
          readonly state: { readonly events: readonly RawEvent[] };
          readonly timeline: { readonly events: readonly RawEvent[] };
        }
      >
    >;
  };
}

const parse = (bytes: Buffer): Answer => JSON.parse(bytes.toString('utf8')) as Answer;
const digest = (ids: readonly string[]): string => digestOf(ids.toSorted());

/** An empty profile, with its tables. */
function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-first-sync-'));
  const store = openStore({ folder, key: benchKey, log: quiet });
  saveOfflineSession(store, ownUserId, 'BENCH');
  store.close();
  return folder;
}

/** Ids of all messages and notices of the answer that the store has. */
function storedOf(folder: string, bytes: Buffer): string {
  const db = connect(join(folder, 'events.db'), benchKey);
  const stored = new Set(db.prepare<[], string>('SELECT event_id FROM events').pluck().all());
  db.close();
  const asked = Object.values(parse(bytes).rooms.join).flatMap(({ timeline }) => timeline.events);
  return digest(asked.map((event) => event.event_id).filter((id) => stored.has(id)));
}

/** Size of the pieces in which the network delivers the body of an answer. */
const pieceBytes = 64 * 1024;

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Takes in an answer like the sync loop, from its first byte to the commit of the token. */
async function takeIn(store: Store, bytes: Buffer): Promise<void> {
  const clock = systemClock();
  const deps = { store, ownUserId, log: quiet, clock, onPushRules: () => undefined };
  const pause = createPause(clock.monotonic);
  store.write(() => leaveToFilling(store.db));
  const received = await receive(piecesOf(bytes), {
    pause,
    begin: () => applyArriving(deps, true, pause, () => true),
    onBrokenOff: () => undefined,
  });
  if ('answer' in received) await applyAnswer(deps, received.answer, true, pause, () => true);
}

/** Resolves when search knows every message. */
async function filled(store: Store): Promise<void> {
  const fill = createSearchFill({ store, clock: systemClock(), log: quiet });
  fill.start();
  while (fillingOf(store.db) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

async function ours(bytes: Buffer): Promise<Sample> {
  const folder = newProfile();
  const checkpointWorker = join(__dirname, 'checkpointWorker.js');
  const store = openStore({ folder, key: benchKey, log: quiet, checkpointWorker });
  const turns = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  const beganMs = performance.now();
  turns.enable();
  await takeIn(store, bytes);
  const ms = performance.now() - beganMs;
  const applied = process.cpuUsage(before);
  turns.disable();
  await filled(store);
  const notes = {
    processorMs: cpuMs(applied),
    longestTurnMs: turns.max / 1e6,
    searchableMs: performance.now() - beganMs,
    searchProcessorMs: cpuMs(process.cpuUsage(before)) - cpuMs(applied),
  };
  store.close();
  const sample = { ms, digest: storedOf(folder, bytes), notes };
  rmSync(folder, { recursive: true });
  return sample;
}

/** Parsed, and each event as one row of the same columns and indexes, in one FULL commit; nothing of a room is worked out. */
function floor(bytes: Buffer): Sample {
  const folder = newProfile();
  const db = connect(join(folder, 'events.db'), benchKey);
  setPragmas(db);
  db.pragma('foreign_keys = OFF');
  const insert = db.prepare(
    `INSERT INTO events(room_no, event_hash, event_id, type, sender, ts, received_ts, json) VALUES (?,?,?,?,?,?,?,?)`,
  );
  const before = process.cpuUsage();
  const beganMs = performance.now();
  const rooms = Object.entries(parse(bytes).rooms.join);
  db.exec('BEGIN IMMEDIATE');
  for (const [index, [roomId, { state, timeline }]] of rooms.entries())
    for (const event of [...state.events, ...timeline.events])
      insert.run(
        index + 1,
        eventHash(roomId, event.event_id),
        event.event_id,
        event.type,
        event.sender,
        event.origin_server_ts,
        event.origin_server_ts,
        JSON.stringify(event),
      );
  db.exec('COMMIT');
  const ms = performance.now() - beganMs;
  const notes = { processorMs: cpuMs(process.cpuUsage(before)) };
  db.close();
  const sample = { ms, digest: storedOf(folder, bytes), notes };
  rmSync(folder, { recursive: true });
  return sample;
}

/** matrix-js-sdk with its memory store: nothing of it is durable. */
async function peer(bytes: Buffer): Promise<Sample> {
  const silence = rootLogger as unknown as { methodFactory: () => () => void; rebuild(): void };
  silence.methodFactory = () => () => undefined;
  silence.rebuild();
  let syncs = 0;
  const known: Readonly<Record<string, unknown>> = {
    versions: { versions: ['v1.11', 'v1.12'] },
    pushrules: { global: {} },
    filter: { filter_id: '0' },
    capabilities: { capabilities: {} },
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    userId: ownUserId,
    deviceId: 'BENCH',
    accessToken: 'none',
    store: new MemoryStore(),
    disableVoip: true,
    fetchFn: (resource) => {
      const path = new URL(resource instanceof Request ? resource.url : resource).pathname;
      if (path.endsWith('/sync')) {
        syncs += 1;
        return syncs === 1
          ? Promise.resolve(new Response(bytes.toString('utf8')))
          : new Promise(() => undefined);
      }
      const name = Object.keys(known).find((one) => path.includes(`/${one}`));
      return Promise.resolve(Response.json(name === undefined ? {} : known[name]));
    },
  });
  const before = process.cpuUsage();
  const beganMs = performance.now();
  const synced = new Promise<void>((resolve) => {
    client.on(ClientEvent.Sync, (state) => {
      if (state === SyncState.Prepared) resolve();
    });
  });
  await client.startClient({ lazyLoadMembers: true, disablePresence: true });
  await synced;
  const ms = performance.now() - beganMs;
  const notes = { processorMs: cpuMs(process.cpuUsage(before)) };
  const events = client.getRooms().flatMap((room) => room.getLiveTimeline().getEvents());
  return { ms, digest: digest(events.map((event) => event.getId() ?? '')), notes };
}

async function main(): Promise<void> {
  const [side, json = '{}'] = process.argv.slice(2);
  const { folder } = JSON.parse(json) as { readonly folder: string };
  const bytes = readFileSync(join(folder, 'answer.json'));
  const sample = await (side === 'ours' ? ours : side === 'floor' ? floor : peer)(bytes);
  // The peer's client would wait for its next answer for ever.
  process.stdout.write(JSON.stringify(sample), () => process.exit(0));
}

void main();
