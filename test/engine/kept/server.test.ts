// Saved messages through a real server: another device of the account has them, also what was saved offline.
import { systemClock } from '#engine/base/clock';
import { indexType, keptItems } from '#engine/kept/items';
import { createKept } from '#engine/kept/kept';
import { createKeptUpload } from '#engine/kept/upload';
import { accountDataOut } from '#stores/settings/accountData';
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { person, syncKit } from '../sync/kit';

let server: Homeserver;
let proxy: FaultProxy;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
}, 120_000);
afterEach(async () => {
  proxy.rules.clear();
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
});

type User = Awaited<ReturnType<Homeserver['registerUser']>>;

async function device(baseUrl: string, user: User) {
  const kit = syncKit(baseUrl, user);
  const clock = systemClock();
  const upload = createKeptUpload({
    ...{ http: kit.http, store: kit.store, ownUserId: kit.userId, clock, log: silentLog },
  });
  kit.sync.onCompleted(upload.look);
  kit.sync.start();
  stops.push(async () => {
    upload.stop();
    await kit.stop();
  });
  await kit.until(() => kit.sync.gate.open());
  return {
    ...kit,
    kept: createKept({ store: kit.store, clock }),
    ids: () => keptItems(kit.store.db).map(({ eventId }) => eventId),
    waits: () => accountDataOut(kit.store.db).size,
  };
}

/** Waits for the server's index to name these and nothing else. */
async function indexNames(user: User, items: readonly { readonly id: string }[]): Promise<void> {
  const direct = person(server, user);
  const url = `/user/${encodeURIComponent(user.userId)}/account_data/${indexType}`;
  const ids = items.map(({ id }) => id).join();
  await eventually(`the index names ${ids}`, async () => {
    const index = (await direct.call('GET', url)) as { version: number; bookmark_ids: string[] };
    return index.version === 1 && index.bookmark_ids.join() === ids;
  });
}

const at = (eventId: string) => ({ roomId: '!room:localhost', eventId });

test('what one device saves, takes out and is reminded of, the other has; the index names it for other apps', async () => {
  const user = await server.registerUser({ username: 'keeper', password: 'pw' });
  const [desk, lap] = [await device(proxy.url, user), await device(server.baseUrl, user)];
  desk.kept.setSaved(at('$one'), true);
  desk.kept.setReminder(at('$two'), Date.now() + 3_600_000);
  await lap.until(() => lap.ids().length === 2);
  expect(keptItems(lap.store.db)).toEqual(keptItems(desk.store.db));
  lap.kept.setReminder(at('$two'), null);
  await desk.until(() => desk.ids().length === 1);
  await desk.until(() => desk.waits() === 0);
  await lap.until(() => lap.waits() === 0);
  await indexNames(user, keptItems(desk.store.db));
});

test('an index that a device wrote just before it heard of a deletion is mended', async () => {
  const user = await server.registerUser({ username: 'crossing', password: 'pw' });
  const [desk, lap] = [await device(proxy.url, user), await device(server.baseUrl, user)];
  const hold = proxy.hold(on('PUT', `/account_data/${indexType}`), 'before-forward');
  desk.kept.setSaved(at('$one'), true);
  desk.kept.setSaved(at('$two'), true);
  await hold.reached;
  await lap.until(() => lap.ids().length === 2);
  lap.kept.setSaved(at('$two'), false);
  await lap.until(() => lap.waits() === 0);
  await desk.until(() => desk.ids().length === 1);
  hold.release();
  await desk.until(() => desk.waits() === 0);
  await indexNames(user, keptItems(lap.store.db));
});

test('two devices save while the server is away from one of them: nothing is lost, and the same message stands once', async () => {
  const user = await server.registerUser({ username: 'apart', password: 'pw' });
  const [desk, lap] = [await device(proxy.url, user), await device(server.baseUrl, user)];
  proxy.rules.add({ match: on('PUT', '/account_data/'), cut: 'before-forward' });
  desk.kept.setSaved(at('$mine'), true);
  desk.kept.setSaved(at('$both'), true);
  lap.kept.setSaved(at('$yours'), true);
  lap.kept.setSaved(at('$both'), true);
  await desk.until(() => desk.ids().length === 3);
  expect(desk.waits()).toBeGreaterThan(0);
  proxy.rules.clear();
  await lap.until(() => lap.ids().length === 3);
  expect(new Set(desk.ids())).toEqual(new Set(['$mine', '$both', '$yours']));
  expect(new Set(lap.ids())).toEqual(new Set(['$mine', '$both', '$yours']));
});
