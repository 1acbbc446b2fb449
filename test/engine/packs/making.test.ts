// Packs made and looked after through the contract on a real homeserver; matrix-js-sdk, another program, reads what was written.
import { createClient } from 'matrix-js-sdk';
import { changedPack, enabledWith } from '#engine/packs/changes';
import { join, makeRoom, openWorld, type Somebody, type World } from '../beyond/kit';
import { on } from '../../faults/faultProxy';
import { openWindow, requestId } from '../support';

let world: World;
let alice: Somebody;
let bob: Somebody;

beforeAll(async () => {
  world = await openWorld();
  [alice, bob] = [await world.open('alice'), await world.open('bob', 'server')];
}, 240_000);
afterEach(() => world.proxy.rules.clear());
afterAll(() => world?.close());

/** One see-through pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function ticketOf(
  who: Somebody,
  bytes = Buffer.from(pixel, 'base64'),
  mimeType = 'image/png',
): Promise<string> {
  const file = { fileName: 'heron', mimeType };
  const { ticket } = await who.call('beginBlob', file);
  await who.call('appendBlob', { ticket, seq: 0, bytes: new Uint8Array(bytes) });
  return ticket;
}

const add = async (who: Somebody, pack: string, shortcode: string, uses = {}) =>
  who.call('addPackImage', {
    ...{ pack, shortcode, ticket: await ticketOf(who), width: 1, height: 1 },
    ...{ emoticon: true, sticker: true, ...uses },
  });

const sdk = (who: Somebody) =>
  createClient({
    ...{ baseUrl: world.server.baseUrl, userId: who.userId },
    accessToken: who.direct.accessToken,
  });

const shortcodes = (images: readonly { shortcode: string }[]) =>
  images.map(({ shortcode }) => shortcode);

test('an own pack is made with its first picture; another program reads it, and it goes out in texts', async () => {
  const roomId = await makeRoom(alice, 'Pond');
  await add(alice, 'own', 'heron');
  await add(alice, 'own', 'newt', { sticker: false });
  await alice.call('renamePack', { pack: 'own', name: 'Pond life' });
  const [own] = await alice.list('managedPacks', { roomId: null }, ([first]) => first?.name !== '');
  expect(own).toMatchObject({ key: 'own', name: 'Pond life', mayChange: true, everywhere: true });
  expect(shortcodes(own?.images ?? [])).toEqual(['heron', 'newt']);

  const type = 'im.ponies.user_emotes' as never;
  expect(await sdk(alice).getAccountDataFromServer(type)).toMatchObject({
    pack: { display_name: 'Pond life' },
    images: {
      heron: {
        ...{ body: 'heron', usage: ['emoticon', 'sticker'] },
        url: expect.stringMatching(/^mxc:\/\/localhost\//) as string,
        info: { w: 1, h: 1, mimetype: 'image/png', size: Buffer.from(pixel, 'base64').length },
      },
      newt: { usage: ['emoticon'] },
    },
  });

  const { key } = await alice.call('sendMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), kind: 'text', replyTo: null },
    text: 'Look :heron:',
  });
  // Its echo may come before anybody saw that it was sent.
  await alice.list('timeline', { roomId, threadId: null, around: null, limit: 30 }, (items) =>
    items.some(
      (item) =>
        item.kind === 'message' &&
        item.key === key &&
        (item.status === null || item.status === 'sent'),
    ),
  );
  const { chunk } = await sdk(alice).createMessagesRequest(roomId, null, 5, 'b' as never);
  expect(chunk[0]?.content['formatted_body']).toContain('<img data-mx-emoticon src="mxc://');
}, 120_000);

test('a pack of a room: both names of the event, pictures renamed, used for less and removed, others may not change it', async () => {
  const roomId = await makeRoom(alice, 'Garden', { public: true });
  await join(bob, roomId);
  const { pack } = await alice.call('makePack', { roomId, name: 'Birds' });
  const seen = (fits: (codes: readonly string[]) => boolean) =>
    alice.list(
      'managedPacks',
      { roomId },
      ([one]) => one !== undefined && fits(shortcodes(one.images)),
    );
  await seen((codes) => codes.length === 0);
  await add(alice, pack, 'heron');
  await add(alice, pack, 'owl');
  await seen((codes) => codes.length === 2);
  await alice.call('renamePackImage', { pack, shortcode: 'heron', to: 'grey_heron' });
  await alice.call('setPackImageUses', {
    ...{ pack, shortcode: 'owl', emoticon: false, sticker: true },
  });
  const [birds] = await seen((codes) => codes.includes('grey_heron'));
  expect(birds).toMatchObject({ name: 'Birds', mayChange: true, everywhere: false });

  const stateKey = pack.slice(roomId.length + 1);
  const state = (type: string) => sdk(bob).getStateEvent(roomId, type, stateKey);
  const stable = await state('m.room.image_pack');
  expect(await state('im.ponies.room_emotes')).toEqual(stable);
  expect(stable).toMatchObject({
    pack: { display_name: 'Birds' },
    images: {
      grey_heron: { body: 'grey_heron', usage: ['emoticon', 'sticker'] },
      owl: { usage: ['sticker'] },
    },
  });
  await expect(add(alice, pack, 'owl')).rejects.toMatchObject({
    error: { code: 'conflict', data: { reason: 'shortcode' } },
  });

  // Bob may use them, and everywhere; he may not change them.
  const [his] = await bob.list('managedPacks', { roomId }, ([one]) => one?.images.length === 2);
  expect(his?.mayChange).toBe(false);
  await expect(bob.call('renamePack', { pack, name: 'Mine' })).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  const other = await makeRoom(bob, 'Elsewhere');
  await bob.call('usePackEverywhere', { pack, on: true });
  await bob.list('imagePacks', { roomId: other }, (packs) => packs.length === 1);
  const rooms = { rooms: { [roomId]: { [stateKey]: {} } } };
  for (const type of ['m.image_pack.rooms', 'im.ponies.emote_rooms'])
    expect(await sdk(bob).getAccountDataFromServer(type as never)).toEqual(rooms);
  await bob.call('usePackEverywhere', { pack, on: false });
  await bob.list('imagePacks', { roomId: other }, (packs) => packs.length === 0);

  await alice.call('removePackImage', { pack, shortcode: 'owl' });
  await seen((codes) => codes.join() === 'grey_heron');
  await alice.call('removePack', { pack });
  await alice.list('managedPacks', { roomId }, (packs) => packs.length === 0);
  expect([await state('m.room.image_pack'), await state('im.ponies.room_emotes')]).toEqual([
    {},
    {},
  ]);
}, 120_000);

test('a pack that another client made keeps what that client wrote, and its one name', async () => {
  const roomId = await makeRoom(alice, 'Attic');
  const legacy = {
    pack: { display_name: 'Old', avatar_url: 'mxc://localhost/avatar', 'org.example': 7 },
    images: { ':bee:': { url: 'mxc://localhost/bee', 'org.example.size': 'large' } },
  };
  await sdk(alice).sendStateEvent(roomId, 'im.ponies.room_emotes' as never, legacy as never, 'old');
  const [old] = await alice.list('managedPacks', { roomId }, (packs) => packs.length === 1);
  await alice.call('renamePackImage', { pack: old?.key ?? '', shortcode: 'bee', to: 'wasp' });
  const state = (type: string) => sdk(alice).getStateEvent(roomId, type, 'old');
  expect(await state('im.ponies.room_emotes')).toEqual({
    ...legacy,
    images: { wasp: legacy.images[':bee:'] },
  });
  await expect(state('m.room.image_pack')).rejects.toMatchObject({ errcode: 'M_NOT_FOUND' });
}, 120_000);

test('pictures of a pack that another program wrote are copied with its source; a name that is taken is told', async () => {
  const roomId = await makeRoom(bob, 'Menagerie', { public: true });
  await join(alice, roomId);
  const theirs = {
    pack: { display_name: 'Cats', attribution: 'Drawn by Zoe', usage: ['sticker'] },
    images: {
      ':purr:': {
        url: 'mxc://localhost/purr',
        body: 'a purring cat',
        info: { w: 9, h: 8, foo: 1 },
      },
      nap: { url: 'mxc://localhost/nap', usage: ['emoticon'] },
      heron: { url: 'mxc://localhost/another' },
    },
  };
  const old = 'im.ponies.room_emotes';
  await sdk(bob).sendStateEvent(roomId, old as never, theirs as never, 'cats');
  const [cats] = await alice.list('managedPacks', { roomId }, ([one]) => one?.images.length === 3);
  const from = cats?.key ?? '';
  expect(cats).toMatchObject({ mayChange: false, attribution: 'Drawn by Zoe' });
  await add(alice, 'own', 'heron').catch(() => undefined);
  const isThere = ({ shortcode }: { shortcode: string }) => shortcode === 'heron';
  await alice.list('managedPacks', { roomId: null }, ([own]) => own?.images.some(isThere) === true);

  const copy = (shortcodes: string[], to: string) =>
    alice.call('copyPackImages', { from, shortcodes, to });
  await expect(copy(['nap', 'heron'], 'own')).rejects.toMatchObject({
    error: { code: 'conflict', data: { reason: 'shortcode' } },
  });
  await expect(copy(['none'], 'own')).rejects.toMatchObject({ error: { code: 'not_found' } });
  await copy(['purr', 'nap'], 'own');
  await copy(['purr', 'nap'], 'own');
  const own = await sdk(alice).getAccountDataFromServer('im.ponies.user_emotes' as never);
  expect(own).toMatchObject({
    pack: { attribution: 'Drawn by Zoe' },
    images: {
      purr: {
        ...{ url: 'mxc://localhost/purr', body: 'a purring cat', usage: ['sticker'] },
        info: { w: 9, h: 8 },
      },
      nap: { url: 'mxc://localhost/nap', body: 'nap', usage: ['emoticon'] },
    },
  });

  // Whole, into a pack of a room, under both names of its event.
  const mine = await makeRoom(alice, 'Mine');
  const { pack } = await alice.call('makePack', { roomId: mine, name: 'All' });
  await alice.list('managedPacks', { roomId: mine }, (packs) => packs.length === 1);
  await copy(['purr', 'nap', 'heron'], pack);
  const stateKey = pack.slice(mine.length + 1);
  const state = (type: string) => sdk(alice).getStateEvent(mine, type, stateKey);
  const stable = await state('m.room.image_pack');
  expect(await state(old)).toEqual(stable);
  expect(stable).toMatchObject({ pack: { display_name: 'All', attribution: 'Drawn by Zoe' } });
  expect(Object.keys(stable['images'] as object).sort()).toEqual(['heron', 'nap', 'purr']);
  // A pack without the right to change it is no target of a copy.
  await expect(
    alice.call('copyPackImages', { from: 'own', shortcodes: ['heron'], to: from }),
  ).rejects.toMatchObject({
    error: { code: expect.stringMatching(/conflict|forbidden/) as string },
  });
}, 120_000);

test('what is no picture is refused; a full pack says so; the same act twice is one', async () => {
  await expect(
    alice.call('addPackImage', {
      ...{ pack: 'own', shortcode: 'page', width: 1, height: 1, emoticon: true, sticker: false },
      ticket: await ticketOf(alice, Buffer.from('<html></html>'), 'text/html'),
    }),
  ).rejects.toMatchObject({ error: { code: 'bad_request' } });
  const image = (at: number) => ({ url: `mxc://localhost/${'x'.repeat(200)}${at}` });
  const images = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, image(at)]));
  const uses = { emoticon: true, sticker: true };
  const wanted = {
    kind: 'add',
    shortcode: 'one',
    url: 'mxc://localhost/one',
    info: {},
    uses,
  } as const;
  expect(() => changedPack({ images }, wanted)).toThrow('full');
  const once = changedPack({}, wanted) ?? {};
  expect(changedPack(once, wanted)).toBeNull();
  const twice = enabledWith({ rooms: { '!a:b.c': 'nonsense' } }, '!a:b.c', '', true) ?? {};
  expect(twice).toEqual({ rooms: { '!a:b.c': { '': {} } } });
  expect(enabledWith(twice, '!a:b.c', '', true)).toBeNull();
}, 60_000);

test.each([
  ['before', 'before-forward'],
  ['after', 'after-answer'],
] as const)(
  'an engine that ends right %s the second event of a pack was written: the next one makes both events the same',
  async (_when, at) => {
    const first = await world.open(`maker-${at}`);
    const roomId = await makeRoom(first, 'Shed');
    const { pack } = await first.call('makePack', { roomId, name: 'Tools' });
    await first.list('managedPacks', { roomId }, (packs) => packs.length === 1);
    const hold = world.proxy.hold(on('PUT', '/state/im.ponies.room_emotes/'), at);
    const added = add(first, pack, 'saw').then(
      () => 'added',
      () => 'refused',
    );
    await hold.reached;
    await first.stop(true);
    hold.drop();
    await added;

    const again = openWindow({ folder: first.folder, key: first.key });
    const stateKey = pack.slice(roomId.length + 1);
    const state = (type: string) => sdk(first).getStateEvent(roomId, type, stateKey);
    await again.value('sync', {}, ({ state }) => state === 'SYNCING');
    // Another change goes behind the one that was cut.
    await again.call('renamePack', { pack, name: 'Hand tools' });
    const stable = await state('m.room.image_pack');
    expect(stable).toMatchObject({
      pack: { display_name: 'Hand tools' },
      images: { saw: { body: 'saw' } },
    });
    expect(await state('im.ponies.room_emotes')).toEqual(stable);
    await again.stop(true);
  },
  120_000,
);

test('a pack whose second event cannot be written now is made at once, and follows by itself', async () => {
  const roomId = await makeRoom(alice, 'Loft');
  const { pack } = await alice.call('makePack', { roomId, name: 'Finds' });
  await alice.list('managedPacks', { roomId }, (packs) => packs.length === 1);
  const isLegacy = on('PUT', '/state/im.ponies.room_emotes/');
  const rule = world.proxy.rules.add({ match: isLegacy, status: 502 });
  await add(alice, pack, 'coin');
  const written = world.proxy.waitForOutcome(
    ({ method, path, outcome }) =>
      method === 'PUT' && path.includes('/state/im.ponies.room_emotes/') && outcome === 200,
  );
  rule();
  // An answer of sync.
  await sdk(alice).sendMessage(roomId, { msgtype: 'm.text', body: 'found' } as never);
  await written;
  const stateKey = pack.slice(roomId.length + 1);
  const state = (type: string) => sdk(alice).getStateEvent(roomId, type, stateKey);
  expect(await state('im.ponies.room_emotes')).toEqual(await state('m.room.image_pack'));
  expect(await state('im.ponies.room_emotes')).toMatchObject({ images: { coin: {} } });
}, 120_000);
