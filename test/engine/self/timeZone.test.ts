// The time zone that people tell, through the contract and a real homeserver, and what a server without extended profiles answers.
import { createFeatures } from '#engine/server/features';
import { shownPronouns } from '#engine/self/pronouns';
import { createTimeZones, knownZone } from '#engine/self/timeZone';
import { silentLog } from '../../support/silentLog';
import { httpKit } from '../http/kit';
import { selfStage } from './kit';

const { homeserver, signedIn } = selfStage();

test('CHAT-7.44 a time zone that is told is read by others, changed and taken away, each by its own key; nonsense is none', async () => {
  const [{ window: alice, token }, { window: bob }] = [
    await signedIn('alice'),
    await signedIn('bob'),
  ];
  const userId = '@alice:localhost';
  const seen = () => bob.call('timeZoneOf', { userId });
  expect(await seen()).toEqual({ isKept: true, timeZone: null });
  await alice.call('setTimeZone', { timeZone: 'Europe/Stockholm' });
  expect(await seen()).toEqual({ isKept: true, timeZone: 'Europe/Stockholm' });
  await alice.call('setTimeZone', { timeZone: 'Asia/Tokyo' });
  expect(await seen()).toEqual({ isKept: true, timeZone: 'Asia/Tokyo' });
  const at = `/_matrix/client/v3/profile/${encodeURIComponent(userId)}/m.tz`;
  for (const nonsense of ['Middle-earth/Shire', { deep: true }, 'x'.repeat(300)]) {
    await homeserver().request('PUT', at, { token, body: { 'm.tz': nonsense } });
    expect(await seen()).toEqual({ isKept: true, timeZone: null });
  }
  await alice.call('setTimeZone', { timeZone: null });
  expect(await seen()).toEqual({ isKept: true, timeZone: null });
}, 60_000);

test('CHAT-7.44 pronouns that are told are read by others in their language, and those of other languages stay', async () => {
  const [{ window: carol, token }, { window: dave }] = [
    await signedIn('carol'),
    await signedIn('dave'),
  ];
  const userId = '@carol:localhost';
  const seen = (language = 'en') => dave.call('pronounsOf', { userId, language });
  expect(await seen()).toEqual({ isKept: true, pronouns: null });
  const field = 'io.fsky.nyx.pronouns';
  const at = `/_matrix/client/v3/profile/${encodeURIComponent(userId)}/${field}`;
  const german = { language: 'de', summary: 'sie/ihr', grammatical_gender: 'feminine' };
  await homeserver().request('PUT', at, { token, body: { [field]: [german] } });
  expect(await seen()).toEqual({ isKept: true, pronouns: 'sie/ihr' });
  await carol.call('setPronouns', { pronouns: 'she/her', language: 'en-GB' });
  expect([await seen(), await seen('de')].map(({ pronouns }) => pronouns)).toEqual([
    'she/her',
    'sie/ihr',
  ]);
  expect(await homeserver().request('GET', at, { token })).toEqual({
    [field]: [{ language: 'en', summary: 'she/her' }, german],
  });
  await carol.call('setPronouns', { pronouns: null, language: 'en' });
  expect(await seen()).toEqual({ isKept: true, pronouns: null });
}, 60_000);

test.each([
  [[{ language: 'en', summary: ' they/them\u202e ' }], 'they/them'],
  [[{ summary: 'a' }, { summary: 'b' }, { summary: 'c' }, { summary: 'd' }], 'a, b, c'],
  [[{ language: 'en', summary: 'x'.repeat(65) }, 7, null, { language: 'en' }], null],
  [{ summary: 'she/her' }, null],
  ['she/her', null],
])('of pronouns, %j shows %j', (value, shown) => {
  expect(shownPronouns(value, 'en')).toBe(shown);
});

test('a server that has names and pictures only keeps none', async () => {
  const fetch = async () => Response.json({ errcode: 'M_UNRECOGNIZED' }, { status: 404 });
  const { http } = httpKit(
    'https://old.example',
    { userId: '@a:old.example', accessToken: 'a', deviceId: 'A' },
    { fetch },
  );
  const features = createFeatures(
    { request: async <T>() => ({ versions: ['v1.1'] }) as T },
    silentLog,
  );
  const zones = createTimeZones({ http, features, ownUserId: '@a:old.example' });
  expect(await zones.of('@a:old.example')).toEqual({ isKept: false, timeZone: null });
  await expect(zones.set('Asia/Tokyo')).rejects.toMatchObject({
    error: { code: 'unsupported_server' },
  });
});

test.each([
  ['Europe/Stockholm', 'Europe/Stockholm'],
  ['UTC', 'UTC'],
  ['+09:00', null],
  ['Nowhere/City', null],
  [7, null],
])('the zone %j is %j', (name, known) => {
  expect(knownZone(name)).toBe(known);
});
