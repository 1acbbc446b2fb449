// Whatever arrives as a message, known or not, whole or broken: it has a line in its place and wherever one line stands for it.
import { createI18n } from '../../../renderer/app/i18n';
import '../../support/allWords';
import { messageLine } from '../../../renderer/features/timeline/kinds/registry';
import { previewWords } from '../../../renderer/features/timeline/previewWords';
import { getEvents } from '#stores/events/timeline';
import { isMessage } from '#engine/kinds/displayable';
import { claim } from '#engine/kinds/registry';
import type { BodyContext } from '#engine/kinds/kind';
import { alice, bob, event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeAll(() => {
  bench = roomBench();
});
afterAll(() => bench.temp.remove());

const url = 'mxc://a.org/x';
const messages: readonly Record<string, unknown>[] = [
  ...['m.text', 'm.notice', 'm.emote'].map((msgtype) => ({ msgtype, body: 'words' })),
  ...['m.image', 'm.video', 'm.audio', 'm.file'].flatMap((msgtype) => [
    { msgtype, body: 'name.bin', url },
    { msgtype, body: '', url },
    { msgtype, body: 'broken' },
    { msgtype, body: '', file: { url } },
  ]),
  { msgtype: 'm.location', body: '', geo_uri: 'geo:1,2' },
  { msgtype: 'm.location', body: 'here', geo_uri: 'nowhere' },
  { msgtype: 'm.location', body: '' },
  { msgtype: 'm.server_notice', body: 'The server will stop', server_notice_type: 'x' },
  { msgtype: 'org.example.unknown', body: 'A picture of a heron' },
  { msgtype: 'org.example.unknown', body: '' },
  { msgtype: 'dm.filament.gallery', body: 'Four pictures', itemtypes: [] },
  { msgtype: 'm.gallery', body: '', itemtypes: [{ itemtype: 'm.image', body: '', url }] },
  { msgtype: 'm.key.verification.request', body: '' },
  { msgtype: 7, body: 'number' },
  { body: 'no type' },
  ...['', ' ', '\u200d', '\u3164'].map((body) => ({ msgtype: 'm.text', body })),
  { msgtype: 'm.emote', body: '\u2060' },
  { msgtype: 'm.text' },
  { msgtype: 'm.text', body: 9 },
  {},
];

const others: readonly (readonly [string, Record<string, unknown>])[] = [
  ['m.sticker', { body: 'Heron', url, info: {} }],
  ['m.sticker', { body: '', url }],
  ['m.sticker', {}],
  ['org.matrix.msc3381.poll.start', { 'org.matrix.msc1767.text': 'What?' }],
  ['m.poll.start', {}],
  ['org.example.unknown', { body: 'A heron' }],
  ['org.example.unknown', { 'm.text': [{ body: 'A heron' }] }],
  ['org.example.unknown', { body: '\u202e' }],
  ['org.example.unknown', {}],
  ['m.room.encrypted', { algorithm: 'm.megolm.v1.aes-sha2' }],
  ['m.room.encrypted', {}],
];

test('CHAT-3.16 no event that is a message is an empty line, in its place, in the list of rooms, in a quote', () => {
  const { t } = createI18n('en');
  const corpus = [
    ...messages.map((content) => ['m.room.message', content] as const),
    ...others,
  ].map(([type, content], at) => event(type, content, { id: `$e${at}`, sender: bob }));
  const context: BodyContext = {
    db: bench.temp.store.db,
    ...{ staged: null, ownUserId: alice, references: [], waiting: [] },
    person: (userId) => ({ userId, name: userId, avatar: null, ambiguous: false }),
    pollRights: () => ({ vote: true, end: true }) as never,
  };
  bench.live(corpus);
  const ids = corpus.map((_, at) => `$e${at}`);
  const stored = [...getEvents(bench.temp.store.db, bench.roomNo, ids).values()];
  expect(stored.length).toBe(corpus.length);
  const empty = stored
    .filter((one) => isMessage(one))
    .flatMap((one) => {
      const { type, content } = one.raw;
      const claimed = claim({ type, content, event: one });
      const line = { ...claimed.line(), senderName: null, mine: false };
      const said = [messageLine(claimed.body(context), t), previewWords(t, line)];
      return said.every((words) => words.trim() !== '') ? [] : [{ type, content, said }];
    });
  expect(empty).toEqual([]);
});
