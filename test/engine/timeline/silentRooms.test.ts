// The room list shows the last message of a room whose newest events are not shown, also on a new device.
import { systemClock } from '#engine/base/clock';
import { createBackfill } from '#engine/timeline/backfill';
import { createSilentRooms } from '#engine/timeline/silentRooms';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { silentLog } from '../../support/silentLog';
import { person, recordingFetch, syncKit, type SyncKit } from '../sync/kit';

let server: Homeserver;
let kit: SyncKit | null = null;

beforeAll(async () => {
  server = await startHomeserver();
}, 120_000);

afterAll(async () => {
  await kit?.stop();
  await server.stop();
});

test('what lies before the signals of a call is asked for, once, and nothing where a message is here', async () => {
  const registered = await server.registerUser({ username: 'alice', password: 'pw' });
  const alice = person(server, registered);
  const talk = await alice.createRoom({ name: 'Talk' });
  const quiet = await alice.createRoom({ name: 'Quiet' });
  for (const roomId of [talk, quiet]) await alice.send(roomId, `the last word of ${roomId}`);
  const signals = `/rooms/${encodeURIComponent(quiet)}/send/m.call.candidates`;
  const content = { call_id: 'c', party_id: 'p', version: '1', candidates: [] };
  for (let at = 0; at < 10; at += 1) await alice.call('PUT', `${signals}/c${at}`, content);

  const recorded = recordingFetch();
  const one = syncKit(server.baseUrl, registered, { fetch: recorded.fetch });
  kit = one;
  const { http, store, userId: ownUserId, sync } = one;
  const deps = { http, store, ownUserId, clock: systemClock(), log: silentLog };
  const backfill = createBackfill({ ...deps, onEncrypted: () => undefined });
  const silent = createSilentRooms({ store, log: silentLog, backfill });
  sync.start();
  await one.until(() => sync.gate.open() && one.room(quiet));
  expect([one.room(quiet)?.lastEventNo, one.bodies(quiet)]).toEqual([null, []]);

  silent.look();
  silent.look();
  await one.until(() => one.room(quiet)?.lastEventNo);
  expect(one.bodies(quiet)).toEqual([`the last word of ${quiet}`]);
  silent.look();
  await one.until(() => recorded.queries('/messages').length > 0);
  expect(recorded.queries('/messages')).toHaveLength(1);
});
