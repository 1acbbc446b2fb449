// A room that has moved: nothing is written in it and no call begins, whatever the server would let.
import { putState } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { callRoomOf } from '#engine/calls/views';
import { groupCallRoomOf } from '#engine/calls/group/room';
import { ownPermissions } from '#engine/rooms/permissions';
import { alice, create, member, state } from '../../fixtures/events';
import { tempStore } from '../../native-stores/support/tempStore';

test('in a room that has moved nobody writes or begins a call, not even with the highest level', () => {
  const { store, remove } = tempStore();
  const roomId = '!room:example.org';
  const put = (...events: RawEvent[]): number =>
    store.write((changes) => {
      const roomNo = ensureRoom(store.db, roomId);
      updateRoom(store.db, roomNo, { membership: 'join' });
      putState(store.db, roomNo, events, 1);
      changes.room(roomNo);
      return roomNo;
    });
  const levels = state('m.room.power_levels', '', { users: { [alice]: 100 } });
  const roomNo = put(create('10', {}), member(alice, 'join'), levels);
  const may = () => {
    const { canStart, canJoin } = groupCallRoomOf(store, roomId, alice, 1);
    const { send } = ownPermissions(store.db, roomNo, alice);
    return { send, call: callRoomOf(store, roomId, alice).canCall, canStart, canJoin };
  };
  expect(may()).toEqual({ send: true, call: true, canStart: true, canJoin: true });
  put(state('m.room.tombstone', '', { replacement_room: '!next:example.org' }));
  // A call that goes on is left as any other.
  expect(may()).toEqual({ send: false, call: false, canStart: false, canJoin: true });
  remove();
});
