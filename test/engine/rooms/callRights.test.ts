// Starting and joining calls are two rights, sharing a live location is one: what the settings of a room say of them is what holds, and either is given and taken back.
import { rightLevel, setRoomRight, type RoomRight } from '#engine/administer/rights';
import { groupRights } from '#engine/calls/group/room';
import { powerLevels } from '#engine/rooms/permissions';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { alice, bob, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

const roomId = '!room:example.org';
let temp: TempStore;
let roomNo: number;
/** The content of `m.room.power_levels` at the server. */
let levels: Record<string, unknown>;

const put = (content: Record<string, unknown>): void => {
  levels = content;
  temp.store.write(() =>
    putState(
      temp.store.db,
      roomNo,
      [create('10'), member(alice, 'join'), member(bob, 'join')].concat(
        state('m.room.power_levels', '', { users: { [alice]: 100 }, ...content }),
      ),
      1,
    ),
  );
};

beforeEach(() => {
  temp = tempStore();
  temp.store.write(() => {
    roomNo = ensureRoom(temp.store.db, roomId);
    updateRoom(temp.store.db, roomNo, { membership: 'join', version: '10' });
  });
});
afterEach(() => temp.remove());

const shown = (): readonly number[] => {
  const now = powerLevels(temp.store.db, roomNo, '10');
  return [rightLevel(now, 'startCalls'), rightLevel(now, 'joinCalls')];
};
const bobMay = (): readonly boolean[] => {
  const { canStart, canJoin } = groupRights(temp.store.db, roomNo, bob);
  return [canStart, canJoin];
};
const set = async (right: RoomRight, level: number): Promise<void> => {
  const request = async <T>({ method, body }: { method: string; body?: unknown }) => {
    if (method === 'PUT') put(body as Record<string, unknown>);
    return levels as T;
  };
  await setRoomRight({ request }, { roomId, right, level, creator: null });
};

test.each([
  ['a public room where everybody was let in', { [memberType]: 0 }, [50, 0]],
  ['a private room where everybody was let in', { [callType]: 0, [memberType]: 0 }, [0, 0]],
  ['a room that says nothing of calls', {}, [50, 50]],
  ['a room where only the start is for everybody', { [callType]: 0 }, [50, 50]],
])('in %s each right has the level that holds', (_what, events, wanted) => {
  put({ events });
  expect(shown()).toEqual(wanted);
  expect(bobMay()).toEqual(wanted.map((level) => level === 0));
});

test('joining is taken back and given again without a change of who starts', async () => {
  put({ events: { [memberType]: 0, other: 7 } });
  await set('joinCalls', 50);
  expect([shown(), bobMay()]).toEqual([
    [50, 50],
    [false, false],
  ]);
  await set('joinCalls', 0);
  expect([shown(), bobMay()]).toEqual([
    [50, 0],
    [false, true],
  ]);
  expect(levels['events']).toEqual({ [memberType]: 0, other: 7 });
});

test('who may start calls may join them, and keeps joining when starting is taken back', async () => {
  put({ events: {} });
  await set('startCalls', 0);
  expect([shown(), bobMay()]).toEqual([
    [0, 0],
    [true, true],
  ]);
  await set('startCalls', 50);
  expect([shown(), bobMay()]).toEqual([
    [50, 0],
    [false, true],
  ]);
});

test('sharing a live location is a right of its own, under both names of its event', async () => {
  put({ events: { other: 7 } });
  const level = () => rightLevel(powerLevels(temp.store.db, roomNo, '10'), 'shareLive');
  expect(level()).toBe(50);
  await set('shareLive', 0);
  expect(level()).toBe(0);
  expect(levels['events']).toEqual({
    ...{ other: 7, 'm.beacon_info': 0, 'org.matrix.msc3672.beacon_info': 0 },
  });
});
