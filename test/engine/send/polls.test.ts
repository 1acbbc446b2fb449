// Polls between two engines and the JavaScript SDK on a real homeserver, in an encrypted room and a plain one.
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { M_POLL_END, M_POLL_KIND_DISCLOSED, M_POLL_RESPONSE, M_POLL_START } from 'matrix-js-sdk';
import { PollEndEvent } from 'matrix-js-sdk/lib/extensible_events_v1/PollEndEvent';
import { PollResponseEvent } from 'matrix-js-sdk/lib/extensible_events_v1/PollResponseEvent';
import { PollStartEvent } from 'matrix-js-sdk/lib/extensible_events_v1/PollStartEvent';
import { createTimelineView } from '#engine/views/timeline/timeline';
import { systemClock } from '#engine/base/clock';
import { createReferences, type References } from '#engine/timeline/references';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { createEngine, nextRequestId, type TestEngine } from '../crypto/harness';
import { sdkPeer, type SdkPeer } from '../files/sdkPeer';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
type Poll = Extract<MessageItem['body'], { type: 'poll' }>;

let homeserver: Homeserver;
let alice: TestEngine;
let bob: TestEngine;
let sdk: SdkPeer;

beforeAll(async () => {
  homeserver = await startHomeserver();
  const engine = async (username: string): Promise<TestEngine> =>
    createEngine({
      baseUrl: homeserver.baseUrl,
      account: await homeserver.registerUser({ username, password: 'pw' }),
    });
  alice = await engine('alice');
  bob = await engine('bob');
  sdk = await sdkPeer(homeserver, 'sdk');
  for (const engine of [alice, bob])
    references.set(
      engine,
      createReferences({
        http: engine.http,
        store: engine.store,
        ownUserId: engine.userId,
        clock: systemClock(),
        onEncrypted: () => void engine.crypto.decryptQueue(),
      }),
    );
}, 120_000);

afterAll(async () => {
  sdk?.stop();
  await alice?.destroy();
  await bob?.destroy();
  await homeserver?.stop();
});

async function room(encrypted: boolean): Promise<string> {
  const roomId = await alice.createRoom({ invite: [bob.userId, sdk.userId], encrypted });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await sdk.join(roomId);
  const all = [alice.userId, bob.userId, sdk.userId];
  await alice.untilJoined(roomId, all);
  await bob.untilJoined(roomId, all);
  return roomId;
}

const references = new Map<TestEngine, References>();
/** Looks again with the next commit. */
const noMatter = (): void => undefined;

/** The messages of the room in an engine's timeline. */
function messages(engine: TestEngine, roomId: string): MessageItem[] {
  let items: readonly TimelineItem[] = [];
  const view = createTimelineView(
    {
      store: engine.store,
      clock: systemClock(),
      ownUserId: () => engine.userId,
      wantReferences: (event) => void references.get(engine)?.want(event).catch(noMatter),
    },
    { roomId, threadId: null, around: null, limit: 100 },
    {
      set: (value) => {
        items = value;
      },
      fail: (error) => {
        throw new Error(error.message);
      },
    },
  );
  view.close();
  return items.filter((item): item is MessageItem => item.kind === 'message');
}

function poll(engine: TestEngine, roomId: string): (Poll & { eventId: string }) | null {
  const item = messages(engine, roomId).findLast(({ body }) => body.type === 'poll');
  if (item?.body.type !== 'poll' || item.eventId === null) return null;
  return { ...item.body, eventId: item.eventId };
}

const counts = (engine: TestEngine, roomId: string): string =>
  JSON.stringify(poll(engine, roomId)?.answers.map(({ votes }) => votes) ?? null);

async function open(engine: TestEngine, roomId: string): Promise<Poll & { eventId: string }> {
  await engine.until('the poll', () => poll(engine, roomId)?.mayVote === true);
  const found = poll(engine, roomId);
  if (found === null) throw new Error('no poll');
  return found;
}

const act = (roomId: string) => ({ requestId: nextRequestId(), roomId });
const lunch = {
  question: 'Lunch?',
  answers: ['Soup', 'Bread', 'Both'],
  disclosed: true,
  maxSelections: 1,
};
const create = (engine: TestEngine, roomId: string) =>
  engine.outbox.polls.create({ ...act(roomId), threadId: null, ...lunch });

async function vote(engine: TestEngine, roomId: string, text: string): Promise<void> {
  const { eventId, answers } = await open(engine, roomId);
  const chosen = answers.filter((answer) => answer.text === text).map(({ id }) => id);
  await engine.outbox.polls.vote({ ...act(roomId), eventId, answers: chosen });
}

const both = (what: string, roomId: string, wanted: string): Promise<unknown> =>
  Promise.all(
    [alice, bob].map((engine) => engine.until(what, () => counts(engine, roomId) === wanted)),
  );

describe.each([
  ['encrypted', true],
  ['plain', false],
])('in a room that is %s', (_, encrypted) => {
  let roomId: string;
  beforeEach(async () => {
    roomId = await room(encrypted);
  }, 60_000);

  test('CHAT-3.17 CHAT-3.18 CHAT-4.25 two people vote, change their vote, and one ends it', async () => {
    await create(alice, roomId);
    await vote(bob, roomId, 'Soup');
    await vote(alice, roomId, 'Bread');
    await both('two votes', roomId, '[1,1,0]');
    await vote(bob, roomId, 'Bread');
    await both('a changed vote', roomId, '[0,2,0]');
    expect(poll(bob, roomId)).toMatchObject({ mayEnd: false, mayVote: true });
    const { eventId } = await open(alice, roomId);
    await expect(bob.outbox.polls.end({ ...act(roomId), eventId, text: 'x' })).rejects.toThrow();
    await alice.outbox.polls.end({ ...act(roomId), eventId, text: 'The poll has ended' });
    await bob.until('the end', () => poll(bob, roomId)?.ended === true);
    expect(poll(bob, roomId)?.answers.map(({ winner }) => winner)).toEqual([false, true, false]);
    await expect(bob.outbox.polls.vote({ ...act(roomId), eventId, answers: [] })).rejects.toThrow(
      'ended',
    );
    // Votes and the end are no lines of their own.
    for (const engine of [alice, bob]) expect(messages(engine, roomId)).toHaveLength(1);
  }, 60_000);

  test('a poll can be changed until somebody has voted, and a vote can be taken back', async () => {
    await create(alice, roomId);
    const { eventId } = await open(alice, roomId);
    const changed = { ...lunch, question: 'Dinner?', answers: ['Rice', 'Beans'] };
    await alice.outbox.polls.edit({ ...act(roomId), eventId, ...changed });
    await bob.until('the change', () => poll(bob, roomId)?.text === 'Dinner?');
    await vote(bob, roomId, 'Rice');
    await both('a vote', roomId, '[1,0]');
    await expect(alice.outbox.polls.edit({ ...act(roomId), eventId, ...changed })).rejects.toThrow(
      'voted',
    );
    await vote(bob, roomId, 'no such answer');
    await both('no vote', roomId, '[0,0]');
  }, 60_000);

  test('CHAT-5.16 the SDK reads our poll, votes in it, and reads our votes and its end', async () => {
    await create(alice, roomId);
    const { eventId, answers } = await open(alice, roomId);
    await sdk.until('our poll', () => sdkPoll(roomId, eventId) !== undefined);
    const theirs = sdkPoll(roomId, eventId);
    expect(theirs?.pollEvent.question.text).toBe('Lunch?');
    expect(theirs?.pollEvent.kind).toEqual(M_POLL_KIND_DISCLOSED);
    expect(theirs?.pollEvent.answers.map(({ id, text }) => ({ id, text }))).toEqual(
      answers.map(({ id, text }) => ({ id, text })),
    );
    const { content } = PollResponseEvent.from([answers[0]?.id ?? ''], eventId).serialize();
    await sdk.client.sendEvent(roomId, M_POLL_RESPONSE.name as never, content as never);
    await vote(bob, roomId, 'Both');
    await both('two votes', roomId, '[1,0,1]');
    const { eventId: pollId } = await open(alice, roomId);
    await alice.outbox.polls.end({ ...act(roomId), eventId: pollId, text: 'over' });
    await sdk.until('our end', () => sdkPoll(roomId, eventId)?.isEnded === true);
    const responses = (await theirs?.getResponses())?.getRelations() ?? [];
    const byBob = responses.find((event) => event.getSender() === bob.userId);
    const read = new PollResponseEvent({
      type: M_POLL_RESPONSE.name,
      content: byBob?.getContent() as never,
    });
    expect(read.answerIds).toEqual([answers[2]?.id]);
  }, 60_000);

  test('CHAT-4.25 the poll of the SDK is read, answered, and ended by it', async () => {
    const made = PollStartEvent.from('Tea?', ['Yes', 'No'], M_POLL_KIND_DISCLOSED, 1).serialize();
    const sent = await sdk.client.sendEvent(
      roomId,
      M_POLL_START.name as never,
      made.content as never,
    );
    await vote(alice, roomId, 'Yes');
    await both('a vote', roomId, '[1,0]');
    const { content } = PollEndEvent.from(sent.event_id, 'Tea it is').serialize();
    await sdk.client.sendEvent(roomId, M_POLL_END.name as never, content as never);
    await bob.until('the end', () => poll(bob, roomId)?.ended === true);
    expect(poll(bob, roomId)).toMatchObject({ text: 'Tea?', people: 1 });
  }, 60_000);

  test('votes that fell into a gap are fetched, and a deleted vote counts no more', async () => {
    await create(alice, roomId);
    const { eventId } = await open(bob, roomId);
    await vote(bob, roomId, 'Soup');
    await both('a vote', roomId, '[1,0,0]');
    await bob.sync.stop();
    await vote(alice, roomId, 'Soup');
    for (let no = 0; no < 60; no += 1) await alice.send(roomId, `message ${no}`);
    await alice.until('all out', () => alice.statuses(roomId).length === 0, 240_000);
    bob.sync.start();
    await bob.until('the vote from the gap', () => counts(bob, roomId) === '[2,0,0]', 120_000);
    expect(bob.events(roomId).some((event) => event.eventId === eventId)).toBe(true);
    const ours = bob.store.db
      .prepare(
        `SELECT e.event_id AS id FROM relations r JOIN events e USING (event_no) JOIN rooms m ON m.room_no = e.room_no
         WHERE r.rel_type = 'm.reference' AND e.sender = ? AND m.room_id = ?`,
      )
      .all(bob.userId, roomId) as { id: string }[];
    // His only one in this room.
    const last = ours[0]?.id ?? '';
    await bob.outbox.redact({ ...act(roomId), eventId: last, reason: null, sentHere: true });
    await both('one vote less', roomId, '[1,0,0]');
  }, 480_000);
});

const sdkPoll = (roomId: string, eventId: string) => sdk.client.getRoom(roomId)?.polls.get(eventId);
