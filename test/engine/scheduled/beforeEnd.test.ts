// A text that waits for a possible undo when its writer quits, through whole engines at a real Synapse.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { openWindow, requestId, type Window } from '../support';
import { person } from '../sync/kit';

let homeserver: Homeserver;
let proxy: FaultProxy;
let bob: ReturnType<typeof person>;
let alice: Window;
let roomId: string;

const folder = (): { folder: string; key: Uint8Array } => ({
  folder: alice.folder,
  key: alice.key,
});

const send = (text: string) =>
  alice.call('scheduleMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), text, kind: 'text', replyTo: null },
    ...{ atMs: Date.now() + 30_000, undo: true },
  });

/** Her texts as the others have them, oldest first. */
async function arrived(): Promise<unknown[]> {
  const path = `/rooms/${encodeURIComponent(roomId)}/messages?dir=b&limit=50`;
  const { chunk } = (await bob.call('GET', path)) as { chunk: readonly Sent[] };
  return chunk
    .filter(({ type, sender }) => type === 'm.room.message' && sender !== bob.userId)
    .map(({ content }) => content.body)
    .toReversed();
}
interface Sent {
  readonly type: string;
  readonly sender: string;
  readonly content: { readonly body?: unknown };
}

/** The engine waits a second and a half at its end, which a busy machine may take for three texts: a minute here. */
function patientClock(): Clock {
  const clock = systemClock();
  return {
    ...clock,
    setTimeout: (run, ms) => clock.setTimeout(run, ms === 1_500 ? 60_000 : ms),
  };
}

const online = () => alice.value('sync', {}, ({ state }) => state === 'SYNCING');

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  bob = person(homeserver, await homeserver.registerUser({ username: 'bob', password: 'pw' }));
  const { userId } = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  roomId = await bob.createRoom({ preset: 'private_chat', invite: [userId] });
  alice = openWindow({ deps: { clock: patientClock() } });
  await alice.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await alice.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) => rows.length > 0);
  await alice.call('acceptInvite', { roomId });
}, 120_000);
afterAll(async () => {
  await alice?.stop();
  await proxy?.close();
  await homeserver?.stop();
});

test('what waits for an undo goes out when the app is quit, in its order', async () => {
  await online();
  for (const text of ['one', 'two', 'three']) await send(text);
  expect(await arrived()).toEqual([]);
  await alice.stop(true);
  expect(await arrived()).toEqual(['one', 'two', 'three']);
  alice = openWindow(folder());
  const left = await alice.list('scheduled', { roomId, threadId: null }, () => true);
  expect(left).toEqual([]);
});

test('quitting waits for no server that does not answer, and the text goes out once at the next start', async () => {
  await online();
  const answerAgain = proxy.rules.add({
    match: on('PUT', '/send/m.room.message'),
    delayMs: 3_600_000,
  });
  await send('four');
  await alice.stop(true);
  answerAgain();
  alice = openWindow(folder());
  await alice.list('timeline', { roomId, threadId: null, around: null, limit: 30 }, (items) =>
    items.some((item) => item.kind === 'message' && item.eventId !== null && said(item) === 'four'),
  );
  expect(await arrived()).toEqual(['one', 'two', 'three', 'four']);
});

const said = ({ body }: { readonly body: object }): unknown => Reflect.get(body, 'text');

test('without a connection quitting leaves it where an undo is still possible', async () => {
  await online();
  await proxy.setDown(true);
  await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
  await send('five');
  await alice.stop(true);
  alice = openWindow(folder());
  const left = await alice.list('scheduled', { roomId, threadId: null }, (rows) => rows.length > 0);
  expect(left).toMatchObject([{ undo: true }]);
  await proxy.setDown(false);
});
