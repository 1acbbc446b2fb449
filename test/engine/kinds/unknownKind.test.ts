// Events of types that this app does not know: shown by the words that they bring, in their place, in the list of rooms, in a notification's
// line; without words as one quiet line. What has a meaning elsewhere, and state, is no line.
import { previewOf } from '#engine/kinds/preview';
import { getEventByNo } from '#stores/events/timeline';
import { getRoom } from '#stores/rooms/rooms';
import type { RawEvent } from '#stores/events/types';
import { bob, event, message, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const odd = (content: object, type = 'org.example.heron'): RawEvent =>
  event(type, content as Record<string, unknown>, { sender: bob });

test.each([
  ['m.text', { 'm.text': [{ body: 'A heron landed' }] }],
  [
    'an HTML form before the plain one',
    { 'm.text': [{ mimetype: 'text/html', body: '<b>no</b>' }, { body: 'A heron landed' }] },
  ],
  ['the name of MSC1767', { 'org.matrix.msc1767.text': 'A heron landed' }],
  ['body', { body: 'A heron landed' }],
])('words in %s are the message, and the last word of the room', (_, content) => {
  bench.live([message('before'), odd(content)]);
  const last = bench.open().messages().at(-1);
  expect(last?.body).toEqual({
    type: 'unsupported',
    eventType: 'org.example.heron',
    text: 'A heron landed',
  });
  const { db } = bench.temp.store;
  const newest = getEventByNo(db, getRoom(db, bench.roomNo)?.lastEventNo ?? 0);
  expect(newest && previewOf(newest, [])).toEqual({ kind: 'text', text: 'A heron landed' });
});

test('without words it is one quiet line, and not the last word of the room', () => {
  bench.live([message('before'), odd({ flock: 3 }), odd({ body: '  ' }), odd({ 'm.text': 7 })]);
  const items = bench.open().items();
  expect(items.filter(({ kind }) => kind === 'notice')).toMatchObject(
    [1, 2, 3].map(() => ({
      what: 'unknown_kind',
      detail: 'org.example.heron',
      actor: { userId: bob },
    })),
  );
  const { db } = bench.temp.store;
  const newest = getEventByNo(db, getRoom(db, bench.roomNo)?.lastEventNo ?? 0);
  expect(newest && previewOf(newest, []).text).toBe('before');
});

test('signals, parts of other messages, state and what was taken back are no line', () => {
  const part = (relType: string, content: object = {}): RawEvent =>
    odd({ ...content, 'm.relates_to': { rel_type: relType, event_id: '$x' } });
  bench.live([
    message('before'),
    odd({ body: 'x' }, 'm.call.candidates'),
    odd({ body: 'x' }, 'org.matrix.msc4075.rtc.notification'),
    odd({ body: 'x' }, 'io.element.call.encryption_keys'),
    odd({ body: 'x' }, 'org.matrix.msc3672.beacon'),
    odd({ body: 'x' }, 'm.key.verification.done'),
    part('m.annotation', { body: 'x' }),
    part('m.replace', { body: 'x' }),
    part('m.reference'),
    state('org.example.settings', '', { body: 'x' }),
  ]);
  const drawn = bench.open().items();
  expect(drawn.filter(({ kind }) => kind === 'message' || kind === 'notice')).toHaveLength(1);
});
