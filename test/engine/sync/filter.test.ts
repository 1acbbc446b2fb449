// Filters on a real server: what is written is read again, and what they let through.
import { createFilter, readFilter, type Filter } from '#engine/sync/filter';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { person, syncKit, type SyncKit, type TestPerson } from './kit';

let server: Homeserver;
let alice: TestPerson;
let kit: SyncKit;

beforeAll(async () => {
  server = await startHomeserver();
  alice = person(server, await server.registerUser({ username: 'alice', password: 'pw' }));
  kit = syncKit(server.baseUrl, alice);
}, 120_000);

afterAll(async () => {
  await kit.stop();
  await server.stop();
});

const deps = () => ({ http: kit.http, store: kit.store, userId: alice.userId });
const timeline = async (filterId: string, roomId: string) => {
  const answer = await alice.call('GET', `/sync?filter=${filterId}`);
  const join = (answer['rooms'] as { join?: Record<string, { timeline: { events: unknown[] } }> })
    .join;
  return join?.[roomId]?.timeline.events ?? [];
};

test('CHAT-3.20 CHAT-7.40 a filter has an id and keeps its fields', async () => {
  const roomId = await alice.createRoom();
  const filter: Filter = {
    room: {
      timeline: {
        types: ['m.room.message'],
        rooms: [roomId],
        senders: [alice.userId],
        contains_url: true,
        limit: 3,
      },
    },
  };
  const filterId = await createFilter(deps(), filter);
  expect(await readFilter(deps(), filterId)).toEqual(filter);
  const send = (txn: string, content: object) =>
    alice.call('PUT', `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${txn}`, content);
  await alice.send(roomId, 'without address');
  for (const i of [1, 2, 3, 4]) {
    await send(`url${i}`, { msgtype: 'm.file', body: `f${i}`, url: 'mxc://localhost/a' });
  }
  const bodies = (await timeline(filterId, roomId)).map(
    (event) => (event as { content: { body: string } }).content.body,
  );
  expect(bodies).toEqual(['f2', 'f3', 'f4']);
});
