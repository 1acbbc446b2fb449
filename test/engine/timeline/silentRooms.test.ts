// The room list shows the last message of a room whose newest events are not shown, also on a new device.
import { getEventByNo } from '#stores/events/timeline';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { systemClock } from '#engine/base/clock';
import type { Http } from '#engine/http/http';
import { createBackfill } from '#engine/timeline/backfill';
import { createSilentRooms } from '#engine/timeline/silentRooms';
import { alice, state } from '../../fixtures/events';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { tempStore } from '../../native-stores/support/tempStore';
import { silentLog } from '../../support/silentLog';
import { person, recordingFetch, syncKit, type SyncKit } from '../sync/kit';

let server: Homeserver;
const kits: SyncKit[] = [];

beforeAll(async () => {
  server = await startHomeserver();
}, 120_000);

afterAll(async () => {
  await Promise.all(kits.map((one) => one.stop()));
  await server.stop();
});

type Registered = Awaited<ReturnType<Homeserver['registerUser']>>;

/** A new device of this person, which has not synced yet. */
function device(registered: Registered) {
  const recorded = recordingFetch();
  const one = syncKit(server.baseUrl, registered, { fetch: recorded.fetch });
  kits.push(one);
  const { http, store, userId: ownUserId } = one;
  const deps = { http, store, ownUserId, clock: systemClock(), log: silentLog };
  const backfill = createBackfill({ ...deps, onEncrypted: () => undefined });
  const silent = createSilentRooms({ store, log: silentLog, backfill });
  return { one, recorded, silent };
}

test('what lies before the signals of a call is asked for, once, and nothing where a message is here', async () => {
  const registered = await server.registerUser({ username: 'alice', password: 'pw' });
  const alice = person(server, registered);
  const talk = await alice.createRoom({ name: 'Talk' });
  const quiet = await alice.createRoom({ name: 'Quiet' });
  for (const roomId of [talk, quiet]) await alice.send(roomId, `the last word of ${roomId}`);
  const signals = `/rooms/${encodeURIComponent(quiet)}/send/m.call.candidates`;
  const content = { call_id: 'c', party_id: 'p', version: '1', candidates: [] };
  for (let at = 0; at < 10; at += 1) await alice.call('PUT', `${signals}/c${at}`, content);

  const { one, recorded, silent } = device(registered);
  one.sync.start();
  await one.until(() => one.sync.gate.open() && one.room(quiet));
  expect([one.room(quiet)?.lastEventNo, one.bodies(quiet)]).toEqual([null, []]);

  silent.look();
  silent.look();
  await one.until(() => one.room(quiet)?.lastEventNo);
  expect(one.bodies(quiet)).toEqual([`the last word of ${quiet}`]);
  silent.look();
  await one.until(() => recorded.queries('/messages').length > 0);
  expect(recorded.queries('/messages')).toHaveLength(1);
});

test('a message that was deleted before this device came gives the word to the one before it', async () => {
  const registered = await server.registerUser({ username: 'dora', password: 'pw' });
  const dora = person(server, registered);
  const roomId = await dora.createRoom({ name: 'Talk' });
  await dora.send(roomId, 'stays');
  const deleted: string[] = [];
  for (let at = 0; at < 5; at += 1) deleted.push(await dora.send(roomId, `gone ${at}`));
  for (const eventId of deleted)
    await dora.call(
      'PUT',
      `/rooms/${encodeURIComponent(roomId)}/redact/${eventId}/t${eventId}`,
      {},
    );

  const { one, silent } = device(registered);
  one.sync.start();
  await one.until(() => one.sync.gate.open() && one.room(roomId));
  expect(one.bodies(roomId)).toEqual([]);
  silent.look();
  await one.until(() => one.bodies(roomId).includes('stays'));
  expect(getEventByNo(one.store.db, one.room(roomId)?.lastEventNo ?? 0)?.raw.content['body']).toBe(
    'stays',
  );
});

test('joins count as nothing unread; what is unread behind many of them is asked for until it is here', async () => {
  const register = async (username: string) => {
    const registered = await server.registerUser({ username, password: 'pw' });
    return { registered, ...person(server, registered) };
  };
  const [anna, ben, cleo] = [await register('anna'), await register('ben'), await register('cleo')];
  const open = { preset: 'public_chat' };
  const [joinsOnly, crowd] = [
    await anna.createRoom({ ...open, name: 'Joins only' }),
    await anna.createRoom({ ...open, name: 'Crowd' }),
  ];
  for (const roomId of [joinsOnly, crowd]) await ben.join(roomId);
  await cleo.join(joinsOnly);
  await ben.send(crowd, 'Welcome, everybody');
  for (let at = 0; at < 60; at += 1) {
    await cleo.join(crowd);
    await cleo.call('POST', `/rooms/${encodeURIComponent(crowd)}/leave`, {});
  }

  const { one, recorded, silent } = device(anna.registered);
  one.sync.start();
  await one.until(() => one.sync.gate.open() && one.room(crowd) && one.room(joinsOnly));
  expect([one.room(joinsOnly)?.unread, one.room(crowd)?.unread]).toEqual([0, 1]);
  expect([one.room(crowd)?.lastEventNo, one.bodies(crowd)]).toEqual([null, []]);
  silent.look();
  await one.until(() => one.room(crowd)?.lastEventNo);
  expect(one.bodies(crowd)).toEqual(['Welcome, everybody']);
  const asked = recorded.queries('/messages').length;
  silent.look();
  await one.until(() => recorded.queries('/messages').length === asked);
});

test('a server that answers the place where it was asked from is asked once', async () => {
  const temp = tempStore();
  const { store } = temp;
  const asked: unknown[] = [];
  const request: Http['request'] = async <T>({ query }: Parameters<Http['request']>[0]) => {
    asked.push(query?.['from']);
    return { chunk: [], end: query?.['from'] } as T;
  };
  const clock = systemClock();
  store.write(() => {
    const roomNo = ensureRoom(store.db, '!crowd:x');
    updateRoom(store.db, roomNo, {
      membership: 'join',
      section: 'rooms',
      unread: 1,
      serverUnread: 1,
    });
    const at = { limited: true, prevBatch: 'p', receivedMs: clock.now(), ownUserId: alice };
    const events = [state('org.example', '', {})];
    appendLive(store.db, { roomNo, events, ...at });
  });
  const http = { request } as Http;
  const deps = { http, store, ownUserId: alice, clock, log: silentLog };
  const backfill = createBackfill({ ...deps, onEncrypted: () => undefined });
  createSilentRooms({ store, log: silentLog, backfill }).look();
  await new Promise(setImmediate);
  expect(asked).toEqual(['p']);
  temp.remove();
});
