// Live locations between this engine and the JavaScript SDK as an independent client on a real homeserver, in an encrypted room and a plain one.
import { M_BEACON, type Beacon } from 'matrix-js-sdk';
import { makeBeaconContent, makeBeaconInfoContent } from 'matrix-js-sdk/lib/content-helpers';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { systemClock } from '#engine/base/clock';
import { liveIn, startLive, stopLive } from '#engine/rooms/liveLocations';
import { liveLocationOf } from '#engine/kinds/notices/liveLocation';
import { roomNoOf } from '#stores/rooms/rooms';
import type { LiveLocation } from '#contract/areas/messages/locations';
import { createEngine, nextRequestId, type TestEngine } from '../crypto/harness';
import { sdkPeer, type SdkPeer } from '../files/sdkPeer';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let alice: TestEngine;
let sdk: SdkPeer;

beforeAll(async () => {
  homeserver = await startHomeserver();
  alice = await createEngine({
    baseUrl: homeserver.baseUrl,
    account: await homeserver.registerUser({ username: 'alice', password: 'pw' }),
  });
  sdk = await sdkPeer(homeserver, 'sdk');
}, 120_000);

afterAll(async () => {
  sdk?.stop();
  await alice?.destroy();
  await homeserver?.stop();
});

const clock = systemClock();
const hour = 3_600_000;

/** Live locations of the room, in this engine. */
function shown(roomId: string): LiveLocation[] {
  const { db } = alice.store;
  const roomNo = roomNoOf(db, roomId) ?? 0;
  return liveIn(db, roomNo, clock.now()).flatMap(
    (event) => liveLocationOf({ db, ownUserId: alice.userId }, event) ?? [],
  );
}

/** Live locations of the room, in the SDK. */
const theirs = (roomId: string): Beacon[] => [
  ...(sdk.client.getRoom(roomId)?.currentState.beacons.values() ?? []),
];

async function room(encrypted: boolean): Promise<string> {
  const roomId = await alice.createRoom({ invite: [sdk.userId], encrypted });
  await sdk.join(roomId);
  await alice.untilJoined(roomId, [alice.userId, sdk.userId]);
  const path = `/rooms/${encodeURIComponent(roomId)}/state/m.room.power_levels`;
  const levels = await alice.request<object>('GET', path);
  await alice.request('PUT', path, { ...levels, state_default: 0 });
  // The SDK looks at a place once: it must have the key by then.
  await alice.send(roomId, 'before');
  await sdk.until('the key', () =>
    (sdk.client.getRoom(roomId)?.timeline ?? []).some(
      (event) => event.getContent()['body'] === 'before',
    ),
  );
  return roomId;
}

describe.each([
  ['encrypted', true],
  ['plain', false],
])('in a room that is %s', (_, encrypted) => {
  let roomId: string;
  beforeEach(async () => {
    roomId = await room(encrypted);
  }, 60_000);

  test('CHAT-3.19 CHAT-4.26 the SDK sees ours begin, move and stop', async () => {
    const begin = { roomId, userId: alice.userId, text: 'Ferry', durationMs: hour };
    const eventId = await startLive(alice.http, { ...begin, nowMs: clock.now() });
    const act = (): { requestId: string; roomId: string; eventId: string } => ({
      ...{ requestId: nextRequestId(), roomId, eventId },
    });
    await alice.outbox.locations.move({ ...act(), latitude: 60.1, longitude: 24.9 }, false);
    await sdk.until('the first place', () => theirs(roomId)[0]?.latestLocationState !== undefined);
    const [beacon] = theirs(roomId);
    expect(beacon).toMatchObject({ isLive: true, beaconInfoOwner: alice.userId });
    expect(beacon?.beaconInfo).toMatchObject({ live: true, timeout: hour, description: 'Ferry' });
    expect(beacon?.latestLocationState?.uri).toBe('geo:60.1,24.9');
    await alice.until('our own', () => shown(roomId)[0]?.position?.latitude === 60.1);
    await alice.outbox.locations.move({ ...act(), latitude: 60.2, longitude: 24.9 });
    await sdk.until('the move', () => beacon?.latestLocationState?.uri === 'geo:60.2,24.9');
    await stopLive(alice.http, roomId, alice.userId);
    await sdk.until('the end', () => beacon?.isLive === false);
    await alice.until('our own end', () => shown(roomId).length === 0);
    const late = alice.outbox.locations.move({ ...act(), latitude: 1, longitude: 1 });
    await expect(late).rejects.toThrow('ended');
  }, 60_000);

  test('CHAT-3.19 that of the SDK begins, moves and stops here', async () => {
    const content = (live: boolean) =>
      makeBeaconInfoContent(hour, live, 'Tram', undefined, Date.now());
    const sent = await sdk.client.unstable_createLiveBeacon(roomId, content(true));
    await alice.until('its start', () => shown(roomId).length === 1);
    for (const uri of ['geo:1,2;u=9', 'geo:3,4'])
      await sdk.client.sendEvent(
        roomId,
        M_BEACON.name as never,
        makeBeaconContent(uri, Date.now(), sent.event_id) as never,
      );
    await alice.until('its place', () => shown(roomId)[0]?.position?.latitude === 3);
    expect(shown(roomId)).toMatchObject([
      { eventId: sent.event_id, mine: false, stopped: false, unreadable: 0 },
    ]);
    await sdk.client.unstable_setLiveBeacon(roomId, content(false));
    await alice.until('its end', () => shown(roomId).length === 0);
  }, 60_000);
});
