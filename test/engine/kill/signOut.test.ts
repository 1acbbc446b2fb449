// The engine dies at each point of a sign-out. The next start is either still signed in with everything, or empty for whoever comes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { sized } from '../../support/sized';
import { removeBuiltCopy } from './support/build';
import { createEngineProcess, nextRequestId, type EngineUnderTest } from './support/engineProcess';

type Point =
  | { readonly request: 'before-forward' | 'after-answer' }
  | { readonly commit: 'before' | 'after'; readonly skip: number };

const points: readonly Point[] = [
  { request: 'before-forward' },
  { request: 'after-answer' },
  ...[0, 1, 2].flatMap((skip) =>
    (['before', 'after'] as const).map((commit) => ({ commit, skip })),
  ),
];
const rounds = Array.from({ length: sized(1, 5) }, () => points).flat();

let homeserver: Homeserver;
let proxy: FaultProxy;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  for (const username of ['alice', 'bob'])
    await homeserver.registerUser({ username, password: 'pw' });
}, 120_000);
afterAll(async () => {
  removeBuiltCopy();
  await proxy.close();
  await homeserver.stop();
});

const signIn = (engine: EngineUnderTest, user: string) =>
  engine.client.call('signIn', { server: proxy.url, user, password: 'pw' });

async function begin(): Promise<EngineUnderTest> {
  const engine = createEngineProcess();
  engine.start();
  await engine.until('an engine', () => engine.running());
  await signIn(engine, 'alice');
  await engine.client.call('createRoom', {
    requestId: nextRequestId(),
    name: 'Of Alice',
    topic: null,
    direct: false,
    encrypted: true,
    public: false,
    invite: [],
  });
  await engine.until('her room', () => engine.rooms().length > 0);
  return engine;
}

async function killAt(engine: EngineUnderTest, point: Point): Promise<void> {
  const exit = engine.nextExit();
  const hold = 'request' in point ? proxy.hold(on('POST', '/logout'), point.request) : null;
  if ('commit' in point) engine.doom({ file: 'events.db', when: point.commit, skip: point.skip });
  // It has no answer when the engine dies first.
  void engine.client.call('signOut', {}).catch(() => undefined);
  if (hold !== null) {
    await hold.reached;
    engine.kill();
    hold.release();
  }
  await exit;
}

test(
  `killed at ${rounds.length} points of a sign-out: all or nothing is left, and nobody inherits it`,
  async () => {
    const outcomes: string[] = [];
    for (const point of rounds) {
      const engine = await begin();
      await killAt(engine, point);
      await engine.until('the engine again', () => engine.running() && engine.sync() !== null);
      const phase = engine.sync()?.phase ?? '';
      const isOut = phase === 'signed_out';
      outcomes.push(isOut ? 'empty' : 'whole');
      if (isOut) {
        expect(existsSync(join(engine.folder, 'crypto.db'))).toBe(false);
        await signIn(engine, 'bob');
        await engine.until('bob syncs', () => engine.sync()?.phase === 'syncing');
        expect(engine.rooms()).toEqual([]);
      } else await engine.until('her room', () => engine.rooms().length > 0);
      await engine.destroy();
    }
    // Both happened: the points lie on both sides of the commit that decides.
    expect(new Set(outcomes)).toEqual(new Set(['empty', 'whole']));
  },
  sized(600_000, 3_600_000),
);
