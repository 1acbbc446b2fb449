import { avatarColour, initials } from '#ui/styles/colour';
import { daysBetween, formatDay, formatListTime, formatSize, formatTime } from '#ui/text/time';

const local = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();

test.each([
  ['Mara Lindqvist', 'ML'],
  ['@mara:fernhill.example', 'M'],
  ['Q', 'Q'],
  ['  odile   de la  marchetti ', 'OM'],
  ['😀 Smile', 'S'],
  ['😀', '😀'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['ليلى المنصوري', 'ل'],
  ['', '?'],
  ['#studio', 'S'],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('the colour of an id is one of ten, always the same, and all ten occur', () => {
  const colours = Array.from({ length: 500 }, (_, index) =>
    avatarColour(`@user${index}:a.example`),
  );
  expect(avatarColour('@mara:fernhill.example')).toBe(avatarColour('@mara:fernhill.example'));
  expect([...new Set(colours)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('list times: clock today, weekday within a week, date before, year when it differs', () => {
  const now = local(2026, 3, 18, 15, 0);
  expect(formatListTime(local(2026, 3, 18, 9, 5), now, 'en-GB')).toBe('09:05');
  expect(formatListTime(local(2026, 3, 17, 23, 59), now, 'en-GB')).toBe('Tue');
  expect(formatListTime(local(2026, 3, 11, 12), now, 'en-GB')).toBe('11 Mar');
  expect(formatListTime(local(2024, 12, 31, 12), now, 'en-GB')).toBe('31 Dec 2024');
});

test('midnight is 00:00, not 24:00', () => {
  expect(formatTime(local(2026, 3, 18, 0, 0), 'en-US')).toBe('00:00');
});

test('day dividers say today, yesterday, else the day', () => {
  const now = local(2026, 3, 18, 0, 5);
  expect(formatDay(local(2026, 3, 18, 0, 1), now, 'en-GB')).toBe('Today');
  expect(formatDay(local(2026, 3, 17, 23, 59), now, 'en-GB')).toBe('Yesterday');
  expect(formatDay(local(2026, 3, 4), now, 'en-GB')).toBe('Wednesday 4 March');
  expect(formatDay(local(2025, 3, 4), now, 'en-GB')).toBe('Tuesday, 4 March 2025');
});

test('days are counted by the calendar', () => {
  expect(daysBetween(local(2026, 3, 17, 23, 59), local(2026, 3, 18, 0, 1))).toBe(1);
  expect(daysBetween(local(2026, 3, 18, 0, 1), local(2026, 3, 18, 23, 59))).toBe(0);
});

test('sizes are short and rounded, and stand on one line', () => {
  expect(formatSize(18_400_000, 'en')).toBe('18.4\u00a0MB');
  expect(formatSize(512, 'en')).toBe('512\u00a0bytes');
  expect(formatSize(123_456, 'en')).toBe('123\u00a0kB');
});
