// The line of what was not read, and who has read how far, while more happens in the room.
import { updateRoom } from '#stores/rooms/rooms';
import { putReceipt } from '#stores/settings/receipts';
import { alice, bob, carol, event, member, message, reaction } from '../../fixtures/events';
import { roomBench, words, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

test('CHAT-3.25 the line of what was unread on opening stands where the reader finds it on the way back, also when more came', async () => {
  const focus = {
    conversation: { roomId: '!room:example.org', threadId: null },
    atBottom: true,
    focused: true,
  };
  bench.temp.remove();
  bench = roomBench({ focus: () => focus });
  const all = Array.from({ length: 12 }, (_, index) => message(String(index)));
  bench.live(all);
  const after = all[3]?.event_id ?? '';
  bench.write(() => updateRoom(bench.temp.store.db, bench.roomNo, { fullyReadEventId: after }));
  const view = bench.open({ limit: 4 });
  const keys = (): string[] =>
    view.items().flatMap(({ kind, key }) => (kind === 'unread' ? [key] : []));
  bench.live([message('read at once')]);
  expect(keys()).toEqual([]);
  focus.focused = false;
  bench.live([message('while away')]);
  expect(words(view.items())).toMatch(/read at once \[unread\] while away$/);
  expect(keys()).toEqual(['unread:since']);
  focus.atBottom = false;
  await view.view.paginate('back', 50);
  expect(words(view.items())).toBe(
    '[start] [day] 0 1 2 3 [unread] 4 5 6 7 8 9 10 11 read at once while away',
  );
  expect(keys()).toEqual(['unread']);
});

test('CHAT-3.25 who read a message and then took part in a call stays its reader, as does who reacted', () => {
  const a = message('Shall we talk?', { sender: alice });
  bench.setState([member(carol, 'join', 'Carol')]);
  const call = { call_id: '1', version: '1', party_id: 'p' };
  bench.live([
    a,
    event('m.call.answer', call, { id: '$answer', sender: bob }),
    event('m.call.hangup', call, { id: '$hangup', sender: bob }),
    reaction(a.event_id, '👍', { id: '$like', sender: carol }),
  ]);
  const { db } = bench.temp.store;
  for (const userId of [bob, carol])
    bench.write(() =>
      putReceipt(db, bench.roomNo, {
        ...{ userId, type: 'm.read', threadId: '', eventId: a.event_id, ts: 1 },
      }),
    );
  const view = bench.open();
  const names = (): string[][] =>
    view.messages().map((item) => item.readBy.map(({ name }) => name).sort());
  expect(names()).toEqual([['Bob', 'Carol']]);
  bench.live([message('Later', { sender: bob })]);
  expect(names()).toEqual([['Carol'], []]);
});
