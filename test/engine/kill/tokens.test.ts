// The engine is killed when new tokens are saved and none of them was used: the next start goes on with them, and what waited is sent once.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { atBrowser, startDelegated, type SignInServers } from '../../homeserver/signInServers.cjs';
import { removeBuiltCopy } from './support/build';
import {
  createEngineProcess,
  nextRequestId,
  patienceMs,
  type EngineUnderTest,
} from './support/engineProcess';

let servers: SignInServers;
let proxy: FaultProxy;
let engine: EngineUnderTest;

beforeAll(async () => {
  servers = await startDelegated();
  proxy = await startFaultProxy(servers.homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  engine = createEngineProcess();
}, 120_000);
afterAll(async () => {
  await engine?.destroy();
  removeBuiltCopy();
  await proxy?.close();
  await servers?.stop();
});

async function signIn(user: string): Promise<void> {
  const page = new Promise<string>((resolve) => {
    engine.main.value(
      'browser',
      {},
      (wish) => {
        if (wish !== null) resolve(wish.url);
      },
      () => undefined,
    );
  });
  const server = proxy.url;
  await engine.client.call('signInByBrowser', { server, way: 'oauth', providerId: null });
  await fetch(await atBrowser(await page, { user }));
  await engine.until('a first sync', () => engine.sync()?.phase === 'syncing');
}

/** Bodies of what the server has of the room. */
const stored = (roomId: string): unknown[] =>
  servers.homeserver
    .databaseQuery(
      `SELECT json FROM event_json JOIN events USING (event_id)
       WHERE events.room_id = ? AND events.type = 'm.room.message' ORDER BY stream_ordering`,
      roomId,
    )
    .map(({ json }) => (JSON.parse(String(json)) as { content: { body: unknown } }).content.body);

test('killed between the saving of new tokens and their first use, the engine goes on with them', async () => {
  engine.start();
  await engine.until('an engine', () => engine.running());
  await signIn('olga');
  const { roomId } = await engine.client.call('createRoom', {
    ...{ requestId: nextRequestId(), name: 'Room', topic: null, invite: [] },
    ...{ direct: false, encrypted: false, public: false },
  });
  await engine.until('her room', () => engine.rooms().length > 0);
  engine.openTimeline(roomId);

  // The message finds its token ended. From then on nothing reaches the server but what renewing needs: a second attempt at the message
  // can only bear the new token.
  const unknown = { errcode: 'M_UNKNOWN_TOKEN', error: 'expired', soft_logout: true };
  proxy.rules.add({ match: on('PUT', '/send/'), status: 401, body: unknown, times: 1 });
  const isMessage = on('PUT', '/send/');
  const needed = /auth_metadata|auth_issuer|well-known|\/versions/;
  let isOver = false;
  const refused = proxy.waitForOutcome(
    ({ path, outcome }) => {
      isOver ||= path.includes('/send/') && outcome === 401;
      return isOver;
    },
    { timeoutMs: patienceMs },
  );
  const others = proxy.hold(
    (method, path) => isOver && !isMessage(method, path) && !needed.test(path),
    'before-forward',
  );
  const again = proxy.hold((method, path) => isOver && isMessage(method, path), 'before-forward');
  await engine.send(roomId, 'written meanwhile');
  await refused;
  await again.reached;
  const died = engine.nextExit();
  engine.kill();
  await died;
  for (const hold of [others, again]) hold.drop();
  expect(stored(roomId)).toEqual([]);

  await engine.until('the message is sent', () => {
    const [message, ...more] = engine.messages();
    return message?.status === null && more.length === 0;
  });
  expect(stored(roomId)).toEqual(['written meanwhile']);
  // The service takes a token for renewing once: had these been lost, the session would have ended.
  const state = await new Promise<string>((resolve) => {
    engine.client.value(
      'session',
      {},
      (session) => resolve(session.state),
      () => undefined,
    );
  });
  expect(state).toBe('signed_in');
}, 240_000);
