// Pending messages in the timeline.
import { putState } from '#stores/ingest/state';
import { setOutbox } from '#stores/outbox/outbox';
import { updateRoom } from '#stores/rooms/rooms';
import { edit, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from './support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

test('CHAT-3.6 a text that is on its way can be edited, and again with the text that it was given; what failed or is a file cannot', () => {
  const texts = (): unknown[] =>
    bench
      .open()
      .messages()
      .map(({ editText, actions }) => [editText, actions.edit]);
  const text = (body: string) => ({ content: { msgtype: 'm.text', body } });
  const row = bench.send(text('mine'));
  expect(texts()).toEqual([['mine', true]]);
  const changed = (id: string) => edit(id, 'mine, changed').content;
  const later = bench.send({ content: changed(row.localKey), status: 'queued' });
  expect(texts()).toEqual([['mine, changed', true]]);
  // The server has it, sync has not brought it yet, and the change names its real id.
  bench.write(() => {
    setOutbox(bench.temp.store.db, row.localKey, { status: 'sent', eventId: '$mine' });
    setOutbox(bench.temp.store.db, later.localKey, { content: changed('$mine') });
  });
  expect(texts()).toEqual([['mine, changed', true]]);
  const file = { msgtype: 'm.file', body: 'a.zip', filename: 'a.zip' };
  bench.send({ content: file, attachment: { handle: 'handle-of-a-file' }, status: 'queued' });
  bench.send({ ...text('refused'), status: 'not_sent' });
  expect(texts().slice(1)).toEqual([
    [null, false],
    [null, false],
  ]);
});

test('a message that failed is not sent again in a room that has moved, or that this account is not in any more', () => {
  const acts = () =>
    bench
      .open()
      .messages()
      .map(({ actions: { retry, cancel } }) => ({ retry, cancel }));
  bench.send({ content: { msgtype: 'm.text', body: 'late' }, status: 'not_sent' });
  expect(acts()).toEqual([{ retry: true, cancel: true }]);
  const stay = (membership: 'join' | 'leave'): void =>
    bench.write(() => updateRoom(bench.temp.store.db, bench.roomNo, { membership }));
  stay('leave');
  expect(acts()).toEqual([{ retry: false, cancel: true }]);
  stay('join');
  expect(acts()).toEqual([{ retry: true, cancel: true }]);
  const moved = state('m.room.tombstone', '', { replacement_room: '!next:example.org' });
  bench.write(() => putState(bench.temp.store.db, bench.roomNo, [moved], 1));
  expect(acts()).toEqual([{ retry: false, cancel: true }]);
});
