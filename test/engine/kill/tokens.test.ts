// The engine is killed when new tokens are saved and none of them was used: the next start goes on with them, and what waited is sent once.
import { on } from '../../faults/faultProxy';
import { delegatedStage } from '../account/delegatedStage';
import { atBrowser } from '../../homeserver/signInServers.cjs';
import { removeBuiltCopy } from './support/build';
import {
  createEngineProcess,
  nextRequestId,
  patienceMs,
  type EngineUnderTest,
} from './support/engineProcess';

let engine: EngineUnderTest;
const stage = delegatedStage(async () => {
  await engine?.destroy();
  removeBuiltCopy();
});
beforeAll(() => {
  engine = createEngineProcess();
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
  const server = stage.proxy().url;
  await engine.client.call('signInByBrowser', { server, way: 'oauth', providerId: null });
  await fetch(await atBrowser(await page, { user }));
  await engine.until('a first sync', () => engine.sync()?.phase === 'syncing');
}

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
  stage.proxy().rules.add({ match: on('PUT', '/send/'), status: 401, body: unknown, times: 1 });
  const isMessage = on('PUT', '/send/');
  const needed = /auth_metadata|auth_issuer|well-known|\/versions/;
  let isOver = false;
  const refused = stage.proxy().waitForOutcome(
    ({ path, outcome }) => {
      isOver ||= path.includes('/send/') && outcome === 401;
      return isOver;
    },
    { timeoutMs: patienceMs },
  );
  const others = stage
    .proxy()
    .hold(
      (method, path) => isOver && !isMessage(method, path) && !needed.test(path),
      'before-forward',
    );
  const again = stage
    .proxy()
    .hold((method, path) => isOver && isMessage(method, path), 'before-forward');
  await engine.send(roomId, 'written meanwhile');
  await refused;
  await again.reached;
  const died = engine.nextExit();
  engine.kill();
  await died;
  for (const hold of [others, again]) hold.drop();
  expect(stage.stored(roomId)).toEqual([]);

  await engine.until('the message is sent', () => {
    const [message, ...more] = engine.messages();
    return message?.status === null && more.length === 0;
  });
  expect(stage.stored(roomId)).toEqual(['written meanwhile']);
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
