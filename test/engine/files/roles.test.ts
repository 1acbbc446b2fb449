// Roles and what they allow, from stored levels of rooms of old and new versions.
import { directoryActions, fileActions, roleNamed, rolesIn } from '#engine/files/roles';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { treePowerLevels } from '#engine/files/acts/create';
import { AccessRole } from '#contract/areas/files/directoriesModels';
import { alice, bob, carol, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
let rooms = 0;

beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

/** A directory that Bob made, with these levels (null: no such event). */
function directory(version: string, levels: Record<string, unknown> | null): number {
  const { db } = temp.store;
  rooms += 1;
  return temp.store.write(() => {
    const no = ensureRoom(db, `!directory${rooms}:example.org`);
    const events = [
      { ...create(version), sender: bob },
      member(alice, 'join', 'Alice'),
      member(bob, 'join', 'Bob'),
      member(carol, 'join', 'Carol'),
      state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' }),
      ...(levels === null ? [] : [state('m.room.power_levels', '', levels)]),
    ];
    putState(db, no, events, 1);
    updateRoom(db, no, { membership: 'join' });
    return no;
  });
}

const tree = (users: Record<string, number>): Record<string, unknown> => treePowerLevels(users);
const roleOf = (roomNo: number, userId: string) => rolesIn(temp.store.db, roomNo).of(userId);

test('CHAT-1.3 CHAT-4.31 everybody has exactly one of three roles, by the levels of the room', () => {
  const levels = tree({
    [alice]: 100,
    [carol]: 50,
    '@a:x': 99,
    '@b:x': 49,
    '@c:x': -1,
    '@d:x': 7e9,
  });
  const roomNo = directory('11', levels);
  const people = [alice, carol, '@a:x', '@b:x', '@c:x', '@d:x', '@unknown:x'];
  expect(people.map((userId) => roleOf(roomNo, userId))).toEqual([
    'owner',
    'editor',
    'editor',
    'viewer',
    'viewer',
    'owner',
    'viewer',
  ]);
});

test('CHAT-4.31 creators of version 12 own, an explicit 0 is 0, an events_default of 0 is 0', () => {
  expect(roleOf(directory('12', tree({})), bob)).toBe('owner');
  expect(roleOf(directory('11', tree({})), bob)).toBe('viewer');
  const generous = { ...tree({ [alice]: 0 }), users_default: 50 };
  const roomNo = directory('11', generous);
  expect([roleOf(roomNo, alice), roleOf(roomNo, carol)]).toEqual(['viewer', 'editor']);
  expect(roleOf(directory('11', { ...tree({}), events_default: 0 }), carol)).toBe('editor');
  const text = { ...tree({ [alice]: 60 }), events_default: 'many' };
  expect([roleOf(directory('11', text), alice), roleOf(directory('11', text), carol)]).toEqual([
    'editor',
    'viewer',
  ]);
});

test('CHAT-6.7 without levels everybody is a viewer, and names like __proto__ are nothing', () => {
  const roomNo = directory('11', null);
  expect([alice, carol, '__proto__', 'constructor'].map((id) => roleOf(roomNo, id))).toEqual([
    'viewer',
    'viewer',
    'viewer',
    'viewer',
  ]);
  expect(roleOf(roomNo, bob)).toBe('owner');
});

test('CHAT-5.26 any other word is no role', () => {
  for (const role of ['admin', 'Owner', '', '50'])
    expect(() => roleNamed(role)).toThrow(`Invalid role: ${role}`);
  expect(AccessRole.options.map(roleNamed)).toEqual(['viewer', 'editor', 'owner']);
});

test('roles are given by owners, to those below them, and the last owner stays', () => {
  const roomNo = directory('11', tree({ [alice]: 100, [bob]: 100, [carol]: 50 }));
  const roles = rolesIn(temp.store.db, roomNo);
  expect(AccessRole.options.map(roles.levelFor)).toEqual([0, 50, 100]);
  expect(roles.mayGive(alice, carol)).toEqual(['viewer', 'editor', 'owner']);
  expect(roles.mayGive(alice, bob)).toEqual([]);
  expect(roles.mayGive(alice, alice)).toEqual(['viewer', 'editor', 'owner']);
  expect(roles.mayGive(carol, '@new:x')).toEqual([]);
  expect([roles.mayRemove(alice, carol), roles.mayRemove(alice, bob)]).toEqual([true, false]);
  expect([roles.mayRemove(carol, '@viewer:x'), roles.mayRemove(alice, alice)]).toEqual([
    false,
    false,
  ]);
  const alone = rolesIn(temp.store.db, directory('11', tree({ [alice]: 100 })));
  expect(alone.mayGive(alice, alice)).toEqual([]);
  const version12 = rolesIn(temp.store.db, directory('12', tree({ [alice]: 100 })));
  expect(version12.mayGive(alice, bob)).toEqual([]);
  expect(version12.mayGive(bob, alice)).toEqual(['viewer', 'editor', 'owner']);
  expect(version12.mayRemove(bob, alice)).toBe(true);
});

test('where the levels leave no number for editors, nobody becomes one', () => {
  const flat = directory('11', { ...tree({ [alice]: 100 }), events_default: 100 });
  const roles = rolesIn(temp.store.db, flat);
  expect(roles.levelFor('editor')).toBe(null);
  expect(roles.mayGive(alice, carol)).toEqual(['viewer', 'owner']);
  const open = rolesIn(
    temp.store.db,
    directory('11', { ...tree({}), users_default: 50, events_default: 50 }),
  );
  expect(open.levelFor('viewer')).toBe(49);
});

test('a viewer is offered nothing that the server would refuse, an editor what editors may', () => {
  const { db } = temp.store;
  const parent = directory('11', tree({ [alice]: 50 }));
  const roomNo = directory('11', tree({ [alice]: 50, [bob]: 100 }));
  const none = {
    upload: false,
    createDirectory: false,
    rename: false,
    reorder: false,
    move: false,
  };
  expect(directoryActions(db, roomNo, parent, carol)).toEqual({
    ...none,
    share: false,
    setRoles: false,
    delete: false,
    leave: true,
    unlink: false,
  });
  expect(directoryActions(db, roomNo, parent, alice)).toEqual({
    upload: true,
    createDirectory: true,
    rename: true,
    reorder: true,
    move: true,
    share: false,
    setRoles: false,
    delete: false,
    leave: true,
    unlink: false,
  });
  expect(directoryActions(db, roomNo, null, bob)).toMatchObject({
    reorder: false,
    move: false,
    share: true,
    setRoles: true,
    delete: true,
  });
  temp.store.write(() => updateRoom(db, roomNo, { membership: 'leave' }));
  expect(Object.values(directoryActions(db, roomNo, parent, bob))).not.toContain(true);
});

test('what may be done with an entry follows its state, the role and who sent it', () => {
  const { db } = temp.store;
  const roomNo = directory('11', tree({ [alice]: 50, [bob]: 100 }));
  const here = { active: true, locked: false, keptOut: false, readable: true, sender: alice };
  const allowed = (userId: string, entry: Partial<typeof here> = {}) =>
    Object.entries(fileActions(db, roomNo, userId)({ ...here, ...entry }))
      .filter(([, may]) => may)
      .map(([name]) => name);
  expect(allowed(carol)).toEqual(['open', 'save', 'copy']);
  expect(allowed(carol, { readable: false })).toEqual([]);
  expect(allowed(alice)).toEqual([
    'open',
    'save',
    'rename',
    'lock',
    'newVersion',
    'move',
    'copy',
    'delete',
    'deleteForever',
  ]);
  expect(allowed(alice, { locked: true, keptOut: true })).toEqual([
    'open',
    'save',
    'unlock',
    'copy',
  ]);
  // A lock keeps others out, not whoever put it there.
  expect(allowed(alice, { locked: true })).toEqual(
    allowed(alice).map((name) => (name === 'lock' ? 'unlock' : name)),
  );
  expect(allowed(alice, { active: false })).toEqual([
    'open',
    'save',
    'copy',
    'restore',
    'deleteForever',
  ]);
  const strict = directory('11', { ...tree({ [alice]: 50 }), redact: 100 });
  const may = fileActions(db, strict, alice);
  expect([may(here).deleteForever, may({ ...here, sender: bob }).deleteForever]).toEqual([
    true,
    false,
  ]);
});
