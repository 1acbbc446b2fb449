// Several files in one message, as other clients send them: read one by one, with what was written about each and about all.
import { previewOf } from '#engine/kinds/preview';
import { newestEvent } from '#stores/events/timeline';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const url = 'mxc://example.org/picture';
const key = { alg: 'A256CTR', kty: 'oct', k: 'x'.repeat(43) };
const file = { v: 'v2', url, key, iv: 'AAAA', hashes: { sha256: 'AAAA' } };

function shown(content: object): MessageItem['body'] | undefined {
  bench.live([event('m.room.message', { body: 'Three of them', ...content })]);
  return bench.open().messages().at(-1)?.body;
}

test.each(['m.gallery', 'dm.filament.gallery'])('%s is its files, in their order', (msgtype) => {
  const body = shown({
    msgtype,
    itemtypes: [
      { itemtype: 'm.image', body: 'one.png', url, info: { w: 4, h: 3 } },
      { itemtype: 'm.image', body: 'The second', filename: 'two.png', file },
      { itemtype: 'm.file', body: 'plan.pdf', url },
      { itemtype: 'm.image', body: 'no file' },
      { itemtype: 'org.example.unknown', body: 'x', url },
      'nonsense',
    ],
  });
  expect(body).toMatchObject({
    type: 'gallery',
    caption: { text: 'Three of them', html: null },
    items: [
      { type: 'image', text: null, media: { fileName: 'one.png', width: 4, encrypted: false } },
      { type: 'image', text: 'The second', media: { fileName: 'two.png', encrypted: true } },
      { type: 'file', text: null, media: { fileName: 'plan.pdf', broken: null } },
      { type: 'image', media: { broken: 'bad address' } },
    ],
  });
  const newest = newestEvent(bench.temp.store.db, bench.roomNo);
  expect(newest && previewOf(newest, [])).toEqual({ kind: 'image', text: 'Three of them' });
});

test.each([{}, { itemtypes: [] }, { itemtypes: 'x' }, { itemtypes: [{ itemtype: 'm.text' }] }])(
  'without a file it is shown by its words: %j',
  (content) => {
    expect(shown({ msgtype: 'm.gallery', ...content })).toMatchObject({
      type: 'unsupported',
      text: 'Three of them',
    });
  },
);

test('no more than sixty files are shown', () => {
  const itemtypes = Array.from({ length: 200 }, (_, at) => ({
    ...{ itemtype: 'm.image', body: `${at}.png`, url },
  }));
  const body = shown({ msgtype: 'm.gallery', itemtypes });
  expect(body?.type === 'gallery' && body.items).toHaveLength(60);
});
