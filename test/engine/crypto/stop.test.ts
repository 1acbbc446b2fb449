// An engine may be stopped at any moment, with or without a server; nothing is left that fails later.
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { createEngine, hurry } from './harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
let homeserver: Homeserver;
let proxy: FaultProxy;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
}, 120_000);

afterAll(async () => {
  await proxy?.close();
  await homeserver?.stop();
});

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};

test('stopped right after opening, in the middle of the set-up, and after it', async () => {
  const account = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  let folder: string | undefined;
  let key: Uint8Array | undefined;
  hurry(20);
  for (const turns of [0, 1, 5, 20, 60, null]) {
    const engine = await createEngine({ baseUrl: proxy.url, account, folder, key });
    ({ folder, key } = engine);
    const booted = engine.crypto.bootstrap('pw');
    if (turns === null) await booted;
    for (let turn = 0; turn < (turns ?? 0); turn += 1) await new Promise(setImmediate);
    await engine.stop();
    await booted;
    await settle();
  }
  const last = await createEngine({ baseUrl: proxy.url, account, folder, key });
  await last.crypto.bootstrap('pw');
  expect(last.crypto.status()).toMatchObject({ state: 'unset', error: null });
  await last.destroy();
}, 90_000);

test('a set-up that found no server is finished by the first sync', async () => {
  const account = await homeserver.registerUser({ username: 'bob', password: 'pw' });
  await proxy.setDown(true);
  hurry(20);
  const engine = await createEngine({ baseUrl: proxy.url, account });
  void engine.crypto.bootstrap('pw');
  await engine.until('given up', () => engine.crypto.status().state === 'failed', 60_000);
  expect(engine.crypto.status().error).toMatchObject({ code: 'offline', retryable: true });
  hurry(1);
  await proxy.setDown(false);
  engine.sync.wake();
  await engine.until('set up', () => engine.crypto.status().state === 'unset', 30_000);
  await engine.until('signed', () => engine.crypto.status().deviceVerified);
  await engine.destroy();
}, 120_000);
