// Peer of R1: matrix-js-sdk starting from its IndexedDBStore. fake-indexeddb forgets with the process, so it is filled first and the
// time for that is reported, to be taken off; the network answers at once and has no news.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexedDB } from 'fake-indexeddb';
import {
  ClientEvent,
  createClient,
  IndexedDBStore,
  SyncState,
  type MatrixClient,
} from 'matrix-js-sdk';
import { logger as rootLogger } from 'matrix-js-sdk/lib/logger';
import type { ISyncResponse } from 'matrix-js-sdk/lib/sync-accumulator';
import { firstEvents, firstRooms, ownUserId, type WarmAnswer, type WarmQuery } from '../shapes';

const silence = rootLogger as unknown as { methodFactory: () => () => void; rebuild(): void };
silence.methodFactory = () => () => undefined;
silence.rebuild();

const answers: Readonly<Record<string, unknown>> = {
  versions: { versions: ['v1.11', 'v1.12'] },
  pushrules: { global: {} },
  filter: { filter_id: '0' },
  capabilities: { capabilities: {} },
};

const fetchFn: typeof globalThis.fetch = (resource) => {
  const path = new URL(resource instanceof Request ? resource.url : resource).pathname;
  if (path.endsWith('/sync')) return new Promise(() => undefined);
  const known = Object.keys(answers).find((name) => path.includes(`/${name}`));
  const body = known === undefined ? {} : answers[known];
  return Promise.resolve(Response.json(body));
};

const openStore = (): IndexedDBStore => new IndexedDBStore({ indexedDB, dbName: 'bench' });

async function fill(folder: string): Promise<void> {
  const store = openStore();
  await store.startup();
  await store.setSyncData(
    JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8')) as ISyncResponse,
  );
  await store.save(true);
  await store.destroy();
}

async function start(): Promise<MatrixClient> {
  const store = openStore();
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    userId: ownUserId,
    deviceId: 'BENCH',
    accessToken: 'none',
    store,
    fetchFn,
    disableVoip: true,
  });
  await store.startup();
  const prepared = new Promise<void>((resolve) => {
    client.on(ClientEvent.Sync, (state) => {
      if (state === SyncState.Prepared) resolve();
    });
  });
  await client.startClient({ lazyLoadMembers: true, disablePresence: true });
  await prepared;
  return client;
}

const isMessage = (event: { getType(): string; isRelation(type: string): boolean }): boolean =>
  event.getType() === 'm.room.message' && !event.isRelation('m.replace');

function answerFrom(client: MatrixClient, roomId: string): WarmAnswer {
  const rooms = client.getVisibleRooms().map((room) => {
    const last = room.getLiveTimeline().getEvents().findLast(isMessage);
    return { room, activityMs: last?.getTs() ?? 0 };
  });
  rooms.sort((a, b) => b.activityMs - a.activityMs);
  const events = client.getRoom(roomId)?.getLiveTimeline().getEvents().slice(-firstEvents) ?? [];
  return {
    total: rooms.length,
    rooms: rooms
      .slice(0, firstRooms)
      .map(({ room, activityMs }) => [
        room.roomId,
        room.name,
        room.getUnreadNotificationCount(),
        activityMs,
      ]),
    messages: events
      .filter(isMessage)
      .map((event) => [
        event.getId() ?? '',
        event.isRedacted() ? null : String(event.getContent()['body']),
      ]),
  };
}

async function run({ folder, roomId }: WarmQuery): Promise<void> {
  const beganMs = performance.now();
  await fill(folder);
  const fillMs = performance.now() - beganMs;
  const client = await start();
  process.send?.({ answer: answerFrom(client, roomId), fillMs });
}

process.on('message', (query: WarmQuery) => void run(query));
process.on('disconnect', () => process.exit(0));
