// Image packs as other clients write them: what one may use in a room, what goes out with it, and what a hostile pack cannot do.
import { outboxOfRoom } from '#stores/outbox/outbox';
import { account, putAccountData } from '#stores/settings/accountData';
import { createOutbox } from '#engine/send/outbox';
import { packsFor } from '#engine/packs/packs';
import { picturesIn } from '#engine/packs/emoticons';
import { reactorsOf } from '#engine/messageActs/reactors';
import { alice, message, reaction, state } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

const packs = () => packsFor(bench.temp.store.db, bench.roomNo);

const outbox = () =>
  createOutbox({
    ...{ store: bench.temp.store, clock: bench.clock },
    ...{ ownUserId: () => alice, ready: () => false },
  });

const conversation = () => ({ roomId: bench.roomId, threadId: null });
const waiting = () => outboxOfRoom(bench.temp.store.db, bench.roomNo);

/** The specification's example. */
const stable = {
  images: {
    emote: { url: 'mxc://example.org/blah' },
    sticker: {
      url: 'mxc://example.org/sticker',
      body: 'A heron on a weir',
      info: { w: 256, h: 200, mimetype: 'image/png', size: 3000, other: { deep: true } },
    },
  },
  pack: { display_name: 'Awesome Pack', usage: ['emoticon', 'sticker'], attribution: 'Mara' },
};

/** The form that Nheko, FluffyChat and Cinny write. */
const legacyOwn = {
  images: {
    ':heron:': { url: 'mxc://example.org/heron', usage: ['emoticon'] },
    thumbs_up: { url: 'mxc://example.org/thumbs', usage: ['sticker'], body: 'Well done' },
  },
  pack: { display_name: 'Mine' },
};

function setUp(): void {
  const { store } = bench.temp;
  bench.setState([
    state('m.room.image_pack', 'birds', stable),
    state('im.ponies.room_emotes', 'birds', { images: { old: { url: 'mxc://a.org/old' } } }),
    state('im.ponies.room_emotes', '', { images: { bee: { url: 'mxc://a.org/bee' } } }),
  ]);
  store.write(() => putAccountData(store.db, account, 'im.ponies.user_emotes', legacyOwn));
}

test('packs of the room and the own one, the stable event before the legacy one', () => {
  setUp();
  const found = packs().map(({ name, attribution, images }) => [
    name,
    attribution,
    images.map(({ shortcode, emoticon, sticker }) => [shortcode, emoticon, sticker]),
  ]);
  expect(found).toEqual([
    [
      'Mine',
      null,
      [
        ['heron', true, false],
        ['thumbs_up', false, true],
      ],
    ],
    [
      'Awesome Pack',
      'Mara',
      [
        ['emote', true, true],
        ['sticker', true, true],
      ],
    ],
    [expect.any(String), null, [['bee', true, true]]],
  ]);
});

test('a text with short names goes out as other clients write it; code and unknown names stay', async () => {
  setUp();
  await outbox().sendMessage({
    ...{ ...conversation(), requestId: 'request-1-00000000', kind: 'text', replyTo: null },
    text: 'Look :heron: **there** `:heron:` :nobody: :thumbs_up:',
  });
  expect(waiting()[0]?.content).toMatchObject({
    msgtype: 'm.text',
    body: 'Look :heron: **there** `:heron:` :nobody: :thumbs_up:',
    format: 'org.matrix.custom.html',
    formatted_body:
      'Look <img data-mx-emoticon src="mxc://example.org/heron" alt=":heron:" title=":heron:" height="32" /> <strong>there</strong> <code>:heron:</code> :nobody: :thumbs_up:',
  });
});

test('a sticker goes out as the specification has it, an answer in its relation; one that is gone is refused', async () => {
  setUp();
  const sticker = { pack: `${bench.roomId} birds`, shortcode: 'sticker', replyTo: '$one' };
  bench.live([message('one', { id: '$one' })]);
  await outbox().sendSticker({
    ...{ ...conversation(), requestId: 'request-2-00000000', ...sticker },
  });
  expect(waiting().map(({ type, content }) => ({ type, content }))).toEqual([
    {
      type: 'm.sticker',
      content: {
        body: 'A heron on a weir',
        url: 'mxc://example.org/sticker',
        info: { w: 256, h: 200, mimetype: 'image/png', size: 3000 },
        'm.relates_to': { 'm.in_reply_to': { event_id: '$one' } },
      },
    },
  ]);
  const gone = { ...sticker, shortcode: 'gone', requestId: 'request-3-00000000' };
  await expect(outbox().sendSticker({ ...conversation(), ...gone })).rejects.toMatchObject({
    error: { code: 'not_found' },
  });
});

test('a custom emoji as a reaction: its address is the key, its name goes along, also when others used it first', async () => {
  setUp();
  bench.live([message('one', { id: '$one' }), reaction('$one', 'mxc://example.org/newt')]);
  const writing = outbox();
  const at = { roomId: bench.roomId, eventId: '$one' };
  const birds = { ...at, pack: `${bench.roomId} birds` };
  await writing.react({ ...birds, requestId: 'request-4-00000000', key: 'emote' });
  bench.live([
    {
      ...reaction('$one', 'mxc://example.org/owl'),
      content: { ...reaction('$one', 'mxc://example.org/owl').content, shortcode: ':owl:' },
    },
  ]);
  const used = ['mxc://example.org/owl', 'mxc://example.org/newt', '👍'];
  for (const [index, key] of used.entries())
    await writing.react({ ...at, requestId: `request-${5 + index}-00000000`, key });
  const relation = (key: string) => ({ rel_type: 'm.annotation', event_id: '$one', key });
  expect(waiting().map(({ content }) => content)).toEqual([
    { 'm.relates_to': relation('mxc://example.org/blah'), shortcode: ':emote:' },
    { 'm.relates_to': relation('mxc://example.org/owl'), shortcode: ':owl:' },
    ...used.slice(1).map((key) => ({ 'm.relates_to': relation(key) })),
  ]);
  const gone = { ...birds, requestId: 'request-8-00000000', key: 'gone' };
  await expect(writing.react(gone)).rejects.toMatchObject({ error: { code: 'not_found' } });
  const people = reactorsOf(bench.temp.store.db, bench.roomId, '$one');
  const owl = people.find(({ key }) => key === 'mxc://example.org/owl');
  expect(owl?.picture?.shortcode).toBe('owl');
});

test('a hostile pack: no address but mxc, no endless names, no more than 500 pictures', () => {
  const many = Object.fromEntries(
    Array.from({ length: 900 }, (_, at) => [`n${at}`, { url: `mxc://a.org/n${at}` }]),
  );
  bench.setState([
    state('m.room.image_pack', 'bad', {
      images: {
        http: { url: 'https://tracker.example/a.png' },
        path: { url: 'mxc://a.org/../../admin' },
        none: {},
        text: 'text',
        list: ['mxc://a.org/x'],
        ['x'.repeat(4000)]: { url: 'mxc://a.org/long', body: 'y'.repeat(9000) },
      },
      pack: 'nonsense',
    }),
    state('m.room.image_pack', 'many', { images: many, pack: { display_name: 7, usage: 'all' } }),
    state('m.room.image_pack', 'odd', { images: [1, 2], pack: null }),
  ]);
  const found = packs();
  expect(found.map(({ images }) => images.length)).toEqual([1, 500]);
  const [long] = found[0]?.images ?? [];
  expect([long?.shortcode.length, long?.text.length]).toEqual([100, 200]);
});

test('of a text that came only the addresses of emoji get a handle', () => {
  const { db } = bench.temp.store;
  const html =
    '<img data-mx-emoticon src="mxc://a.org/one" alt=":one:"> <img data-mx-emoticon src="https://x.org/a">';
  expect(picturesIn(db, html).map(({ mxc }) => mxc)).toEqual(['mxc://a.org/one']);
  expect(picturesIn(db, '<img src="mxc://a.org/plain">')).toEqual([]);
});
