// Live locations: what the events say, as this app and as the JavaScript SDK write and read them, and what becomes of them in a room.
import {
  makeBeaconContent,
  makeBeaconInfoContent,
  parseBeaconContent,
  parseBeaconInfoContent,
} from 'matrix-js-sdk/lib/content-helpers';
import { createKeyedQueue } from '#engine/base/keyedQueue';
import { locationCalls } from '#engine/contract/locations/locations';
import { beaconContent, beaconInfoContent, placeContent } from '#engine/events/locationContents';
import { isLiveAt, readBeaconInfo, readPosition } from '#engine/events/beacons';
import { geoUri, parseGeoUri } from '#engine/events/geoUri';
import { createLiveLocationsView } from '#engine/views/liveLocations';
import { lastWordOf } from '#engine/kinds/displayable';
import type { LiveShare } from '#contract/areas/messages/locations';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import { getEventByNo } from '#stores/events/timeline';
import { getRoom } from '#stores/rooms/rooms';
import type { RawEvent } from '#stores/events/types';
import { alice, bob, encrypted, event, message, noon, state } from '../../fixtures/events';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { roomBench, type RoomBench } from '../views/support';

const hour = 3_600_000;
const info = { live: true, startMs: noon, timeoutMs: hour, description: 'On my way' };
const place = { latitude: 60.1587, longitude: -24.95 };

test('CHAT-3.19 live, timeout, time and description are read as the SDK writes them, and it reads ours', () => {
  const theirs = makeBeaconInfoContent(hour, true, 'On my way', undefined, noon);
  expect(readBeaconInfo({ ...theirs })).toEqual(info);
  const ours = beaconInfoContent(info) as unknown as typeof theirs;
  expect(parseBeaconInfoContent(ours)).toMatchObject({
    live: true,
    timeout: hour,
    timestamp: noon,
    description: 'On my way',
  });
  const position = makeBeaconContent('geo:60.1587,-24.95;u=8', noon, '$start');
  expect(readPosition({ ...position })).toEqual({ ...place, uncertaintyM: 8, atMs: noon });
  const sent = beaconContent(place, '$start', noon) as unknown as typeof position;
  expect(parseBeaconContent(sent)).toMatchObject({ uri: 'geo:60.1587,-24.95', timestamp: noon });
});

test.each([
  ['while it lasts', info, noon + hour / 2, true],
  ['at its end', info, noon + hour, true],
  ['after its end', info, noon + hour + 1, false],
  ['stopped', { ...info, live: false }, noon + 1, false],
  ['begun six minutes ahead', info, noon - 360_000, true],
  ['begun further ahead', info, noon - 360_001, false],
])('CHAT-4.26 live %s', (_, of, nowMs, live) => {
  expect(isLiveAt(of, nowMs)).toBe(live);
});

test.each([
  {},
  { live: true, timeout: 1 },
  { live: true, timeout: -1, 'm.ts': 1 },
  { live: true, timeout: Number.POSITIVE_INFINITY, 'm.ts': 1 },
  { live: true, timeout: 1e15, 'm.ts': 1 },
  { live: true, timeout: '1', 'm.ts': '1' },
])('%j starts nothing', (content) => {
  expect(readBeaconInfo(content)).toBeNull();
});

test.each([
  [60.1587, 24.9523, 'geo:60.1587,24.9523'],
  [-90, 180, 'geo:-90,180'],
  [1e-7, -1e-7, 'geo:0,0'],
  [100 / 3, 0, 'geo:33.333333,0'],
])('%s, %s is written so that it is read', (latitude, longitude, uri) => {
  expect(geoUri({ latitude, longitude })).toBe(uri);
  expect(parseGeoUri(uri)).not.toBeNull();
});

test('CHAT-3.15 a place that is sent says where and what in the words of the specification', () => {
  expect(placeContent(place, 'The harbour', noon)).toMatchObject({
    msgtype: 'm.location',
    body: 'The harbour',
    geo_uri: 'geo:60.1587,-24.95',
  });
  expect(placeContent(place, '', noon)['body']).toBe('Location: geo:60.1587,-24.95');
});

describe('in a room', () => {
  let bench: RoomBench;
  beforeEach(() => {
    bench = roomBench();
  });
  afterEach(() => bench.temp.remove());

  const type = 'org.matrix.msc3672.beacon_info';
  const start = (id: string, content: object = {}, sender = bob, key = sender): RawEvent =>
    state(
      type,
      key,
      { ...beaconInfoContent({ ...info, startMs: bench.clock.now() }), ...content },
      { sender, id },
    );
  const at = (latitude: number, atMs: number, sender = bob, of = '$start'): RawEvent =>
    event('org.matrix.msc3672.beacon', beaconContent({ latitude, longitude: 1 }, of, atMs), {
      sender,
    });
  const begin = (...events: RawEvent[]): void => {
    bench.setState(events);
    bench.live(events);
  };
  const notices = (): NoticeItem[] =>
    bench
      .open()
      .items()
      .filter(
        (item): item is NoticeItem => item.kind === 'notice' && item.what === 'live_location',
      );
  const shares = (roomId: string | null): readonly LiveShare[] => {
    let rows: readonly LiveShare[] = [];
    createLiveLocationsView(
      bench.deps,
      { roomId },
      {
        set: (value) => {
          rows = value;
        },
        fail: (error) => {
          throw new Error(error.message);
        },
      },
    ).close();
    return rows;
  };

  test('is one line with the last place, which only its sender moves and only while it lasts', () => {
    const now = bench.clock.now();
    begin(start('$start'));
    bench.live([
      at(1, now + 1),
      at(3, now + 3),
      at(2, now + 2),
      at(9, now + 9, alice),
      at(8, now - 1),
      at(7, now + hour + 1),
      message('after'),
    ]);
    const [line, ...more] = notices();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      detail: 'On my way',
      live: { eventId: '$start', mine: false, stopped: false, endMs: now + hour, unreadable: 0 },
    });
    expect(line?.live?.position).toEqual({
      ...{ latitude: 3, longitude: 1, uncertaintyM: null, atMs: now + 3 },
    });
    expect(bench.open().messages()).toHaveLength(1);
  });

  test('has ended when its sender says so, or begins another; somebody else ends and begins nothing', () => {
    begin(start('$start'), start('$forged', {}, alice, bob));
    expect(notices().map(({ live }) => live?.eventId)).toEqual(['$start']);
    begin(start('$stop', { live: false }));
    expect(notices()).toMatchObject([{ live: { eventId: '$start', stopped: true } }]);
    begin(start('$again'));
    expect(notices()).toMatchObject([
      { live: { eventId: '$start', stopped: true } },
      { live: { eventId: '$again', stopped: false } },
    ]);
  });

  test('in an encrypted room a position that came in clear moves nobody, and one that cannot be read is counted', () => {
    const now = bench.clock.now();
    bench.setState([state('m.room.encryption', '', { algorithm: 'm.megolm.v1.aes-sha2' })]);
    bench.temp.store.db
      .prepare('UPDATE rooms SET encryption = ? WHERE room_no = ?')
      .run(JSON.stringify({ algorithm: 'm.megolm.v1.aes-sha2' }), bench.roomNo);
    begin(start('$start'));
    const relation = { rel_type: 'm.reference', event_id: '$start' };
    bench.live([at(5, now + 1), encrypted('session', { sender: bob }, relation)]);
    expect(notices()).toMatchObject([{ live: { position: null, unreadable: 1 } }]);
  });

  test('what goes on is listed until it runs out, also after a start: it is read from the state', () => {
    const now = bench.clock.now();
    begin(start('$mine', {}, alice), start('$theirs', { timeout: hour / 2 }));
    expect(shares(null)).toMatchObject([{ eventId: '$mine', mine: true, endMs: now + hour }]);
    expect(shares(bench.roomId).map(({ eventId }) => eventId)).toEqual(['$theirs', '$mine']);
    bench.clock.pass(hour / 2 + 1);
    expect(shares(bench.roomId).map(({ eventId }) => eventId)).toEqual(['$mine']);
    begin(start('$stop', { live: false }, alice));
    expect(shares(null)).toEqual([]);
  });

  test('is the last word of the room, by what its sender says about it', () => {
    bench.live([message('before')]);
    begin(start('$start'));
    const { db } = bench.temp.store;
    const last = getEventByNo(db, getRoom(db, bench.roomNo)?.lastEventNo ?? 0);
    const around = { db, roomNo: bench.roomNo, events: [], ownUserId: alice, nowMs: 0 };
    expect(last && lastWordOf(last)?.(last, around)).toEqual({
      kind: 'live_location',
      text: 'On my way',
    });
  });
});

test('starting one holds no message back that is sent to the room meanwhile', async () => {
  const bench = roomBench();
  const inTurn = createKeyedQueue();
  const asked: string[] = [];
  const never = new Promise<never>(() => undefined);
  const http = { request: async () => (asked.push('state'), never) };
  const calls = locationCalls({
    ...{ store: bench.temp.store, clock: bench.clock, log: silentLog, ownUserId: () => alice },
    inTurn: (at: { roomId: string }, work: () => Promise<unknown>) => inTurn(at.roomId, work),
    network: { ready: async () => ({ http }) },
  } as never);
  const { roomId } = bench;
  const begin = { roomId, requestId: 'request-0000000001', text: '', durationMs: hour, ...place };
  void calls.startLiveLocation(begin);
  await eventually('the request', () => asked.length === 1);
  expect(await inTurn(roomId, async () => 'sent')).toBe('sent');
  bench.temp.remove();
});
