// Rooms whose admin writes packs without end: what the lists of packs take of them, and what they read again.
import type { Statement } from 'better-sqlite3';
import { putState } from '#stores/ingest/state';
import { account, putAccountData } from '#stores/settings/accountData';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { packLists } from '#engine/contract/packs/packLists';
import { packsFor } from '#engine/packs/packs';
import { alice, create, message, redaction, state } from '../../fixtures/events';
import type { ImagePack, ManagedPack } from '#contract/areas/messages/packs';
import type { RawEvent } from '#stores/events/types';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const pack = (key: string, pictures: number, type = 'm.room.image_pack'): RawEvent =>
  state(type, key, {
    images: Object.fromEntries(
      Array.from({ length: pictures }, (_, at) => [`p${at}`, { url: `mxc://a.org/${key}x${at}` }]),
    ),
    pack: { display_name: key },
  });

const packs = (count: number, pictures: number, name = 'pack'): RawEvent[] =>
  Array.from({ length: count }, (_, at) => pack(`${name}${String(at).padStart(5, '0')}`, pictures));

/** Another room that one is in. */
function room(roomId: string, events: readonly RawEvent[]): number {
  const { store } = bench.temp;
  return store.write((changes) => {
    const roomNo = ensureRoom(store.db, roomId);
    updateRoom(store.db, roomNo, { membership: 'join', name: roomId });
    putState(store.db, roomNo, [create('10'), ...events], 1);
    changes.room(roomNo);
    return roomNo;
  });
}

/** Writes state like sync, which names the room. */
const put = (...events: RawEvent[]): void => {
  const { store } = bench.temp;
  store.write((changes) => {
    putState(store.db, bench.roomNo, events, 1);
    changes.room(bench.roomNo);
  });
};

/** The store tells of commits in a turn of its own, which stands before this one. */
const told = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function open<T>(subscribe: (sink: { set(items: readonly T[]): void }) => { close(): void }) {
  const sets: (readonly T[])[] = [];
  const { close } = subscribe({ set: (items) => void sets.push(items) });
  return { close, sets, items: () => sets.at(-1) ?? [] };
}

const lists = () => packLists({ store: bench.temp.store, ownUserId: () => alice });
const fails = { fail: (error: unknown) => expect(error).toBeNull() };
const managed = (roomId: string | null = null) =>
  open<ManagedPack>((sink) => lists().managedPacks({ roomId }, { ...sink, ...fails }));
const usable = (roomId = bench.roomId) =>
  open<ImagePack>((sink) => lists().imagePacks({ roomId }, { ...sink, ...fails }));

const pictures = (items: readonly ImagePack[]): number =>
  items.reduce((sum, { images }) => sum + images.length, 0);

/** The contents of packs that `work` reads. */
async function contentsRead(work: () => void): Promise<number> {
  const kind = Object.getPrototypeOf(bench.temp.store.db.prepare('SELECT 1')) as Statement;
  const real = kind.all as (...values: unknown[]) => unknown[];
  let read = 0;
  const spy = jest.spyOn(kind, 'all').mockImplementation(function (
    this: Statement,
    ...values: unknown[]
  ) {
    const rows = Reflect.apply(real, this, values);
    if (values.some((value) => value === 'm.room.image_pack' || value === 'im.ponies.room_emotes'))
      read += rows.length;
    return rows;
  });
  try {
    work();
    await told();
  } finally {
    spy.mockRestore();
  }
  return read;
}

test('of a room with thousands of packs 60 are taken and little more is read', async () => {
  bench.setState(packs(3_000, 2));
  let list = managed();
  const read = await contentsRead(() => {
    list.close();
    list = managed();
  });
  expect(list.items()).toHaveLength(61);
  expect(list.items()[1]).toMatchObject({ key: `${bench.roomId} pack00000`, mayChange: true });
  expect(read).toBeLessThan(80);
  const use = await contentsRead(() => void packsFor(bench.temp.store.db, bench.roomNo));
  expect(use).toBeLessThan(80);
  list.close();
});

test('of a room whose packs are full 5,000 pictures are taken; other rooms keep their place', () => {
  bench.setState(packs(40, 500));
  room('!small:example.org', [pack('small', 3)]);
  const list = managed();
  const ofRoom = list.items().filter(({ roomId }) => roomId === bench.roomId);
  expect(pictures(ofRoom)).toBe(5_000);
  expect(list.items().at(-1)).toMatchObject({ name: 'small', roomName: '!small:example.org' });
  const one = managed(bench.roomId);
  expect(one.items()).toEqual(ofRoom);
  const use = usable();
  expect(pictures(use.items())).toBe(5_000);
  for (const { close } of [list, one, use]) close();
});

test('many rooms with many packs: 200 packs and 10,000 pictures in all, and the rooms behind them are not read', async () => {
  for (let n = 0; n < 6; n += 1) room(`!few${n}:example.org`, packs(70, 1));
  const list = managed();
  expect(list.items()).toHaveLength(201);
  list.close();
  for (let n = 0; n < 6; n += 1) room(`!few${n}:example.org`, packs(10, 500));
  let full = managed();
  const read = await contentsRead(() => {
    full.close();
    full = managed();
  });
  expect(pictures(full.items())).toBe(10_000);
  // Three rooms of the six, until the third is beyond the bound.
  expect(read).toBeLessThan(3 * 80);
  full.close();
});

test('events without a pack are passed by, but not without end; a legacy pack behind them is found', async () => {
  bench.setState([
    ...Array.from({ length: 150 }, (_, n) => state('m.room.image_pack', `gone${n}`, {})),
    pack('here', 1),
    pack('old', 1, 'im.ponies.room_emotes'),
  ]);
  const list = managed();
  const names = () => list.items().map(({ name }) => name);
  expect(names()).toEqual(['', 'here', 'old']);
  put(...Array.from({ length: 150 }, (_, n) => state('m.room.image_pack', `empty${n}`, {})));
  await told();
  expect(names()).toEqual(['', 'old']);
  list.close();
});

test('messages in a room with packs read no pack again; a pack that changes, is redacted or goes is told', async () => {
  const first = pack('birds', 100);
  bench.setState([first, pack('fish', 2)]);
  const list = managed();
  const use = usable();
  const read = await contentsRead(() => {
    for (let n = 0; n < 20; n += 1) bench.live([message(`Sentence ${n}`)]);
    put();
    room('!other:example.org', []);
  });
  expect([read, list.sets.length, use.sets.length]).toEqual([0, 1, 1]);

  put(pack('fish', 3));
  await told();
  expect(list.items().map(({ images }) => images.length)).toEqual([0, 100, 3]);
  expect(use.items().map(({ images }) => images.length)).toEqual([100, 3]);
  bench.live([first, redaction(first.event_id, { sender: alice })]);
  put();
  await told();
  expect(list.items().map(({ name }) => name)).toEqual(['', 'fish']);
  expect(use.items().map(({ name }) => name)).toEqual(['fish']);

  const { store } = bench.temp;
  const elsewhere = room('!other:example.org', [pack('frogs', 1)]);
  await told();
  expect(list.items().map(({ name }) => name)).toEqual(['', 'fish', 'frogs']);
  store.write((changes) => {
    updateRoom(store.db, elsewhere, { membership: 'leave' });
    changes.room(elsewhere);
  });
  await told();
  expect(list.items().map(({ name }) => name)).toEqual(['', 'fish']);
  for (const { close } of [list, use]) close();
});

test('a pack that the account uses everywhere stays, whatever else is written into its room', async () => {
  const { store } = bench.temp;
  const other = '!other:example.org';
  const roomNo = room(other, [pack('zebra', 1)]);
  const use = usable();
  const list = managed(other);
  expect(use.items()).toEqual([]);
  store.write((changes) => {
    putAccountData(store.db, account, 'm.image_pack.rooms', { rooms: { [other]: { zebra: {} } } });
    changes.topic('accountData');
  });
  await told();
  expect(use.items().map(({ name }) => name)).toEqual(['zebra']);
  expect(list.items()).toMatchObject([{ name: 'zebra', everywhere: true }]);
  store.write((changes) => {
    putState(store.db, roomNo, packs(300, 1), 1);
    changes.room(roomNo);
  });
  await told();
  expect(use.items().map(({ name }) => name)).toEqual(['zebra']);
  expect(list.items()).toHaveLength(60);
  for (const { close } of [list, use]) close();
});
