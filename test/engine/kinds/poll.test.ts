// Polls as they are read: stable, as they were before, and from the text that stands in for them.
import { previewOf } from '#engine/kinds/preview';
import { newestEvent } from '#stores/events/timeline';
import { alice, event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function shown(type: string, content: Record<string, unknown>): { body: unknown; line: object } {
  bench.live([event(type, content, { sender: alice })]);
  const newest = newestEvent(bench.temp.store.db, bench.roomNo);
  if (newest === null) throw new Error('no event');
  return { body: bench.open().messages().at(-1)?.body, line: previewOf(newest, []) };
}

const lunch = { type: 'poll', text: 'Lunch?', answers: ['Soup', 'Bread'] };
const form = (body: string) => ({ 'm.text': [{ body, mimetype: 'text/plain' }] });
const old = (text: string) => ({ 'org.matrix.msc1767.text': text });

test.each([
  [
    'm.poll.start',
    {
      'm.poll': {
        question: form('Lunch?'),
        answers: [
          { 'm.id': 'a', ...form('Soup') },
          { 'm.id': 'b', ...form('Bread') },
        ],
      },
    },
  ],
  [
    'org.matrix.msc3381.poll.start',
    {
      'org.matrix.msc3381.poll.start': {
        question: old('Lunch?'),
        answers: [{ id: 'a', ...old('Soup') }, { id: 'b', ...old('Bread') }, { id: 'c' }],
      },
    },
  ],
  ['m.poll.start', { body: 'Lunch?\nSoup\nBread' }],
  ['org.matrix.msc3381.poll.start', old('Lunch?\nSoup\n\nBread')],
])('%s %j says its question and its answers', (type, content) => {
  expect(shown(type, content)).toEqual({ body: lunch, line: { kind: 'poll', text: 'Lunch?' } });
});

test('one that says nothing is shown as what is not known', () => {
  const { body } = shown('m.poll.start', { 'm.poll': { question: {}, answers: 5 } });
  expect(body).toEqual({ type: 'unsupported', eventType: 'm.poll.start', text: '' });
});
