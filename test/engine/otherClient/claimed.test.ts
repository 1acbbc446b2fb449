// A device that calls itself dehydrated, which nothing but the signature of its owner's identity makes true: it is one like any other that nobody
// knows. Whoever sits at it (matrix-nio) reads nothing that is written here.
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { openWorld, type Somebody, type World } from '../beyond/kit';
import { requestId } from '../support';
import { startOtherClient, type OtherClient } from './otherClient';

const patience = 120_000;
let world: World;
let alice: Somebody;
let bob: Somebody;
let roomId: string;
const claimers: OtherClient[] = [];

beforeAll(async () => {
  world = await openWorld();
  [alice, bob] = [await world.open('alice'), await world.open('bob')];
  for (const one of [alice, bob])
    await one.value('devices', {}, ({ devices }) => devices?.[0]?.trust === 'verified');
  ({ roomId } = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Orchard', topic: null, direct: false },
    ...{ encrypted: true, public: false, invite: [bob.userId] },
  }));
  await bob.value('room', { roomId }, ({ membership }) => membership === 'invite');
  await bob.call('acceptInvite', { roomId });
  await alice.value('room', { roomId }, ({ joinedCount }) => joinedCount === 2);
}, 240_000);
afterAll(async () => {
  await Promise.all(claimers.map((one) => one.stop()));
  await world?.close();
});

/** Signs in as somebody, and the server tells what the device says of itself. */
async function claimerOf(who: Somebody, username: string): Promise<OtherClient> {
  const session = await world.server.login({ username, password: 'pw' });
  const claimer = await startOtherClient(world.server.baseUrl, session, true);
  claimers.push(claimer);
  const { device_keys: keys } = (await world.server.request(
    'POST',
    '/_matrix/client/v3/keys/query',
    {
      token: session.accessToken,
      body: { device_keys: { [who.userId]: [] } },
    },
  )) as { device_keys: Record<string, Record<string, object>> };
  expect(keys[who.userId]?.[claimer.deviceId]).toMatchObject({ dehydrated: true });
  return claimer;
}

const isMessage = (item: TimelineItem): item is MessageItem => item.kind === 'message';

async function timelineOf(
  who: Somebody,
  fits: (item: MessageItem) => boolean,
): Promise<MessageItem[]> {
  const query = { roomId, threadId: null, around: null, limit: 50 };
  const items = await who.list('timeline', query, (all) => all.filter(isMessage).some(fits));
  return items.filter(isMessage);
}

/** Written by one and read by the other, it reaches the claimer as something that it cannot read. */
async function keptFrom(claimer: OtherClient, from: Somebody, to: Somebody, text: string) {
  await from.call('sendMessage', {
    ...{ roomId, threadId: null, requestId: requestId(), text, kind: 'text', replyTo: null },
  });
  const isIt = ({ body }: MessageItem) => body.type === 'text' && body.text === text;
  const eventId = (await timelineOf(to, isIt)).find(isIt)?.eventId;
  const seen = await claimer.event((event) => event.event_id === eventId);
  expect(seen).toMatchObject({ type: 'm.room.encrypted', undecrypted: true });
}

test(
  'an own one is told as a new sign-in and stands among the devices as unverified; it gets no keys',
  async () => {
    const claimer = await claimerOf(alice, 'alice');
    const { all } = await alice.value('newSignIns', {}, (now) => now.all.length === 1);
    expect(all[0]).toMatchObject({ deviceId: claimer.deviceId });
    await alice.call('refreshDevices', {});
    const { devices } = await alice.value('devices', {}, (now) =>
      (now.devices ?? []).some((one) => one.deviceId === claimer.deviceId && one.trust !== 'none'),
    );
    expect(devices?.find((one) => one.deviceId === claimer.deviceId)).toMatchObject({
      ...{ trust: 'unverified', keptAtServer: false },
    });
    await keptFrom(claimer, alice, bob, 'from Alice to Bob');
    await keptFrom(claimer, bob, alice, 'from Bob to Alice');
  },
  patience,
);

test(
  'one of somebody else gets no keys, and none are taken from it: nobody sits at such a device who could write',
  async () => {
    const claimer = await claimerOf(bob, 'bob');
    await keptFrom(claimer, alice, bob, 'for Bob at his desk');
    const eventId = await claimer.send(roomId, 'm.room.message', {
      ...{ msgtype: 'm.text', body: 'I am Bob' },
    });
    const items = await timelineOf(alice, (item) => item.eventId === eventId);
    expect(items.find((item) => item.eventId === eventId)?.body).toMatchObject({
      ...{ type: 'undecryptable', reason: 'waiting_for_key' },
    });
  },
  patience,
);
