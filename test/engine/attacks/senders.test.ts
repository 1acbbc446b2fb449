// Messages under a name that is not their writer's: made-up devices, relabelled senders, replays, echoes. Each is refused or marked.
import type { RawEvent } from '#stores/events/types';
import { setStage, textOf, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

/** Sends as Mallory; on its way to Bob the event becomes what `edit` makes of it. Answers its id. */
async function tampered(
  text: string,
  edit: (event: RawEvent, roomId: string) => readonly RawEvent[],
): Promise<string> {
  let eventId = '';
  const end = stage.rewriteEvents((event, roomId) => {
    if (event.type !== 'm.room.encrypted' || event.sender !== stage.mallory.userId) return [event];
    eventId ||= event.event_id;
    return event.event_id === eventId ? edit(event, roomId) : [event];
  });
  await stage.mallory.send(stage.roomId, text);
  await stage.mallory.until('sent', () => stage.mallory.bodies(stage.roomId).includes(text));
  await stage.alice.send(stage.roomId, `after ${text}`);
  await stage.said(`after ${text}`);
  end();
  return eventId;
}

test('CHAT-8.33 what a signed device sends bears no mark', async () => {
  await stage.alice.send(stage.roomId, 'really me');
  expect(await stage.said('really me', ({ trust }) => trust === 'ok')).toMatchObject({
    sender: { userId: stage.alice.userId },
    trust: 'ok',
  });
});

test('marked: a message of a device that the server made up, in timeline, room list and notification', async () => {
  const ghost = await stage.ghostOf('alice');
  await ghost.send(stage.roomId, 'ghost says pay');
  const item = await stage.said('ghost says pay', ({ trust }) => trust === 'device_not_signed');
  expect(item.sender.userId).toBe(stage.alice.userId);
  expect(
    (await stage.row(({ preview }) => preview.text === 'ghost says pay')).preview.trust,
  ).toMatch(/^device_/);
  const notice = stage.bob.notices.find(({ body }) => body.includes('ghost says pay'));
  expect(notice?.trust).toMatch(/^device_/);
});

test('refused: a message whose key belongs to somebody else is not shown under the name of another', async () => {
  const eventId = await tampered('I resign', (event) => [{ ...event, sender: stage.alice.userId }]);
  const item = await stage.byId(eventId, ({ body }) => body.type === 'undecryptable');
  expect(item.body).toMatchObject({ type: 'undecryptable', reason: 'sender_mismatch' });
  expect(JSON.stringify(item)).not.toContain('I resign');
});

test('refused: a ciphertext shown twice is one message', async () => {
  const twin = '$twinaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  const eventId = await tampered('once', (event) => [event, { ...event, event_id: twin }]);
  const [one, other] = [await stage.byId(eventId), await stage.byId(twin)];
  expect([one, other].map(textOf).filter((text) => text !== null)).toEqual(['once']);
  expect([one, other].map(({ body }) => ('reason' in body ? body.reason : null))).toContain(
    'malformed',
  );
});

test('refused: a later copy of a ciphertext does not take the place of its message, when both wait for the key', async () => {
  const roomId = await stage.room();
  const twin = `$later${'a'.repeat(38)}`;
  const kept: unknown[] = [];
  let holding = true;
  const endKeys = stage.rewrite((answer) => {
    const events = answer.to_device?.events ?? [];
    const isKey = ({ type }: { type: string }): boolean => type === 'm.room.encrypted';
    if (holding) kept.push(...events.filter(isKey));
    const rest = holding ? events.filter((event) => !isKey(event)) : [...kept.splice(0), ...events];
    answer.to_device = { events: rest as typeof events };
  });
  // One sync under the rule has gone by: a request that waited before escapes it.
  await stage.deliver([stage.forge('test.mark', stage.alice.userId, {})]);
  let eventId = '';
  const end = stage.rewriteEvents((event) => {
    if (event.type !== 'm.room.encrypted' || eventId !== '') return [event];
    eventId = event.event_id;
    return [event, { ...event, event_id: twin }];
  });
  await stage.alice.send(roomId, 'kept waiting');
  const waits = ({ body }: { body: { type: string } }): boolean => body.type === 'undecryptable';
  await stage.shown((item) => item.eventId === twin && waits(item), roomId);
  await stage.shown((item) => item.eventId === eventId && waits(item), roomId);
  holding = false;
  await stage.deliver([stage.forge('test.mark', stage.alice.userId, {})]);
  const read = await stage.shown((item) => textOf(item) === 'kept waiting', roomId);
  expect(read.eventId).toBe(eventId);
  const copy = await stage.shown((item) => item.eventId === twin, roomId);
  expect(copy.body).toMatchObject({ type: 'undecryptable', reason: 'malformed' });
  end();
  endKeys();
}, 60_000);

test('refused: a ciphertext of one room is nothing in another', async () => {
  const elsewhere = await stage.room();
  let secret: RawEvent | null = null;
  await tampered('for this room only', (event) => {
    secret = event;
    return [event];
  });
  if (secret === null) throw new Error('no event');
  const moved: RawEvent = { ...(secret as RawEvent), event_id: `$moved${'a'.repeat(37)}` };
  await stage.deliver([moved], elsewhere);
  const item = await stage.shown(
    ({ eventId, body }) => eventId === moved.event_id && body.type === 'undecryptable',
    elsewhere,
  );
  expect(item.body).toMatchObject({ reason: 'malformed' });
});

test.each([
  [
    'a changed letter',
    (text: string) => `${text.slice(0, 60)}${text[60] === 'A' ? 'B' : 'A'}${text.slice(61)}`,
  ],
  ['a cut end', (text: string) => text.slice(0, -8)],
  ['nothing', () => ''],
])('refused: a ciphertext with %s', async (_name, change) => {
  const eventId = await tampered(`damaged by ${_name}`, (event) => [
    {
      ...event,
      content: { ...event.content, ciphertext: change(String(event.content['ciphertext'])) },
    },
  ]);
  const item = await stage.byId(eventId, ({ body }) => body.type === 'undecryptable');
  expect(JSON.stringify(item)).not.toContain('damaged by');
});

test('an own message that the server gives to somebody else stays unread there, and comes through as ours', async () => {
  const { bob, roomId, bobId, alice } = stage;
  let eventId = '';
  let stolen = '';
  const end = stage.rewriteEvents((event) => {
    if (event.type !== 'm.room.encrypted' || event.sender !== bobId || eventId !== '')
      return [event];
    eventId = event.event_id;
    stolen = `$stolen${'a'.repeat(36)}`;
    return [event, { ...event, event_id: stolen, sender: alice.userId, unsigned: {} }];
  });
  await bob.call('sendMessage', {
    requestId: 'request-own-echo-1',
    roomId,
    threadId: null,
    text: 'my own words',
    kind: 'text',
    replyTo: null,
  });
  await stage.shown((item) => item.eventId === eventId && item.status === null);
  const theft = await stage.byId(stolen, ({ body }) => body.type === 'undecryptable');
  expect(JSON.stringify(theft)).not.toContain('my own words');
  expect(textOf(await stage.byId(eventId, (item) => textOf(item) !== null))).toBe('my own words');
  end();
});

test('an own message that the server shows in another room stays unread there', async () => {
  const { bob, roomId, bobId } = stage;
  const elsewhere = await stage.room();
  let own: RawEvent | null = null;
  // The true echo is kept back, so that the false one comes first.
  const end = stage.rewriteEvents((event) => {
    if (event.type !== 'm.room.encrypted' || event.sender !== bobId) return [event];
    own = event;
    return [];
  });
  await bob.call('sendMessage', {
    requestId: 'request-own-echo-2',
    roomId,
    threadId: null,
    text: 'yes, I agree',
    kind: 'text',
    replyTo: null,
  });
  await stage.alice.until('it is there', () => stage.alice.bodies(roomId).includes('yes, I agree'));
  await stage.alice.send(roomId, 'kept back');
  await stage.said('kept back');
  end();
  const moved = { ...(own as unknown as RawEvent), event_id: `$echo${'a'.repeat(38)}` };
  await stage.deliver([moved], elsewhere);
  const item = await stage.shown(({ eventId }) => eventId === moved.event_id, elsewhere);
  expect(item.body.type).toBe('undecryptable');
});
