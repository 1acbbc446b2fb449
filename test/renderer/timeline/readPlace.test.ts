// Texts that count as a place when a user types or pastes them.
import { readPlace } from '../../../renderer/features/locations/readPlace';

test.each([
  ['60.1587, 24.9523', 60.1587, 24.9523],
  ['60.1587 24.9523', 60.1587, 24.9523],
  ['-33.8568;151.2153', -33.8568, 151.2153],
  ['33.8568° S, 151.2153° E', -33.8568, 151.2153],
  ['geo:48.2010,16.3695,183;u=12', 48.201, 16.3695],
  ['https://www.openstreetmap.org/?mlat=60.16&mlon=24.95#map=16/1/2', 60.16, 24.95],
  ['https://www.openstreetmap.org/#map=16/60.16/24.95', 60.16, 24.95],
  ['https://maps.example.org/maps/place/Harbour/@60.16,24.95,17z', 60.16, 24.95],
  ['https://maps.example.org/?q=60.16%2C24.95', 60.16, 24.95],
])('%s is a place', (text, latitude, longitude) => {
  expect(readPlace(text)).toEqual({ latitude, longitude });
});

test.each([
  '',
  'here',
  '91, 0',
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
