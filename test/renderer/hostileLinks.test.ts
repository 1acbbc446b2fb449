// D6: links that somebody else writes lead to rooms, messages and people, and carry names of servers, or they are no links of ours: an address is
// shown where nobody has a name, so it has no letters that nobody sees.
import { eventLink, personOf, roomAddress, roomLink } from '#app/places/links';
import { attacks } from '../e2e/injection/words/attacks';

const unseen = [
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200f',
  '\u2060',
  '\ufeff',
  '\u0000',
  '\u001b',
  '\u00ad',
];
const room = '!a:a.org';

test.each(attacks)('via %s asks no server', (words) => {
  const via = `via=${encodeURIComponent(words)}&via=good.org:8448&via=`;
  const url = `https://matrix.to/#/${room}/$e?${via}`;
  expect(roomLink(url)).toEqual({ roomIdOrAlias: room, eventId: '$e', via: ['good.org:8448'] });
  expect(roomLink(`matrix:roomid/a:a.org/e/e?${via}`)?.via).toEqual(['good.org:8448']);
  expect(roomAddress(`#b:a.org?${via}`)).toBeNull();
  // A written link has one meaning only: every reader reaches the same room by the same server.
  const written = eventLink(room, '$e', [words, 'good.org']);
  expect(roomLink(written)).toEqual({ roomIdOrAlias: room, eventId: '$e', via: ['good.org'] });
  expect(new URL(written).host).toBe('matrix.to');
});

test('of a link no more servers are taken than may be asked', () => {
  const via = Array.from({ length: 50 }, (_, n) => `via=s${n}.org`).join('&');
  expect(roomLink(`https://matrix.to/#/${room}?${via}`)?.via.length).toBe(10);
});

test.each(unseen)('an address with %j in it is nobody and nowhere', (letter) => {
  const odd = encodeURIComponent(letter);
  expect(
    [
      `https://matrix.to/#/@ali${odd}ce:a.org`,
      `https://matrix.to/#/@alice:a.org${odd}`,
      `matrix:u/ali${odd}ce:a.org`,
    ].map(personOf),
  ).toEqual([null, null, null]);
  expect(
    [
      `https://matrix.to/#/%23gar${odd}den:a.org`,
      `https://matrix.to/#/!gar${odd}den:a.org/$e`,
      `matrix:r/gar${odd}den:a.org`,
    ].map(roomLink),
  ).toEqual([null, null, null]);
});

test.each([
  '@',
  '@alice',
  '@:a.org',
  '@alice:',
  '@al ice:a.org',
  `@${'x'.repeat(255)}:a.org`,
  '@alice:a.org/../@bob:a.org',
])('%s is nobody', (userId) => {
  expect(personOf(`https://matrix.to/#/${encodeURIComponent(userId)}`)).toBeNull();
});

test.each(['@alice:a.org', '@Алиса:a.org', '@a_=/+-.1:a.org:8448', '@a:[2001:db8::1]'])(
  '%s is somebody',
  (userId) => {
    expect(personOf(`https://matrix.to/#/${encodeURIComponent(userId)}`)).toBe(userId);
  },
);
