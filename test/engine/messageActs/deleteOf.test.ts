// Deleting what one person wrote: which messages go, by whose right, and once.
import { outboxOfRoom } from '#stores/outbox/outbox';
import { createOutbox } from '#engine/send/outbox';
import { deleteMessagesOf } from '#engine/messageActs/deleteOf';
import { alice, bob, member, message, reaction, redaction, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function act(requestId = 'request-1-00000000', ownUserId = alice) {
  const { store } = bench.temp;
  const outbox = createOutbox({
    ...{ store, clock: bench.clock, ownUserId: () => ownUserId, ready: () => false },
  });
  const asked = { requestId, roomId: bench.roomId, userId: bob, reason: 'spam' };
  return deleteMessagesOf({ store, redact: outbox.redact }, asked);
}

const waiting = () => outboxOfRoom(bench.temp.store.db, bench.roomNo).map(({ content }) => content);

test('CHAT-6.8 CHAT-6.9 messages and reactions of one person go, nothing of others, no state, and nothing twice', async () => {
  bench.live([
    message('mine', { id: '$mine', sender: alice }),
    message('one', { id: '$one', sender: bob }),
    message('two', { id: '$two', sender: bob }),
    reaction('$mine', 'x', { id: '$reaction', sender: bob }),
    message('gone', { id: '$gone', sender: bob }),
    redaction('$gone', { id: '$redaction', sender: bob }),
    member(bob, 'join', 'Bobby'),
  ]);
  expect(await act()).toBe(3);
  const ids = waiting().map((content) => content['redacts']);
  expect(ids.sort()).toEqual(['$one', '$reaction', '$two']);
  expect(waiting().every((content) => content['reason'] === 'spam')).toBe(true);
  expect(await act()).toBe(3);
  expect(waiting()).toHaveLength(3);
});

test('who may not delete what others wrote is told so', async () => {
  bench.live([message('one', { sender: bob })]);
  bench.setState([state('m.room.power_levels', '', { redact: 101, users: { [alice]: 100 } })]);
  await expect(act()).rejects.toMatchObject({ error: { code: 'forbidden' } });
  expect(waiting()).toEqual([]);
});
