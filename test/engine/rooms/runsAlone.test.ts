// Whether somebody is the only one who runs a room: when they leave, nobody can give roles there any more.
import { runsAlone } from '#engine/rooms/permissions';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, carol, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

interface Room {
  readonly version?: string;
  readonly levels?: Record<string, unknown> | null;
  readonly others?: readonly RawEvent[];
  readonly creators?: readonly string[];
  readonly membersLoaded?: boolean;
}

/** Alice made the room and is in it, beside Bob and Carol. */
function isAlone(room: Room): boolean {
  const { version = '10', levels = {}, others = [], creators = [], membersLoaded = true } = room;
  return temp.store.write(() => {
    const roomNo = ensureRoom(temp.store.db, '!room:example.org');
    updateRoom(temp.store.db, roomNo, { membership: 'join', version, membersLoaded });
    const created = { room_version: version, additional_creators: creators };
    putState(
      temp.store.db,
      roomNo,
      [
        state('m.room.create', '', created, { sender: alice }),
        ...[member(alice, 'join'), member(bob, 'join'), ...others],
        ...(levels === null ? [] : [state('m.room.power_levels', '', levels)]),
      ],
      1,
    );
    const room = getRoom(temp.store.db, roomNo);
    return room !== null && runsAlone(temp.store.db, room, alice);
  });
}

const mine = { [alice]: 100 };

test.each<[string, Room, boolean]>([
  ['one admin', { levels: { users: mine } }, true],
  [
    'one admin and a moderator',
    { levels: { users: { ...mine, [bob]: 50 }, events: { 'm.room.power_levels': 100 } } },
    true,
  ],
  ['two admins', { levels: { users: { ...mine, [bob]: 100 } } }, false],
  [
    'a moderator who may give roles',
    { levels: { users: { ...mine, [bob]: 50 }, events: { 'm.room.power_levels': 50 } } },
    false,
  ],
  [
    'a second admin who has left',
    { levels: { users: { ...mine, [carol]: 100 } }, others: [member(carol, 'leave')] },
    true,
  ],
  [
    'a second admin who is invited',
    { levels: { users: { ...mine, [carol]: 100 } }, others: [member(carol, 'invite')] },
    false,
  ],
  ['a second admin who was never here', { levels: { users: { ...mine, [carol]: 100 } } }, true],
  [
    'a second admin of whom this computer knows nothing yet',
    { levels: { users: { ...mine, [carol]: 100 } }, membersLoaded: false },
    false,
  ],
  ['no role of my own', { levels: { users: { [bob]: 100 } } }, false],
  ['everybody may give roles', { levels: { users: mine, users_default: 100 } }, false],
  ['no levels at all', { levels: null }, false],
  ['one creator', { version: '12', levels: { users: {} } }, true],
  ['two creators', { version: '12', levels: { users: {} }, creators: [bob] }, false],
  ['a creator and an admin', { version: '12', levels: { users: { [bob]: 100 } } }, false],
])('with %s', (_what, room, alone) => {
  expect(isAlone(room)).toBe(alone);
});
