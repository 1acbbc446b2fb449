// Texts that count as a place when a user types or pastes them.
import { readPlace } from '../../../renderer/features/locations/readPlace';

test.each([
  ['60.1587, 24.9523', 60.1587, 24.9523],
  ['60.1587 24.9523', 60.1587, 24.9523],
  ['-33.8568;151.2153', -33.8568, 151.2153],
  ['33.8568° S, 151.2153° E', -33.8568, 151.2153],
  ['52,5163 13,3777', 52.5163, 13.3777],
  ['-33,8568; 151,2153', -33.8568, 151.2153],
  [`52°30'36"N 13°22'48"E`, 52.51, 13.38],
  ['33°51′36.0″S, 151°12′W', -33.86, -151.2],
  ['geo:48.2010,16.3695,183;u=12', 48.201, 16.3695],
  ['https://www.openstreetmap.org/?mlat=60.16&mlon=24.95#map=16/1/2', 60.16, 24.95],
  ['https://www.openstreetmap.org/#map=16/60.16/24.95', 60.16, 24.95],
  ['https://maps.example.org/maps/place/Harbour/@60.16,24.95,17z', 60.16, 24.95],
  ['https://maps.example.org/?q=60.16%2C24.95', 60.16, 24.95],
])('%s is a place', (text, latitude, longitude) => {
  const found = readPlace(text);
  expect(found?.latitude).toBeCloseTo(latitude, 10);
  expect(found?.longitude).toBeCloseTo(longitude, 10);
});

test.each([
  '',
  'here',
  '91, 0',
  '91°0′0″N 13°0′0″E',
  '52°60′0″N 13°0′0″E',
  '52°0′60″N 13°0′0″E',
  '52,5163',
  '0, 181',
  '1e3, 2',
  'NaN, Infinity',
  'geo:1',
  '12',
  '<img src=x onerror=alert(1)>',
  `1,${'2'.repeat(5_000)}`,
])('%s is none', (text) => {
  expect(readPlace(text)).toBeNull();
});
