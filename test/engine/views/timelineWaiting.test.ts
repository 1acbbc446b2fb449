// Pending messages in the timeline.
import { putState } from '#stores/ingest/state';
import { setOutbox } from '#stores/outbox/outbox';
import { updateRoom } from '#stores/rooms/rooms';
import { alice, edit, message, redaction, state } from '../../fixtures/events';
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

test('an edit that waits carries its clock until the server has it; one that failed leaves the message alone', () => {
  const own = message('old', { sender: alice });
  bench.live([own]);
  const statuses = (): unknown[] =>
    bench
      .open()
      .messages()
      .map(({ status, edited, actions: { cancel } }) => ({ status, edited, cancel }));
  const row = bench.send({ content: edit(own.event_id, 'new').content, status: 'queued' });
  expect(statuses()).toEqual([{ status: 'queued', edited: true, cancel: false }]);
  const move = (status: 'sending' | 'sent' | 'not_sent'): void =>
    bench.write(() => setOutbox(bench.temp.store.db, row.localKey, { status }));
  move('sending');
  expect(statuses()).toEqual([{ status: 'sending', edited: true, cancel: false }]);
  move('sent');
  expect(statuses()).toEqual([{ status: null, edited: true, cancel: false }]);
  move('not_sent');
  expect(statuses()).toEqual([
    { status: null, edited: false, cancel: false },
    { status: 'not_sent', edited: true, cancel: true },
  ]);
});

test('an edit waits with its clock where sync has not brought its message yet, and so does a deletion', () => {
  const row = bench.send({ content: { msgtype: 'm.text', body: 'mine' }, status: 'sent' });
  bench.write(() => setOutbox(bench.temp.store.db, row.localKey, { eventId: '$mine' }));
  bench.send({ content: edit('$mine', 'changed').content, status: 'queued' });
  expect(bench.open().messages()).toMatchObject([{ status: 'queued', edited: true }]);
  const theirs = message('theirs');
  bench.live([theirs]);
  const { content } = redaction(theirs.event_id);
  bench.send({
    ...{ type: 'm.room.redaction', status: 'queued' },
    content: { ...content, redacts: theirs.event_id },
  });
  expect(bench.open().messages()[0]).toMatchObject({
    status: 'queued',
    body: { type: 'redacted' },
  });
});
