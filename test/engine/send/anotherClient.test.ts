// Events of this engine read by matrix-js-sdk's own client in the same room, and the other way round: threads, mentions, voice messages. Polls,
// packs and live locations have tests of that kind beside their own.
import { ClientEvent, createClient, MsgType, RoomEvent, ThreadEvent } from 'matrix-js-sdk';
import type { MatrixClient, MatrixEvent, Room } from 'matrix-js-sdk';
import type { RoomMessageEventContent } from 'matrix-js-sdk/lib/@types/events';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { makeRoom, openWorld, type Somebody, type World } from '../beyond/kit';
import { requestId } from '../support';

let world: World;
let alice: Somebody;
let bob: MatrixClient;
let bobId: string;
let roomId: string;

beforeAll(async () => {
  world = await openWorld();
  alice = await world.open('alice');
  const account = { username: 'bob', password: 'pw', displayName: 'Bob' };
  const { userId, deviceId, accessToken } = await world.server.registerUser(account);
  bobId = userId;
  const { baseUrl } = world.server;
  bob = createClient({ baseUrl, userId, deviceId, accessToken, disableVoip: true });
  await bob.startClient({ initialSyncLimit: 30, threadSupport: true, pollTimeout: 5_000 });
}, 240_000);
beforeEach(async () => {
  roomId = await makeRoom(alice, 'Orchard', { invite: [bobId] });
  await bob.joinRoom(roomId);
  await alice.value('room', { roomId }, ({ joinedCount }) => joinedCount === 2);
  await seen(() => theRoom().getJoinedMemberCount() === 2);
}, 60_000);
afterAll(async () => {
  bob?.stopClient();
  await world?.close();
});

const theRoom = (): Room => {
  const room = bob.getRoom(roomId);
  if (room === null) throw new Error('the SDK does not have the room');
  return room;
};

/** Looks after whatever the SDK tells of. */
function seen<T>(look: () => T | null | undefined | false): Promise<T> {
  return new Promise((resolve) => {
    const events = [ClientEvent.Sync, ClientEvent.Event, RoomEvent.Timeline, ThreadEvent.Update];
    const done = (): void => {
      let found: T | null | undefined | false = null;
      try {
        found = look();
      } catch {
        // Not there yet: the test's own time says what was waited for.
      }
      if (found === null || found === undefined || found === false) return;
      for (const event of events) bob.off(event as ClientEvent.Sync, done);
      resolve(found);
    };
    for (const event of events) bob.on(event as ClientEvent.Sync, done);
    done();
  });
}

const eventWith = (body: string): Promise<MatrixEvent> =>
  seen(() => {
    const room = theRoom();
    const threads = room.getThreads().flatMap((thread) => thread.events);
    return [...room.getLiveTimeline().getEvents(), ...threads].find(
      (event) => event.getContent()['body'] === body,
    );
  });

const isMessage = (item: TimelineItem): item is MessageItem => item.kind === 'message';
const write = (text: string, more: object = {}) =>
  alice.call('sendMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), text, kind: 'text', replyTo: null },
    ...more,
  });

/** The message as this engine shows it. */
async function shown(
  fits: (item: MessageItem) => boolean,
  threadId: string | null = null,
): Promise<MessageItem> {
  const items = await alice.list('timeline', { roomId, threadId, around: null, limit: 50 }, (all) =>
    all.filter(isMessage).some(fits),
  );
  const found = items.filter(isMessage).find(fits);
  if (found === undefined) throw new Error('it went away');
  return found;
}
const says = (text: string) => (item: MessageItem) =>
  item.body.type === 'text' && item.body.text === text && item.eventId !== null;

test('a thread: the SDK has our answers in it, and we have its', async () => {
  await write('How many apples?');
  const { eventId: root } = await shown(says('How many apples?'));
  const threadId = root ?? '';
  await write('Forty', { threadId });
  const answer = await eventWith('Forty');
  expect(answer.threadRootId).toBe(threadId);
  // Clients without threads show it as an answer to the newest one.
  expect(answer.getWireContent()['m.relates_to']).toEqual({
    ...{ rel_type: 'm.thread', event_id: threadId, is_falling_back: true },
    'm.in_reply_to': { event_id: threadId },
  });
  const thread = await seen(() => theRoom().getThread(threadId));
  await seen(() => thread.length === 1);

  await bob.sendMessage(roomId, threadId, { msgtype: MsgType.Text, body: 'Fifty, I think' });
  const theirs = await shown(says('Fifty, I think'), threadId);
  expect(theirs.sender.userId).toBe(bobId);
  const first = await shown((item) => item.thread?.count === 2);
  expect(first.eventId).toBe(threadId);
  expect(first.thread?.last).toMatchObject({ sender: { userId: bobId } });
  const main = await alice.list(
    'timeline',
    { roomId, threadId: null, around: null, limit: 50 },
    () => true,
  );
  expect(main.filter(isMessage).some(says('Fifty, I think'))).toBe(false);
}, 120_000);

test('a mention: the SDK is called by ours, and we by its; a text without one calls nobody', async () => {
  const text = 'Can you come, @Bob?';
  await write(text, { mentions: [{ start: 14, end: 18, id: bobId }] });
  const ours = await eventWith(text);
  expect(ours.getContent()['m.mentions']).toEqual({ user_ids: [bobId] });
  expect(bob.getPushActionsForEvent(ours, true)?.tweaks.highlight).toBe(true);
  await write('Nobody is meant');
  const plain = await eventWith('Nobody is meant');
  expect(plain.getContent()['m.mentions']).toEqual({});
  expect(bob.getPushActionsForEvent(plain, true)?.tweaks.highlight).not.toBe(true);

  await bob.sendMessage(roomId, {
    ...{ msgtype: MsgType.Text, body: 'alice: yes' },
    'm.mentions': { user_ids: [alice.userId] },
  } as RoomMessageEventContent);
  expect((await shown(says('alice: yes'))).highlight).toBe(true);
  await bob.sendTextMessage(roomId, 'on my way');
  expect((await shown(says('on my way'))).highlight).toBe(false);
}, 120_000);

test('a voice message: the SDK finds its file, its length and its wave, and ours is drawn from what it sends', async () => {
  const { ticket } = await alice.call('beginBlob', { fileName: 'v.ogg', mimeType: 'audio/ogg' });
  await alice.call('appendBlob', {
    ticket,
    seq: 0,
    bytes: new TextEncoder().encode('OggS spoken'),
  });
  const unseen = { width: null, height: null, blurhash: null, thumbnail: null };
  await alice.call('sendAttachment', {
    ...{ roomId, threadId: null, requestId: requestId(), ticket, replyTo: null, caption: null },
    preview: { ...unseen, durationMs: 2_000 },
    voice: { durationMs: 2_000, waveform: [0, 512, 1024] },
  });
  const event = await eventWith('v.ogg');
  const content = event.getContent();
  expect(content['msgtype']).toBe(MsgType.Audio);
  expect(content['org.matrix.msc3245.voice']).toEqual({});
  expect(content['org.matrix.msc1767.audio']).toEqual({
    duration: 2_000,
    waveform: [0, 512, 1024],
  });
  const url = bob.mxcUrlToHttp(
    String(content['url']),
    undefined,
    undefined,
    undefined,
    false,
    true,
    true,
  );
  const file = await fetch(url ?? '', {
    headers: { authorization: `Bearer ${bob.getAccessToken()}` },
  });
  expect(await file.text()).toBe('OggS spoken');

  const upload = await bob.uploadContent(new Blob(['OggS theirs']), { type: 'audio/ogg' });
  await bob.sendMessage(roomId, {
    ...{ msgtype: MsgType.Audio, body: 'Voice message', url: upload.content_uri },
    info: { duration: 3_000, mimetype: 'audio/ogg', size: 11 },
    'org.matrix.msc1767.audio': { duration: 3_000, waveform: [1024, 0] },
    'org.matrix.msc3245.voice': {},
  } as RoomMessageEventContent);
  const theirs = await shown(
    ({ body, sender }) => body.type === 'audio' && sender.userId === bobId,
  );
  expect(theirs.body).toMatchObject({ sound: { voice: true }, media: { durationMs: 3_000 } });
}, 120_000);
