// The same with whole engines and real keys: a mention is listed where it was decrypted, also on a device that got its key later.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { openWindow, requestId, type Window } from '../support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let alice: Window;
let bob: Window;
let other: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  for (const username of ['alice', 'bob'])
    await homeserver.registerUser({ username, password: 'pw' });
  [alice, bob, other] = [openWindow(), openWindow(), openWindow()];
}, 120_000);
afterAll(async () => {
  for (const window of [alice, bob, other]) await window?.stop();
  await homeserver?.stop();
});

const signIn = (window: Window, user: string) =>
  window.call('signIn', { server: homeserver.baseUrl, user, password: 'pw' });

/** Waits until the only item under Mentions fits, which it returns. */
async function mention(
  window: Window,
  fits: (item: NotifiedMessage) => boolean,
): Promise<NotifiedMessage> {
  const list = window.pages('notificationHistory', { mentions: true });
  await list.paginate('back', 30);
  list.close();
  const found = (items: readonly NotifiedMessage[]) => items.length === 1 && items.every(fits);
  const [item] = await window.list('notificationHistory', { mentions: true }, found);
  if (item === undefined) throw new Error('unreachable');
  return item;
}

test('a mention in an encrypted room is listed, stays when it was read, and is there on a new device that unlocks its keys', async () => {
  await signIn(alice, 'alice');
  await signIn(bob, 'bob');
  const { roomId } = await bob.call('createRoom', {
    ...{ requestId: requestId(), name: 'Workshop', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: ['@alice:localhost'] },
  });
  await alice.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await alice.call('acceptInvite', { roomId });
  const { recoveryKey } = await alice.call('createRecoveryKey', { password: 'pw' });
  const text = '@alice:localhost please look at the cake poll';
  for (const said of ['good morning', text])
    await bob.call('sendMessage', {
      ...{ requestId: requestId(), roomId, threadId: null, kind: 'text', replyTo: null },
      text: said,
    });
  const { eventId, preview } = await mention(alice, ({ read }) => !read);
  expect(preview).toMatchObject({ text: expect.stringContaining('cake poll') });
  await alice.call('markRead', { roomId, threadId: null, eventId });
  expect((await mention(alice, ({ read }) => read)).eventId).toBe(eventId);

  await signIn(other, 'alice');
  await other.value('encryption', {}, ({ state }) => state === 'locked');
  await other.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    JSON.stringify(items).includes(eventId),
  );
  await other.call('unlockWithRecoveryKey', { recoveryKey });
  await eventually('it is listed', async () => {
    const item = await mention(other, ({ mention: marked }) => marked);
    return item.eventId === eventId && item.read;
  });
}, 180_000);
