// A sync loop that ends by a mistake of its own: it is told as a lost server, and whoever tries again begins it anew.
import { tryNow } from '#engine/contract/wakeUp';
import { startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { syncKit } from './kit';

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

test('a try resolves, and syncing goes on once the mistake is gone', async () => {
  const user = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  let isWrong = true;
  const kit = syncKit(proxy.url, user, {
    random: () => {
      if (isWrong) throw new Error('a mistake');
      return 0;
    },
  });
  const wakes = { wake: () => undefined };
  const online = { http: kit.http, wake: kit.sync.wake };
  const parts = {
    network: { now: () => online },
    reminders: wakes,
    scheduled: wakes,
    transfers: wakes,
  };
  const again = (): Promise<void> => tryNow(parts as unknown as Parameters<typeof tryNow>[0]);
  kit.sync.start();
  await kit.until(() => kit.sync.gate.open());
  await proxy.setDown(true);
  await kit.until(() => kit.sync.status().phase === 'offline');
  expect(kit.logged).toContainEqual(expect.stringContaining('ended by mistake'));
  await again();
  await proxy.setDown(false);
  isWrong = false;
  await again();
  await kit.until(() => kit.sync.gate.open());
  await kit.stop();
  expect(kit.sync.status().phase).toBe('signed_out');
}, 60_000);
