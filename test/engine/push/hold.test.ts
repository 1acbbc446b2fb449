// Notifications that this computer holds back, whatever the push rules say.
import { isHeldBack, isSoundOff } from '#engine/push/hold';
import { setSetting } from '#stores/settings/settings';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const set = (name: string, value: unknown): void =>
  temp.store.write(() => setSetting(temp.store.db, `ui.notifications.${name}`, value));
const heldAt = (time: string): boolean =>
  isHeldBack(temp.store.db, new Date(`2026-05-04T${time}:00`).getTime());

test('nothing at first; everything when it is switched off', () => {
  expect([heldAt('03:00'), heldAt('12:00'), isSoundOff(temp.store.db)]).toEqual([
    false,
    false,
    false,
  ]);
  set('on', false);
  set('sound', false);
  expect([heldAt('03:00'), heldAt('12:00'), isSoundOff(temp.store.db)]).toEqual([true, true, true]);
});

test('quiet hours may run over midnight; their end is not part of them', () => {
  const times = ['00:00', '06:59', '07:00', '12:00', '21:59', '22:00', '23:59'];
  set('quiet', { on: true, from: '22:00', to: '07:00' });
  expect(times.map(heldAt)).toEqual([true, true, false, false, false, true, true]);
  set('quiet', { on: true, from: '07:00', to: '22:00' });
  expect(times.map(heldAt)).toEqual([false, false, true, true, true, false, false]);
});

test.each([
  { on: false, from: '00:00', to: '23:59' },
  { on: true, from: '9:00', to: '23:59' },
  { on: true, from: '00:00', to: '24:00' },
  { on: true, from: '08:00', to: '08:00' },
  { on: true },
  'always',
  [true],
])('what is no time of day holds nothing back: %j', (quiet) => {
  set('quiet', quiet);
  expect(heldAt('12:00')).toBe(false);
});
