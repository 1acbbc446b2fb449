// Biographies of users through the contract and a real homeserver: others read them, and fields of other programs are kept.
import { shownBiography } from '#engine/self/biography';
import { selfStage } from './kit';

const { homeserver, signedIn } = selfStage();

const unstable = 'gay.fomx.biography';
const stable = 'm.biography';

test('CHAT-7.44 a biography that is told is read by others, changed and taken away; fields of other programs stay as they are', async () => {
  const { window: alice, token } = await signedIn('alice');
  const { window: bob } = await signedIn('bob');
  const userId = '@alice:localhost';
  const profile = `/_matrix/client/v3/profile/${encodeURIComponent(userId)}`;
  const put = (field: string, value: unknown) =>
    homeserver().request('PUT', `${profile}/${field}`, { token, body: { [field]: value } });
  const kept = () => homeserver().request('GET', profile, { token }) as Promise<object>;
  const seen = async () => bob.call('biographyOf', { userId });
  expect(await seen()).toEqual({ isKept: true, text: null });

  await put('org.example.colour', { deep: ['green'] });
  await alice.call('setBiography', { text: 'I print.\nAsk me.' });
  expect(await seen()).toEqual({ isKept: true, text: 'I print.\nAsk me.' });
  const written = { 'm.text': [{ body: 'I print.\nAsk me.' }] };
  expect(await kept()).toMatchObject({
    ...{ [unstable]: written, 'org.example.colour': { deep: ['green'] } },
  });
  expect(await kept()).not.toHaveProperty([stable]);

  // Another program writes with markup, and has a field of its own beside it.
  const html = { body: '<b>I bind.</b>', mimetype: 'text/html' };
  await put(stable, { 'm.text': [html, { body: 'I bind.' }], 'org.example.mood': 'calm' });
  expect(await seen()).toEqual({ isKept: true, text: 'I bind.' });
  await alice.call('setBiography', { text: 'I bind and print.' });
  expect(await seen()).toEqual({ isKept: true, text: 'I bind and print.' });
  const both = { 'm.text': [{ body: 'I bind and print.' }] };
  expect(await kept()).toMatchObject({
    ...{ [unstable]: both, [stable]: { ...both, 'org.example.mood': 'calm' } },
  });

  await alice.call('setBiography', { text: null });
  expect(await seen()).toEqual({ isKept: true, text: null });
  const left = await kept();
  expect(left).toMatchObject({ 'org.example.colour': { deep: ['green'] } });
  for (const field of [stable, unstable]) expect(left).not.toHaveProperty([field]);
}, 60_000);

const of = (...forms: unknown[]) => ({ 'm.text': forms });
test.each([
  [of({ body: ' a\u202e\n\n\n\nb ' }), 'a\n\nb'],
  [of({ body: '<i>a</i>', mimetype: 'text/html' }, { body: 'a', mimetype: 'text/plain' }), 'a'],
  [of({ body: '<i>a</i>', mimetype: 'text/html' }), null],
  [of({ body: 'x'.repeat(5_000) }), 'x'.repeat(1_000)],
  [of({ body: 'x\n'.repeat(500) }), Array.from({ length: 30 }, () => 'x').join('\n')],
  [of({ body: 7 }, null, 'a'), null],
  [of(), null],
  [{ 'm.text': 'a' }, null],
  ['a', null],
])('of a biography, %j shows %j', (value, shown) => {
  expect(shownBiography(value)).toBe(shown);
});
