// Somebody removes this account from a room: its row, its page and what was said there stay until it is removed from this computer.
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { createSearchFill, filledShare } from '#engine/search/fill';
import { createPlacesView } from '#engine/search/places';
import { createSearchView } from '#engine/search/view';
import { markOutside } from '#engine/rooms/removal';
import { roomHeader } from '#engine/views/room';
import { createRoomsView } from '#engine/views/rooms';
import { systemClock } from '#engine/base/clock';
import type { Departure, RoomListItem, RoomRow } from '#contract/areas/rooms/roomsModels';
import type { FoundMessage, FoundPlace } from '#contract/areas/messages/search';
import { silentLog } from '../../support/silentLog';
import { newRoom, openRooms, type RoomKit, type RoomsStage } from './kit';

let stage: RoomsStage;
let alice: RoomKit;
let bob: RoomKit;
beforeAll(async () => {
  stage = await openRooms();
  ({ alice, bob } = stage);
  const { store } = bob;
  const fill = createSearchFill({ store, clock: systemClock(), log: silentLog });
  fill.start();
  await bob.until(() => filledShare(store.db) === null);
  fill.stop();
}, 120_000);
afterAll(() => stage.close());

const depsOf = (kit: RoomKit) => ({
  store: kit.store,
  ownUserId: () => kit.userId,
  clock: systemClock(),
});

function rows(kit: RoomKit): RoomRow[] {
  let items: readonly RoomListItem[] = [];
  const query = { text: '', collapsed: [], limit: 100 };
  const view = createRoomsView(depsOf(kit), query, {
    set: (value) => (items = value),
    fail: () => undefined,
  });
  view.close();
  return items.filter((item): item is RoomRow => item.kind === 'room');
}
const rowOf = (kit: RoomKit, roomId: string) => rows(kit).find((row) => row.roomId === roomId);

function departure(kit: RoomKit, roomId: string): Departure | undefined {
  const room = kit.room(roomId);
  return room === null ? undefined : roomHeader(depsOf(kit), room, kit.userId).departure;
}

const set = <T>(
  open: (sink: { set(value: readonly T[]): void; fail(): void }) => { close(): void },
) =>
  new Promise<readonly T[]>((resolve, reject) => {
    const view = open({ set: (value) => resolve(value), fail: () => reject(new Error('failed')) });
    void view;
  });
const found = (kit: RoomKit, text: string) =>
  set<FoundMessage>((sink) =>
    createSearchView(
      { ...depsOf(kit), pathOf: () => [] },
      {
        ...{ text, roomId: null, room: null, sender: null, has: [] },
        ...{ fromMs: null, toMs: null, limit: 10 },
      },
      sink,
    ),
  );
const places = (kit: RoomKit, text: string) =>
  set<FoundPlace>((sink) =>
    createPlacesView(
      { ...depsOf(kit), pathOf: () => [] },
      { text, kinds: ['room'], limit: 10 },
      sink,
    ),
  );

/** Bob is in a room of Alice's, where somebody said this. */
async function shared(name: string, words: string): Promise<string> {
  const roomId = await alice.acts.create(newRoom({ name }));
  await alice.membership.invite(roomId, [bob.userId]);
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  await bob.membership.join(roomId);
  const eventId = await alice.direct.send(roomId, words);
  const { db } = bob.store;
  await bob.until(() => getEvent(db, roomNoOf(db, roomId) ?? 0, eventId));
  return roomId;
}

test('who was removed finds the room in the list, by its name and by its words, once as news', async () => {
  const roomId = await shared('Community garden', 'greenhouse');
  await alice.membership.kick(roomId, bob.userId, 'Please use Compost instead');
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toMatchObject({
    ...{ section: 'removed', membership: 'leave', dot: true, unread: 0, highlights: 0 },
    preview: { kind: 'none', senderName: 'alice' },
  });
  expect(departure(bob, roomId)).toMatchObject({
    ...{ how: 'removed', by: { userId: alice.userId }, listed: true },
    reason: 'Please use Compost instead',
  });
  expect((await found(bob, 'greenhouse')).map((one) => one.roomName)).toEqual(['Community garden']);
  expect(await places(bob, 'garden')).toMatchObject([{ roomId, membership: 'leave' }]);

  expect(markOutside(bob.store, roomId, false)).toBe(true);
  expect(rowOf(bob, roomId)?.dot).toBe(false);
  await alice.membership.ban(roomId, bob.userId);
  await bob.until(() => bob.room(roomId)?.membership === 'ban');
  expect(rowOf(bob, roomId)).toMatchObject({ section: 'removed', dot: false });

  await bob.membership.forget(roomId);
  expect([rowOf(bob, roomId), await places(bob, 'garden'), await found(bob, 'greenhouse')]).toEqual(
    [...[undefined, [], []]],
  );
});

test('who goes by own will, or whose invitation is withdrawn, has no row; who is let in again has the old one', async () => {
  const roomId = await shared('Door', 'marigold');
  await bob.membership.leave(roomId);
  expect([rowOf(bob, roomId), await found(bob, 'marigold')]).toEqual([undefined, []]);
  expect(departure(bob, roomId)).toMatchObject({ how: 'left', listed: false });
  expect(markOutside(alice.store, roomId, false)).toBe(false);
  await alice.membership.invite(roomId, [bob.userId]);
  await bob.until(() => bob.room(roomId)?.membership === 'invite');
  await alice.membership.kick(roomId, bob.userId);
  await bob.until(() => bob.room(roomId)?.membership === 'leave');
  expect(rowOf(bob, roomId)).toBeUndefined();

  const again = await shared('Greenhouse', 'cucumber');
  await alice.membership.kick(again, bob.userId);
  await bob.until(() => rowOf(bob, again)?.section === 'removed');
  await alice.membership.invite(again, [bob.userId]);
  await bob.until(() => rowOf(bob, again)?.section === 'invites');
  await bob.membership.join(again);
  expect(rowOf(bob, again)).toMatchObject({ section: 'rooms', membership: 'join' });
});
