// The own name and picture, through the contract and a real homeserver.
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { onePixel } from '../../support/onePixel';
import { openWindow, requestId, type Window } from '../support';

let homeserver: Homeserver;
let window: Window;
let token: string;
const userId = '@alice:localhost';

beforeAll(async () => {
  homeserver = await startHomeserver();
  const registered = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  token = registered.accessToken;
  window = openWindow();
  await window.call('signIn', { server: homeserver.baseUrl, user: 'alice', password: 'pw' });
}, 120_000);
afterAll(async () => {
  await window.stop();
  await homeserver.stop();
});

/** Synapse answers 404 for somebody without name and picture. */
const onServer = (): Promise<Record<string, string>> =>
  homeserver
    .request('GET', `/_matrix/client/v3/profile/${encodeURIComponent(userId)}`, { token })
    .catch((thrown: { readonly status?: number }) => {
      if (thrown.status === 404) return {};
      throw thrown;
    }) as Promise<Record<string, string>>;

async function ticketOf(bytes: Uint8Array, mimeType: string): Promise<string> {
  const { ticket } = await window.call('beginBlob', { fileName: 'picture', mimeType });
  await window.call('appendBlob', { ticket, seq: 0, bytes });
  return ticket;
}

test('CHAT-7.43 the own name is set, shown here, and taken away again', async () => {
  await window.call('setDisplayName', { name: '  Alice Hartmann ' });
  expect(await onServer()).toMatchObject({ displayname: 'Alice Hartmann' });
  await window.value('session', {}, ({ displayName }) => displayName === 'Alice Hartmann');
  await window.call('setDisplayName', { name: '' });
  expect((await onServer())['displayname'] ?? '').toBe('');
  await window.value('session', {}, ({ displayName }) => displayName === null);
});

test('CHAT-7.43 a picture goes up in clear, is shown here, and is taken away again', async () => {
  await window.call('setOwnPicture', { ticket: await ticketOf(onePixel(), 'image/png') });
  const { avatar_url: mxc = '' } = await onServer();
  expect(mxc).toMatch(/^mxc:\/\/localhost\//);
  await window.value('session', {}, ({ avatar }) => avatar !== null);
  const answer = await fetch(
    `${homeserver.baseUrl}/_matrix/client/v1/media/download/${mxc.slice('mxc://'.length)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(onePixel()))).toBe(true);
  await window.call('setOwnPicture', { ticket: null });
  expect((await onServer())['avatar_url'] ?? '').toBe('');
  await window.value('session', {}, ({ avatar }) => avatar === null);
});

test('what is no picture is refused, and the profile stays', async () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const before = await onServer();
  for (const type of ['text/html', 'image/svg+xml', 'audio/ogg']) {
    const ticket = await ticketOf(html, type);
    await expect(window.call('setOwnPicture', { ticket })).rejects.toMatchObject({
      error: { code: 'bad_request' },
    });
  }
  expect(await onServer()).toEqual(before);
});

test('a name and a picture that another device has set are shown here without a new start', async () => {
  await window.call('createRoom', {
    ...{ requestId: requestId(), name: 'Diary', topic: null, direct: false },
    ...{ encrypted: false, public: false, invite: [] },
  });
  const put = (key: string, value: string) =>
    homeserver.request('PUT', `/_matrix/client/v3/profile/${encodeURIComponent(userId)}/${key}`, {
      token,
      body: { [key]: value },
    });
  await put('displayname', 'Alice on the phone');
  await window.value('session', {}, ({ displayName }) => displayName === 'Alice on the phone');
  await put('avatar_url', 'mxc://localhost/another');
  await window.value('session', {}, ({ avatar }) => avatar !== null);
});
