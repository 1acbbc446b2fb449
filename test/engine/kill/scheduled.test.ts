// The engine dies while texts are given to the server that sends them later (MSC4140): each is there once, goes out once, and none is lost.
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { AppFailure } from '#contract/wire/errors';
import { on, startFaultProxy, type FaultProxy, type Matcher } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { removeBuiltCopy } from './support/build';
import { createEngineProcess, nextRequestId, type EngineUnderTest } from './support/engineProcess';

const password = 'quiet purple anvil';
const minuteMs = 60_000;

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let proxy: FaultProxy;
let alice: EngineUnderTest;
let token: string;
let roomId: string;
let waiting: readonly ScheduledMessage[] = [];

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  const named = { username: 'alice', password, displayName: 'Alice Quillfeather' };
  token = (await homeserver.registerUser(named)).accessToken;
  const body = { preset: 'private_chat', name: 'Clear' };
  const made = await homeserver.request('POST', '/_matrix/client/v3/createRoom', { token, body });
  roomId = (made as { room_id: string }).room_id;
  alice = createEngineProcess();
  alice.start();
  await alice.until('the engine', () => alice.running());
  await alice.client.call('signIn', { server: proxy.url, user: 'alice', password });
  await alice.until('the room', () => alice.rooms().length > 0);
  alice.openTimeline(roomId);
  alice.client.list('scheduled', { roomId, threadId: null }, (_ops, all) => {
    waiting = all();
  });
}, 120_000);
afterAll(async () => {
  await alice?.destroy();
  await proxy?.close();
  await homeserver?.stop();
  removeBuiltCopy();
}, 60_000);

interface Delayed {
  readonly delay_id: string;
  readonly content: Readonly<Record<string, unknown>>;
}
const delayed = (method: string, path: string, body?: object) =>
  homeserver.request(method, `/_matrix/client/unstable/org.matrix.msc4140/delayed_events${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
const atServer = async (): Promise<readonly Delayed[]> =>
  ((await delayed('GET', '')) as { readonly delayed_events: readonly Delayed[] }).delayed_events;

/** Calls like a window: a call without an answer is repeated with the same request id. */
async function schedule(text: string): Promise<string> {
  const act = {
    requestId: nextRequestId(),
    text,
    kind: 'text',
    replyTo: null,
    undo: false,
  } as const;
  const atMs = Date.now() + 20 * minuteMs;
  for (;;) {
    await alice.until('an engine', () => alice.running());
    try {
      return (await alice.client.call('scheduleMessage', { ...act, roomId, threadId: null, atMs }))
        .key;
    } catch (thrown) {
      if (!(thrown instanceof AppFailure) || thrown.error.code !== 'engine_gone') throw thrown;
    }
  }
}

const isAsked: Matcher = (method, path) => method === 'PUT' && path.includes('msc4140.delay');

type Moment = 'before-forward' | 'after-answer' | 'before commit' | 'after commit';

/** Writes the text, and kills the engine once at the moment. Answers the key. */
async function killedAt(moment: Moment, skip: number, text: string): Promise<string> {
  const gone = alice.nextExit();
  if (moment === 'before-forward' || moment === 'after-answer') {
    const hold = proxy.hold(isAsked, moment);
    const key = await schedule(text);
    await hold.reached;
    alice.kill();
    await gone;
    hold.drop();
    return key;
  }
  alice.doom({ file: 'events.db', when: moment === 'before commit' ? 'before' : 'after', skip });
  const key = await schedule(text);
  await gone;
  return key;
}

// The first commit is that of the row; the next ones say that it was asked, and that the server has it.
const moments: readonly (readonly [Moment, number])[] = [
  ['before-forward', 0],
  ['after-answer', 0],
  ['before commit', 0],
  ['after commit', 0],
  ['before commit', 1],
  ['after commit', 1],
  ['before commit', 2],
  ['after commit', 2],
];

test('CHAT-7.19 killed at eight moments of giving texts to the server: each stands there once, and goes out once', async () => {
  const texts = moments.map(([moment, skip]) => `${moment} ${skip}`);
  const keys: string[] = [];
  for (const [at, [moment, skip]] of moments.entries()) {
    keys.push(await killedAt(moment, skip, texts[at] ?? ''));
    await alice.until('the engine again', () => alice.running());
    const isAtServer = (key: string): boolean =>
      waiting.some((one) => one.key === key && one.atServer);
    // It looks every half a minute, and a server may fail it some times.
    await alice
      .until('all at the server', () => keys.every(isAtServer), 300_000)
      .catch((thrown: unknown) => {
        const rows = waiting.map(({ key, state, atServer }) => ({ key, state, atServer }));
        throw new Error(`${moment} ${skip}: ${JSON.stringify(rows)}`, { cause: thrown });
      });
  }
  const marks = async (): Promise<unknown[]> =>
    (await atServer()).map(({ content }) => content['chat.trellis.scheduled']);
  expect((await marks()).toSorted()).toEqual(keys.toSorted());
  // The server sends them while nobody is here; what it sends before their time is not sent by anybody else.
  const held = await atServer();
  await alice.stop();
  for (const { delay_id: id } of held) await delayed('POST', `/${id}`, { action: 'send' });
  alice.start();
  await alice.until('all of them', () => texts.every((text) => alice.texts().includes(text)));
  expect(alice.texts().toSorted()).toEqual(texts.toSorted());
  const stored = homeserver.databaseQuery(
    `SELECT event_id FROM events WHERE room_id = ? AND type = 'm.room.message'`,
    roomId,
  );
  expect(stored).toHaveLength(texts.length);
}, 1_200_000);
