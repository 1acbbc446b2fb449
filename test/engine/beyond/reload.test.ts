// Loading a joined room anew from a real homeserver: what is wrong here is mended, what is right stays.
import { reloadRoom } from '#engine/rooms/reload';
import { memberLeft, putState } from '#stores/ingest/state';
import { getEvent } from '#stores/events/timeline';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { countMembers, getMember, getState } from '#stores/rooms/state';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { state } from '../../fixtures/events';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { systemClock } from '#engine/base/clock';
import { silentLog } from '../../support/silentLog';
import { person, syncKit, type SyncKit, type TestPerson } from '../sync/kit';

let server: Homeserver;
let proxy: FaultProxy;
let kit: SyncKit;
let alice: TestPerson;
let bob: TestPerson;
let roomId: string;
const asked: URL[] = [];

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  const [one, other] = await Promise.all(
    ['alice', 'bob'].map((username) => server.registerUser({ username, password: 'pw' })),
  );
  if (one === undefined || other === undefined) throw new Error('nobody was registered');
  [alice, bob] = [person(server, one), person(server, other)];
  roomId = await bob.createRoom({ name: 'Garden', topic: 'Beds', preset: 'public_chat' });
  await alice.join(roomId);
  const fetch: typeof globalThis.fetch = (resource, init) => {
    asked.push(new URL(String(resource)));
    return globalThis.fetch(resource, init);
  };
  kit = syncKit(proxy.url, one, { fetch });
  kit.sync.start();
  await kit.until(() => kit.room(roomId)?.membership === 'join' && kit.sync.gate.open());
}, 240_000);
afterAll(async () => {
  await kit?.stop();
  await proxy?.close();
  await server?.stop();
});

const roomNo = (): number => roomNoOf(kit.store.db, roomId) ?? 0;
const reload = () =>
  reloadRoom(
    {
      ...{ http: kit.http, store: kit.store, ownUserId: alice.userId },
      ...{ clock: systemClock(), log: silentLog },
    },
    roomNo(),
  );
const ends = (path: string): URL[] => asked.filter(({ pathname }) => pathname.endsWith(path));

/** Damages state in ways that no sync would mend: another topic, a widget's name that never was, a member who left in truth. */
function spoil(): void {
  const { db } = kit.store;
  kit.store.write((changes) => {
    putState(
      db,
      roomNo(),
      [
        state('m.room.topic', '', { topic: 'spoilt' }, { sender: bob.userId }),
        state('org.example.note', 'here', { text: 'never said' }, { sender: bob.userId }),
      ],
      1,
    );
    memberLeft(db, roomNo(), bob.userId);
    changes.room(roomNo());
  });
}

const topic = () => getState(kit.store.db, roomNo(), 'm.room.topic')?.raw.content['topic'];
const note = () => getState(kit.store.db, roomNo(), 'org.example.note', 'here');

test('CHAT-7.31 what differs from the state at the server is mended; a second time there is nothing to do', async () => {
  spoil();
  expect([topic(), note() === null]).toEqual(['spoilt', false]);
  // Members are loaded lazily: one that is not here yet is no mistake.
  expect(await reload()).toMatchObject({ mended: 2 });
  expect([topic(), note()]).toEqual(['Beds', null]);
  expect(getMember(kit.store.db, roomNo(), bob.userId)?.membership).toBe('join');
  expect(getRoom(kit.store.db, roomNo())).toMatchObject({ topic: 'Beds', membersLoaded: true });
  expect(countMembers(kit.store.db, roomNo(), 'join')).toBe(2);
  expect(await reload()).toEqual({ mended: 0, members: [] });
}, 120_000);

test('CHAT-7.31 an answer that names no members takes nothing away', async () => {
  spoil();
  const cut = proxy.rules.add({
    match: on('GET', `${encodeURIComponent(roomId)}/state`),
    edit: (body) => (body as { type: string }[]).filter(({ type }) => type === 'm.room.topic'),
  });
  expect(await reload()).toMatchObject({ mended: 1 });
  expect([topic(), note() === null]).toEqual(['Beds', false]);
  cut();
  expect(await reload()).toMatchObject({ mended: 2 });
  expect(note()).toBeNull();
}, 120_000);

test('messages are left to sync, which announces them', async () => {
  await kit.sync.stop();
  const eventId = await bob.send(roomId, 'not here yet');
  await reload();
  expect(getEvent(kit.store.db, roomNo(), eventId)).toBeNull();
  kit.sync.start();
  await kit.until(() => kit.bodies(roomId).at(-1) === 'not here yet');
  const announced = kit.found.flatMap(({ live }) => live.get(roomNo()) ?? []);
  expect(announced.filter((event) => event.eventId === eventId)).toHaveLength(1);
  expect(ends('/initialSync')).toEqual([]);
}, 120_000);

test('what sync brought just now stays, though a server that lags answers with what was before it', async () => {
  const path = `/rooms/${encodeURIComponent(roomId)}/state`;
  const before = await bob.call('GET', path);
  await bob.call('PUT', `${path}/m.room.topic/`, { topic: 'Winter beds' });
  await bob.call('PUT', `${path}/org.example.note/new`, { text: 'just said' });
  const said = () => getState(kit.store.db, roomNo(), 'org.example.note', 'new');
  await kit.until(() => said() !== null && topic() === 'Winter beds');
  const lag = proxy.rules.add({ match: on('GET', path), edit: () => before });
  expect(await reload()).toMatchObject({ mended: 0 });
  lag();
  expect([topic(), said() === null]).toEqual(['Winter beds', false]);
}, 120_000);
