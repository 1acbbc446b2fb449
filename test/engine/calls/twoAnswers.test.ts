// A call that two devices of one person answer: its length is that of the one that the caller takes.
import { createCallLengths } from '#engine/calls/callLengths';
import { getCall, putCall } from '#stores/calls/calls';
import { appendLive } from '#stores/ingest/timeline';
import { ensureRoom, updateRoom } from '#stores/rooms/rooms';
import { alice, bob, event } from '../../fixtures/events';
import { tempStore } from '../../native-stores/support/tempStore';

const direct = '!direct:example.org';

test.each([
  ['the other device gives up later', 'PHONE', 10_000],
  ['the device that was not taken answered first', 'LAPTOP', 10_000],
] as const)('%s: that ends nothing', (_, chosen, lengthMs) => {
  const { store, remove } = tempStore();
  const { db } = store;
  const roomNo = store.write(() => {
    const no = ensureRoom(db, direct);
    updateRoom(db, no, { membership: 'join' });
    const row = { callId: 'c', userId: bob, direction: 'in', media: 'voice', roomNo: no } as const;
    const times = { startedMs: 1_000, connectedMs: 4_000, endedMs: 7_000 };
    putCall(db, { ...row, ...times, outcome: 'answered' });
    return no;
  });
  const other = chosen === 'PHONE' ? 'LAPTOP' : 'PHONE';
  const answerMs = chosen === 'PHONE' ? 3_000 : 3_500;
  const signal = (ts: number, sender: string, type: string, party: string, more = {}) =>
    event(
      `m.call.${type}`,
      { call_id: 'c', version: '1', party_id: party, ...more },
      { sender, ts },
    );
  const { inserted } = store.write(() =>
    appendLive(db, {
      roomNo,
      events: [
        signal(1_000, bob, 'invite', 'BOBDEVICE', { lifetime: 60_000 }),
        signal(3_000, alice, 'answer', 'PHONE'),
        signal(3_500, alice, 'answer', 'LAPTOP'),
        signal(3_700, bob, 'select_answer', 'BOBDEVICE', { selected_party_id: chosen }),
        signal(5_000, alice, 'hangup', other, { reason: 'ice_failed' }),
        signal(answerMs + lengthMs, bob, 'hangup', 'BOBDEVICE'),
      ],
      limited: false,
      prevBatch: null,
      receivedMs: 20_000,
      ownUserId: alice,
    }),
  );
  createCallLengths(store).found([...inserted]);
  const row = getCall(db, roomNo, 'c');
  expect((row?.endedMs ?? 0) - (row?.connectedMs ?? 0)).toBe(lengthMs);
  remove();
});
