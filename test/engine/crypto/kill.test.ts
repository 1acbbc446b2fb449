// The process dies at a named point; the next one loses nothing and sends nothing twice.
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import type { KillPoint, Order } from './doomedEngine';
import { createEngine, type TestEngine } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
let homeserver: Homeserver;
let proxy: FaultProxy;
let alice: TestEngine;
let bob: TestEngine;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  const engine = async (username: string): Promise<TestEngine> =>
    createEngine({
      baseUrl: homeserver.baseUrl,
      account: await homeserver.registerUser({ username, password: 'pw' }),
    });
  alice = await engine('alice');
  bob = await engine('bob');
}, 120_000);

afterAll(async () => {
  await alice?.destroy();
  await bob?.destroy();
  await proxy?.close();
  await homeserver?.stop();
});

async function sharedRoom(): Promise<string> {
  const roomId = await alice.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await alice.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [alice.userId, bob.userId]);
  return roomId;
}

const optionsOf = (engine: TestEngine, baseUrl = homeserver.baseUrl) => ({
  baseUrl,
  account: engine.account,
  folder: engine.folder,
  key: engine.key,
});

const exit = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));

/** Starts bob in another process and answers when it is armed. */
async function doomed(order: Order): Promise<{ child: ChildProcess; exited: Promise<unknown> }> {
  const child = fork(join(__dirname, 'doomedEngine.ts'), {
    execArgv: ['--require', join(__dirname, 'tsHooks.cjs')],
    serialization: 'advanced',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const exited = exit(child);
  const ready = new Promise((resolve) => child.once('message', resolve));
  child.send(order);
  await Promise.race([
    ready,
    exited.then((signal) => {
      throw new Error(`died too early: ${String(signal)}`);
    }),
  ]);
  return { child, exited };
}

test.each<KillPoint>([
  'before the library has the inbox',
  'before the inbox row goes',
  'while plaintext is written',
])(
  'killed %s: every message can be read afterwards',
  async (point) => {
    const roomId = await sharedRoom();
    await bob.stop();
    const { exited } = await doomed({ engine: optionsOf(bob), point, send: null });
    const texts = ['one', 'two', 'three'].map((text) => `${text} ${point}`);
    for (const text of texts) await alice.send(roomId, text);
    expect(await exited).toBe('SIGKILL');
    bob = await createEngine(optionsOf(bob));
    await bob.until('all of them', () => bob.bodies(roomId).length === 3);
    expect(bob.bodies(roomId)).toEqual(texts);
    expect(bob.events(roomId).filter((event) => event.utdCode !== null)).toEqual([]);
    // And the Olm session with bob is not wedged.
    await bob.send(roomId, 'reply');
    await alice.until('the reply', () => alice.bodies(roomId).includes('reply'));
  },
  60_000,
);

test('killed after the server has the message: it exists once', async () => {
  const roomId = await sharedRoom();
  await bob.stop();
  const hold = proxy.hold(on('PUT', '/send/m.room.encrypted/'), 'after-answer');
  const order: Order = {
    engine: optionsOf(bob, proxy.url),
    point: 'after the server has the message',
    send: { roomId, text: 'exactly once' },
  };
  const { child, exited } = await doomed(order);
  await hold.reached;
  child.kill('SIGKILL');
  await exited;
  hold.drop();
  bob = await createEngine(optionsOf(bob));
  await bob.until('nothing waits', () => bob.outbox.waiting() === 0 && bob.sync.gate.open());
  await alice.until('the message', () => alice.bodies(roomId).includes('exactly once'));
  await bob.send(roomId, 'end');
  await alice.until('the end', () => alice.bodies(roomId).includes('end'));
  expect(alice.bodies(roomId)).toEqual(['exactly once', 'end']);
}, 60_000);
