// A conversation with an app that shares no code with ours, matrix-nio on libolm, in an encrypted room: what nio writes and encrypts is shown, and
// what the product writes is read by nio. Nio gives back the content of what it does not know as it came, so the forms stand here as the
// specification has them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { openWorld, type Somebody, type World } from '../beyond/kit';
import { requestId } from '../support';
import {
  startOtherClient,
  type Content,
  type EncryptedFile,
  type OtherClient,
  type OtherEvent,
} from './otherClient';

let world: World;
let alice: Somebody;
let bob: OtherClient;
let roomId: string;

beforeAll(async () => {
  world = await openWorld();
  alice = await world.open('alice');
  const account = { username: 'bob', password: 'pw', displayName: 'Bob' };
  const registered = await world.server.registerUser(account);
  bob = await startOtherClient(world.server.baseUrl, registered);
  ({ roomId } = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Orchard', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [bob.userId] },
  }));
  await bob.join(roomId);
  await alice.value('room', { roomId }, ({ joinedCount }) => joinedCount === 2);
  while (!(await bob.isEncrypted(roomId))) await new Promise((resolve) => setTimeout(resolve, 50));
  // Nio has no identity that could sign its device: somebody here decides that it gets keys all the same.
  const { people } = await alice.value('withheldKeys', { roomId }, (now) => now.people.length > 0);
  expect(people).toMatchObject([{ person: { userId: bob.userId }, reason: 'unsigned' }]);
  await alice.call('sendKeysAnyway', { userId: bob.userId });
}, 240_000);
afterAll(async () => {
  await bob?.stop();
  await world?.close();
});

const isMessage = (item: TimelineItem): item is MessageItem => item.kind === 'message';

/** The timeline item in our window. */
async function shown(
  fits: (item: MessageItem) => boolean,
  threadId: string | null = null,
): Promise<MessageItem> {
  const query = { roomId, threadId, around: null, limit: 100 };
  const items = await alice.list('timeline', query, (all) => all.filter(isMessage).some(fits));
  const found = items.filter(isMessage).find(fits);
  if (found === undefined) throw new Error('it went away');
  return found;
}
const says = (text: string) => (item: MessageItem) =>
  item.body.type === 'text' && item.body.text === text && item.eventId !== null;
const is = (eventId: string) => (item: MessageItem) => item.eventId === eventId;

const write = (text: string, more: object = {}) =>
  alice.call('sendMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), text, kind: 'text', replyTo: null },
    ...more,
  });
/** The event in nio; it must have come encrypted. */
async function read(fits: (event: OtherEvent) => boolean): Promise<OtherEvent> {
  const event = await bob.event(fits);
  expect(event).toMatchObject({ encrypted: true, undecrypted: false });
  return event;
}
const body = (text: string) => (event: OtherEvent) => event.content['body'] === text;
const send = (content: Content, type = 'm.room.message') => bob.send(roomId, type, content);
const text = (words: string, more: object = {}) =>
  send({ msgtype: 'm.text', body: words, ...more });
const relationOf = ({ content }: OtherEvent) => content['m.relates_to'];

/** Ours, as it came back from the server. */
async function written(words: string): Promise<string> {
  await write(words);
  const back = (item: MessageItem) => says(words)(item) && item.status === null;
  return (await shown(back)).eventId ?? '';
}

test('a text goes both ways', async () => {
  await write('Good morning');
  expect((await read(body('Good morning'))).sender).toBe(alice.userId);
  await text('Good morning to you');
  const theirs = await shown(says('Good morning to you'));
  // Their device is not signed, and the item says so.
  expect(theirs).toMatchObject({ sender: { userId: bob.userId }, trust: 'device_not_signed' });
}, 120_000);

test('a thread: each has the answers of the other in it', async () => {
  const threadId = await written('How many apples?');
  await write('Forty', { threadId });
  const answer = await read(body('Forty'));
  expect(relationOf(answer)).toEqual({
    ...{ rel_type: 'm.thread', event_id: threadId, is_falling_back: true },
    'm.in_reply_to': { event_id: threadId },
  });
  await text('Fifty, I think', {
    'm.relates_to': {
      ...{ rel_type: 'm.thread', event_id: threadId, is_falling_back: true },
      'm.in_reply_to': { event_id: answer.event_id },
    },
  });
  expect((await shown(says('Fifty, I think'), threadId)).sender.userId).toBe(bob.userId);
  expect((await shown((item) => item.thread?.count === 2)).eventId).toBe(threadId);
}, 120_000);

test('a reply: quoted on both sides', async () => {
  const asked = await text('Who has the ladder?');
  await shown(is(asked));
  await write('I have', { replyTo: asked });
  const ours = await read(body('I have'));
  expect(relationOf(ours)).toEqual({ 'm.in_reply_to': { event_id: asked } });
  const again = await text('Bring it', {
    'm.relates_to': { 'm.in_reply_to': { event_id: ours.event_id } },
  });
  const theirs = await shown(is(again));
  expect(theirs.reply).toMatchObject({
    ...{ eventId: ours.event_id, sender: { userId: alice.userId } },
    preview: { text: 'I have' },
  });
}, 120_000);

test('a mention: told to those who are meant, and to nobody else', async () => {
  const words = 'Can you come, @Bob?';
  await write(words, { mentions: [{ start: 14, end: 18, id: bob.userId }] });
  expect((await read(body(words))).content['m.mentions']).toEqual({ user_ids: [bob.userId] });
  const called = await text('alice: yes', { 'm.mentions': { user_ids: [alice.userId] } });
  expect((await shown(is(called))).highlight).toBe(true);
  const quiet = await text('alice is not meant', { 'm.mentions': {} });
  expect((await shown(is(quiet))).highlight).toBe(false);
}, 120_000);

test('an edit: the new words stand in place of the old ones', async () => {
  const eventId = await written('Tomorow');
  await alice.call('editMessage', { requestId: requestId(), roomId, eventId, text: 'Tomorrow' });
  const ours = await read((event) => 'm.new_content' in event.content);
  expect(ours.content['m.new_content']).toMatchObject({ msgtype: 'm.text', body: 'Tomorrow' });
  expect(relationOf(ours)).toEqual({ rel_type: 'm.replace', event_id: eventId });

  const old = await text('At nine');
  await text('* At ten', {
    'm.new_content': { msgtype: 'm.text', body: 'At ten' },
    'm.relates_to': { rel_type: 'm.replace', event_id: old },
  });
  expect(await shown((item) => item.eventId === old && item.edited)).toMatchObject({
    body: { text: 'At ten' },
  });
}, 120_000);

test('a reaction: counted on both sides', async () => {
  const eventId = await text('Cake at four');
  await shown(is(eventId));
  await alice.call('react', { requestId: requestId(), roomId, eventId, key: '🎉' });
  // Reactions are never encrypted.
  const ours = await bob.event(({ type }) => type === 'm.reaction');
  expect(relationOf(ours)).toEqual({ rel_type: 'm.annotation', event_id: eventId, key: '🎉' });
  const relation = { rel_type: 'm.annotation', event_id: eventId, key: '🎉' };
  await send({ 'm.relates_to': relation }, 'm.reaction');
  const both = await shown((item) => item.reactions.some(({ count }) => count === 2));
  expect(both.eventId).toBe(eventId);
}, 120_000);

test('a poll: each votes in that of the other', async () => {
  const type = (name: string) => `org.matrix.msc3381.poll.${name}`;
  await alice.call('createPoll', {
    ...{ requestId: requestId(), roomId, threadId: null },
    ...{ question: 'Lunch?', answers: ['Soup', 'Bread'], disclosed: true, maxSelections: 1 },
  });
  const ours = await read((event) => event.type === type('start'));
  const start = ours.content[type('start')] as {
    question: Content;
    answers: { id: string }[];
  };
  expect(start.question).toMatchObject({ 'org.matrix.msc1767.text': 'Lunch?' });
  await send(
    {
      [type('response')]: { answers: [start.answers[1]?.id] },
      'm.relates_to': { rel_type: 'm.reference', event_id: ours.event_id },
    },
    type('response'),
  );
  const voted = await shown(({ body: of }) => of.type === 'poll' && of.people === 1);
  expect(voted.body).toMatchObject({ answers: [{ votes: 0 }, { votes: 1 }] });

  const words = (said: string) => ({ 'org.matrix.msc1767.text': said });
  const eventId = await send(
    {
      ...words('Tea?\n1. Green\n2. Black'),
      [type('start')]: {
        ...{ question: words('Tea?'), kind: type('disclosed'), max_selections: 1 },
        answers: [
          { id: 'g', ...words('Green') },
          { id: 'b', ...words('Black') },
        ],
      },
    },
    type('start'),
  );
  const theirs = await shown((item) => item.eventId === eventId && item.body.type === 'poll');
  expect(theirs.body).toMatchObject({ text: 'Tea?', mayVote: true });
  await alice.call('votePoll', { requestId: requestId(), roomId, eventId, answers: ['g'] });
  const vote = await read(
    (event) => event.type === type('response') && event.sender !== bob.userId,
  );
  expect(vote.content[type('response')]).toEqual({ answers: ['g'] });
  expect(relationOf(vote)).toEqual({ rel_type: 'm.reference', event_id: eventId });
}, 120_000);

async function ticketOf(fileName: string, mimeType: string, bytes: Uint8Array): Promise<string> {
  const { ticket } = await alice.call('beginBlob', { fileName, mimeType });
  await alice.call('appendBlob', { ticket, seq: 0, bytes });
  return ticket;
}

/** Its bytes, as our app gives them out. */
async function fileOf(item: MessageItem): Promise<Buffer> {
  if (!('media' in item.body)) throw new Error('no file');
  const path = join(alice.folder, 'exported');
  await alice.main.call('exportFile', { handle: item.body.media.handle, path });
  return readFileSync(path);
}

test('a voice message: file, length and wave both ways, the file encrypted', async () => {
  const ticket = await ticketOf('v.ogg', 'audio/ogg', Buffer.from('OggS spoken'));
  const unseen = { width: null, height: null, blurhash: null, thumbnail: null };
  await alice.call('sendAttachment', {
    ...{ roomId, threadId: null, requestId: requestId(), ticket, replyTo: null, caption: null },
    preview: { ...unseen, durationMs: 2_000 },
    voice: { durationMs: 2_000, waveform: [0, 512, 1024] },
  });
  const { content } = await read(({ content: of }) => of['msgtype'] === 'm.audio');
  expect(content['org.matrix.msc3245.voice']).toEqual({});
  expect(content['org.matrix.msc1767.audio']).toEqual({
    ...{ duration: 2_000, waveform: [0, 512, 1024] },
  });
  const file = content['file'] as EncryptedFile;
  expect((await bob.downloadEncrypted(file)).toString()).toBe('OggS spoken');
  // The file at the server is encrypted.
  expect((await bob.download(file.url)).includes('spoken')).toBe(false);

  const theirFile = await bob.uploadEncrypted(Buffer.from('OggS theirs'));
  const eventId = await send({
    ...{ msgtype: 'm.audio', body: 'Voice message', file: theirFile },
    info: { duration: 3_000, mimetype: 'audio/ogg', size: 11 },
    'org.matrix.msc1767.audio': { duration: 3_000, waveform: [1024, 0] },
    'org.matrix.msc3245.voice': {},
  });
  const theirs = await shown(is(eventId));
  expect(theirs.body).toMatchObject({
    ...{ type: 'audio', sound: { voice: true, waveform: [1, 0] } },
    media: { durationMs: 3_000, encrypted: true, broken: null },
  });
  expect((await fileOf(theirs)).toString()).toBe('OggS theirs');
}, 120_000);

/** One see-through pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('stickers and image packs: theirs is used by us, ours is read by them', async () => {
  await alice.call('makePack', { roomId, name: 'Birds' });
  const [made] = await alice.list('managedPacks', { roomId }, ([one]) => one !== undefined);
  const pack = made?.key ?? '';
  await alice.call('addPackImage', {
    ...{ pack, shortcode: 'owl', ticket: await ticketOf('owl', 'image/png', pixel) },
    ...{ width: 1, height: 1, emoticon: true, sticker: true },
  });
  const ours = await bob.event(
    ({ type, content }) => type === 'm.room.image_pack' && 'owl' in (content['images'] as object),
  );
  const { owl } = ours.content['images'] as { owl: { url: string } };
  expect(await bob.download(owl.url)).toEqual(pixel);
  await alice.list('imagePacks', { roomId }, (all) => all.some(({ images }) => images.length > 0));
  const sticker = { requestId: requestId(), roomId, threadId: null, replyTo: null };
  await alice.call('sendSticker', { ...sticker, pack, shortcode: 'owl' });
  const flown = await read(({ type }) => type === 'm.sticker');
  expect(flown.content).toMatchObject({ body: 'owl', url: owl.url });

  const url = await bob.upload(pixel, 'image/png');
  const info = { w: 1, h: 1, mimetype: 'image/png', size: pixel.length };
  const eventId = await send({ body: 'A heron', url, info }, 'm.sticker');
  const theirs = await shown(is(eventId));
  expect(theirs.body).toMatchObject({ type: 'image', sticker: true, media: { width: 1 } });
  expect(await fileOf(theirs)).toEqual(pixel);
}, 120_000);

test('their pack of a room is offered here, and its sticker goes out', async () => {
  const shared = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Pond', topic: null, direct: false },
    ...{ encrypted: false, public: true, invite: [] },
  });
  await alice.direct.state(shared.roomId, 'm.room.power_levels', {
    ...{ users: {}, state_default: 0 },
  });
  await bob.join(shared.roomId);
  const url = await bob.upload(pixel, 'image/png');
  await bob.putState(shared.roomId, 'm.room.image_pack', 'water', {
    images: { newt: { url, body: 'A newt', usage: ['sticker'] } },
    pack: { display_name: 'Water' },
  });
  const packs = await alice.list('imagePacks', { roomId: shared.roomId }, (all) =>
    all.some(({ name }) => name === 'Water'),
  );
  const water = packs.find(({ name }) => name === 'Water');
  const { roomId: place } = shared;
  await alice.call('sendSticker', {
    ...{ requestId: requestId(), roomId: place, threadId: null, replyTo: null },
    ...{ pack: water?.key ?? '', shortcode: 'newt' },
  });
  const sent = await bob.event((event) => event.type === 'm.sticker' && event.room_id === place);
  expect(sent.content).toMatchObject({ body: 'A newt', url });
}, 120_000);
