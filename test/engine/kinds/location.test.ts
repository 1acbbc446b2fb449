// Places on the map: which `geo:` addresses count, what becomes of a message that carries one.
import { parseGeoUri } from '#engine/events/geoUri';
import { previewOf } from '#engine/kinds/preview';
import type { RawEvent } from '#stores/events/types';
import { newestEvent } from '#stores/events/timeline';
import { alice, event } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

test.each([
  ['geo:51.5008,0.1247', { latitude: 51.5008, longitude: 0.1247, uncertaintyM: null }],
  ['geo:-33.8568,151.2153;u=35', { latitude: -33.8568, longitude: 151.2153, uncertaintyM: 35 }],
  ['GEO:48.2010,16.3695,183', { latitude: 48.201, longitude: 16.3695, uncertaintyM: null }],
  ['geo:66,30;u=6.500;FOo=this%2dthat', { latitude: 66, longitude: 30, uncertaintyM: 6.5 }],
  ['geo:90,-180;crs=WGS84', { latitude: 90, longitude: -180, uncertaintyM: null }],
])('%s is a place', (uri, place) => {
  expect(parseGeoUri(uri)).toEqual(place);
});

test.each([
  'geo:',
  'geo:1',
  'geo:1,2,3,4',
  'geo:91,0',
  'geo:0,181',
  'geo:1e3,2',
  'geo:NaN,Infinity',
  'geo:1,2,x',
  'geo:1, 2',
  'geo:323482,4306480;crs=EPSG:32618',
  'https://example.org/1,2',
  `geo:1,2;x=${'y'.repeat(600)}`,
])('%s is none', (uri) => {
  expect(parseGeoUri(uri)).toBeNull();
});

describe('a message', () => {
  let bench: RoomBench;
  beforeEach(() => {
    bench = roomBench();
  });
  afterEach(() => bench.temp.remove());

  const place = (content: object): RawEvent =>
    event('m.room.message', { msgtype: 'm.location', ...content }, { sender: alice });
  const line = (): object => {
    const newest = newestEvent(bench.temp.store.db, bench.roomNo);
    if (newest === null) throw new Error('no event');
    return previewOf(newest, []);
  };

  test('of the specification says its body and its place', () => {
    bench.live([place({ body: 'The harbour', geo_uri: 'geo:60.16,24.93;u=12' })]);
    const [item] = bench.open().messages();
    expect(item).toMatchObject({
      body: { type: 'location', text: 'The harbour' },
      editText: null,
    });
    expect(item?.body).toEqual({
      type: 'location',
      text: 'The harbour',
      latitude: 60.16,
      longitude: 24.93,
      uncertaintyM: 12,
    });
    expect(line()).toEqual({ kind: 'location', text: 'The harbour' });
  });

  test('of MSC3488 says its description; a body that repeats the address says nothing', () => {
    const uri = 'geo:60.16,24.93';
    const body = `User Location ${uri} at 2026-01-01`;
    bench.live([
      place({ body, geo_uri: uri, 'org.matrix.msc3488.location': { uri, description: 'Here' } }),
      place({ body, 'm.location': { uri } }),
    ]);
    const bodies = bench
      .open()
      .messages()
      .map((item) => item.body);
    expect(bodies).toMatchObject([
      { type: 'location', text: 'Here', latitude: 60.16 },
      { type: 'location', text: '', longitude: 24.93 },
    ]);
    expect(line()).toEqual({ kind: 'location', text: '' });
  });

  test('without a place that counts is shown as what it is not', () => {
    bench.live([place({ body: 'Nowhere', geo_uri: 'geo:400,400' }), place({ body: 'Nowhere' })]);
    const bodies = bench
      .open()
      .messages()
      .map((item) => item.body);
    expect(bodies).toEqual([
      { type: 'unsupported', eventType: 'm.location', text: 'Nowhere' },
      { type: 'unsupported', eventType: 'm.location', text: 'Nowhere' },
    ]);
  });
});
