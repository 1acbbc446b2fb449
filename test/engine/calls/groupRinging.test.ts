// Which group calls ring, by what one answer of the server brings.
import { createGroupRinging, type GroupRinging } from '#engine/calls/group/ringing';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, create, member, state } from '../../fixtures/events';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { createTestClock, type TestClock } from '../http/testClock';

let temp: TempStore;
let clock: TestClock;
let ringing: GroupRinging;
let roomNo: number;

beforeEach(() => {
  temp = tempStore();
  clock = createTestClock();
  const { db } = temp.store;
  temp.store.write(() => {
    roomNo = ensureRoom(db, '!direct:example.org');
    putState(db, roomNo, [create(), member(alice, 'join'), member(bob, 'join')], clock.now());
    updateRoom(db, roomNo, { membership: 'join', joinedCount: 2, name: 'Bob', directUserId: bob });
  });
  ringing = createGroupRinging({ store: temp.store, ownUserId: alice, clock });
});
afterEach(() => {
  ringing.stop();
  temp.remove();
});

/** All that one sync brings; then what comes of it is told, as the calls of an account are. */
function bring(...events: readonly RawEvent[]): void {
  const { inserted } = temp.store.write(() => {
    const { db } = temp.store;
    const put = appendLive(db, {
      roomNo,
      events: [...events],
      limited: false,
      prevBatch: null,
      receivedMs: clock.now(),
      ownUserId: alice,
    });
    putState(db, roomNo, [...events], clock.now());
    return put;
  });
  inserted.forEach((event) => ringing.take(event));
  ringing.look(new Set([roomNo]));
}

const at = (type: string, key: string, content: object): RawEvent =>
  state(type, key, { ...content }, { ts: clock.now() });
const begun = (id: string) => at(callType, id, { 'm.type': 'm.voice', 'm.intent': 'm.ring' });
const entered = (id: string) => {
  const expiry = { expires_ts: clock.now() + 3_600_000 };
  const device = { device_id: 'BOBDEVICE', session_id: 'bobs', feeds: [], ...expiry };
  return at(memberType, bob, { 'm.calls': [{ 'm.call_id': id, 'm.devices': [device] }] });
};
const left = () => at(memberType, bob, { 'm.calls': [] });
const rung = (): string[] => ringing.rings(false).map(({ callId }) => callId);

test('a call rings from its beginning until everybody left it', () => {
  bring(begun('one'));
  expect(rung()).toEqual(['one']);
  bring(entered('one'));
  expect(rung()).toEqual(['one']);
  bring(left());
  expect(rung()).toEqual([]);
});

test('a call that was begun and left before this computer heard of it does not ring', () => {
  bring(begun('one'), entered('one'), left());
  expect(rung()).toEqual([]);
});

test('that somebody left an earlier call keeps the next one from nothing', () => {
  bring(begun('one'), entered('one'), left());
  bring(begun('two'));
  expect(rung()).toEqual(['two']);
  bring(entered('two'));
  expect(rung()).toEqual(['two']);
});
