// A room has one group call: the newest, and who starts a second one joins the first.
import { createCallLifecycle } from '#engine/calls/group/callLifecycle';
import { groupRights, liveCall } from '#engine/calls/group/room';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, carol, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock } from '../http/testClock';

const roomId = '!room:example.org';
const clock = createTestClock();
let temp: TempStore;
let roomNo: number;
let written: string[];

const put = (...events: readonly RawEvent[]): void =>
  temp.store.write(() => putState(temp.store.db, roomNo, [...events], clock.now()));
const call = (id: string, atMs: number) =>
  state(callType, id, { 'm.type': 'm.voice', 'm.intent': 'm.room' }, { ts: clock.now() + atMs });
const bobIn = (id: string) => {
  const expiry = { expires_ts: clock.now() + 3_600_000 };
  const device = { device_id: 'BOBDEVICE', session_id: 'bobs', feeds: [], ...expiry };
  return state(memberType, bob, { 'm.calls': [{ 'm.call_id': id, 'm.devices': [device] }] });
};

beforeEach(() => {
  temp = tempStore();
  written = [];
  temp.store.write(() => {
    roomNo = ensureRoom(temp.store.db, roomId);
    updateRoom(temp.store.db, roomNo, { membership: 'join', version: '10' });
  });
  const levels = { users: { [alice]: 100 }, users_default: 50, state_default: 50 };
  put(
    create('10'),
    member(alice, 'join'),
    member(bob, 'join'),
    state('m.room.power_levels', '', levels),
  );
});
afterEach(() => temp.remove());

const start = (requestId: string) =>
  createCallLifecycle({
    ...{ store: temp.store, ownUserId: alice, clock },
    http: {
      request: async <T>({ path }: { readonly path: string }) => {
        written.push(path);
        return {} as T;
      },
    },
  }).start({ requestId, roomId, media: 'voice', intent: 'm.room', ptt: false });

test('of several calls in a room the newest is the one, in whatever order they came', () => {
  put(call('new', 2_000), call('old', 1_000));
  expect(liveCall(temp.store.db, roomNo)?.groupCallId).toBe('new');
  put(call('older', 500));
  expect(liveCall(temp.store.db, roomNo)?.groupCallId).toBe('new');
});

test('who starts a call where somebody is in one joins that one; an empty one is no reason not to', async () => {
  put(call('first', 0));
  const { groupCallId } = await start('request-one-000');
  expect([groupCallId === 'first', written.length]).toEqual([false, 1]);
  put(bobIn('first'));
  expect(await start('request-two-000')).toEqual({ groupCallId: 'first' });
  expect(written).toHaveLength(1);
});

test.each([
  ['invite', {}, true],
  ['invite', { [callType]: 50 }, false],
  ['invite', { [callType]: 0, [memberType]: 50 }, true],
  ['public', { [callType]: 0 }, true],
  ['public', {}, false],
])(
  'in a room with the join rule %s and %j the question says whether members may start calls too',
  (rule, events, start) => {
    put(
      state('m.room.join_rules', '', { join_rule: rule }),
      state('m.room.power_levels', '', { users: { [alice]: 100 }, users_default: 0, events }),
    );
    const { opens, opensStart } = groupRights(temp.store.db, roomNo, alice);
    expect([opens, opensStart]).toEqual([true, start]);
  },
);

test.each([
  ['say nothing of calls', {}],
  ['ask for it', { [callType]: 50, [memberType]: 50 }],
])(
  'a moderator starts and joins calls where the levels %s; who has no role does not',
  (_what, events) => {
    const all = { 'm.room.power_levels': 100, ...events };
    const levels = { users: { [alice]: 100, [bob]: 50 }, users_default: 0, events: all };
    put(state('m.room.power_levels', '', levels));
    const rightsOf = (userId: string) => {
      const { canStart, canJoin, opens } = groupRights(temp.store.db, roomNo, userId);
      return { canStart, canJoin, opens };
    };
    expect(rightsOf(bob)).toEqual({ canStart: true, canJoin: true, opens: false });
    expect(rightsOf(alice)).toEqual({ canStart: true, canJoin: true, opens: true });
    expect(rightsOf(carol)).toEqual({ canStart: false, canJoin: false, opens: false });
  },
);
