// Names of people who are not in the room: another room that both are in knows them.
import { loadPeople } from '#engine/rooms/people';
import { putState } from '#stores/ingest/state';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, carol, event, member } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

const dave = '@dave:example.org';
let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

/** Another room, with these people. */
function elsewhere(membership: 'join' | 'leave', people: readonly [string, string | null][]): void {
  const { store } = bench.temp;
  store.write((changes) => {
    const roomNo = ensureRoom(store.db, `!${membership}${people.length}:example.org`);
    updateRoom(store.db, roomNo, { membership });
    changes.room(roomNo);
    const members = people.map(([userId, name]) => member(userId, 'join', name));
    putState(store.db, roomNo, members, 0);
  });
}
const named = (...userIds: string[]) => {
  const people = loadPeople(bench.temp.store.db, bench.roomNo, userIds);
  return userIds.map((userId) => {
    const { name, ambiguous } = people.get(userId);
    return ambiguous ? `${name} (${userId})` : name;
  });
};

test('who is not in the room, and whose ban was lifted, has the name of a room that is shared', () => {
  bench.setState([
    member(alice, 'join', 'Alice'),
    member(dave, 'leave'),
    member('@dora:example.org', 'ban', 'Dora here'),
    member('@eve:example.org', 'join'),
  ]);
  expect(named(dave, carol)).toEqual([dave, carol]);
  elsewhere('join', [
    [dave, 'Dave Okafor'],
    [carol, 'Carol'],
    ['@dora:example.org', 'Dora'],
    ['@eve:example.org', 'Eve'],
  ]);
  expect(named(dave, carol)).toEqual(['Dave Okafor', 'Carol']);
  // A name of this room stays, and so does the choice to have none here.
  expect(named('@dora:example.org', '@eve:example.org')).toEqual(['Dora here', '@eve:example.org']);
  bench.live([
    event('m.room.message', { msgtype: 'm.text', body: `ask ${carol}` }, { sender: dave }),
  ]);
  expect(bench.open().messages().at(-1)).toMatchObject({
    sender: { name: 'Dave Okafor' },
    mentions: [{ name: 'Carol' }],
  });
});

test('a name that somebody in the room has, or another one outside, is told apart; rooms that were left name nobody', () => {
  bench.setState([member(alice, 'join', 'Alice')]);
  elsewhere('leave', [[carol, 'Carol']]);
  expect(named(carol)).toEqual([carol]);
  elsewhere('join', [
    [dave, 'Alice'],
    [carol, 'Twin'],
    ['@dora:example.org', 'Twin'],
  ]);
  expect(named(dave)).toEqual([`Alice (${dave})`]);
  expect(named(carol, '@dora:example.org')).toEqual([
    `Twin (${carol})`,
    'Twin (@dora:example.org)',
  ]);
});
