// Acts that the people panel offers for each person, by the server's rules.
import { createMembersView } from '#engine/views/members';
import { createPersonView } from '#engine/views/person';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { MemberRow, PersonCard } from '#contract/areas/rooms/peopleModels';
import { alice, bob, carol, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { testClock } from './support';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const roomId = '!room:example.org';
const dave = '@dave:example.org';
const erin = '@erin:example.org';

/** In words: what `me` may do with each person, in the order of the list. */
function offered(me: string, version: string, levels: Record<string, unknown>): string[] {
  const { db } = temp.store;
  temp.store.write(() => {
    const no = ensureRoom(db, roomId);
    const events = [
      create(version),
      member(alice, 'join'),
      member(bob, 'join'),
      member(carol, 'invite'),
      member(dave, 'knock'),
      member(erin, 'ban'),
      state('m.room.power_levels', '', levels),
    ];
    putState(db, no, events, 1);
    updateRoom(db, no, { membership: 'join', membersLoaded: true });
  });
  let rows: readonly MemberRow[] = [];
  const deps = { store: temp.store, ownUserId: () => me, clock: testClock() };
  const sink = {
    set: (items: readonly MemberRow[]) => {
      rows = items;
    },
    fail: (error: unknown) => {
      throw error as Error;
    },
  };
  createMembersView(deps, { roomId, text: '', limit: 100 }, sink).close();
  return rows.map(({ person, membership, actions }) => {
    const { levels: given, ...acts } = actions;
    const may = Object.entries(acts).flatMap(([name, on]) => (on ? [name] : []));
    const name = person.userId.slice(1, person.userId.indexOf(':'));
    return [`${name} ${membership}:`, ...may, ...given.map((one) => one.role)].join(' ');
  });
}

test('CHAT-6.1 an admin may remove, ban, let in and lift bans, but nothing to equals and themselves', () => {
  expect(offered(alice, '11', { users: { [alice]: 100, [bob]: 50 } })).toEqual([
    'dave knock: invite kick ban admin moderator',
    'alice join:',
    'bob join: kick ban admin member',
    'carol invite: kick ban admin moderator',
    'erin ban: unban',
  ]);
  expect(offered(alice, '11', { users: { [alice]: 100, [bob]: 100 } })[2]).toBe('bob join:');
});

test('whoever is out of the room is invited again from their card, where this account may invite', () => {
  const { db } = temp.store;
  const out = (me: string): PersonCard['member'] => {
    let card: PersonCard | null = null as PersonCard | null;
    offered(me, '11', { users: { [alice]: 100 }, invite: 50 });
    temp.store.write(() => putState(db, ensureRoom(db, roomId), [member(erin, 'leave')], 2));
    const deps = { store: temp.store, ownUserId: () => me, clock: testClock() };
    const set = (value: PersonCard): void => void (card = value);
    const fail = (error: unknown): never => {
      throw error as Error;
    };
    createPersonView(deps, { roomId, userId: erin }, { set, fail }).close();
    return card?.member ?? null;
  };
  expect(out(alice)).toMatchObject({
    membership: 'leave',
    actions: { invite: true, kick: false, ban: true, unban: false, levels: [] },
  });
  expect(out(bob)).toMatchObject({ actions: { invite: false, ban: false } });
});

test('a member is offered nothing, and hears of neither bans nor who may not be let in', () => {
  expect(offered(bob, '11', { users: { [alice]: 100 }, invite: 50 })).toEqual([
    'alice join:',
    'bob join:',
    'carol invite:',
  ]);
});

test('CHAT-6.6 creators of version 12 are above every admin, and no level is given to them', () => {
  expect(offered(alice, '12', { users: { [bob]: 100 } })[2]).toBe(
    'bob join: kick ban moderator member',
  );
  expect(offered(bob, '12', { users: { [bob]: 100 } })[1]).toBe('alice join:');
});
