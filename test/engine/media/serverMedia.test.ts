// What the server is asked about its limit.
import { askUploadLimit } from '#engine/media/serverMedia';
import { appFailure } from '#contract/wire/errors';
import type { HttpRequest } from '#engine/http/http';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';

interface Asked {
  readonly prefix: string | undefined;
  readonly path: string;
}

/** Notes what is asked; `old`: a server that does not know the path of v1.11. */
function server(old: boolean, answer: unknown) {
  const asked: Asked[] = [];
  const request = async <T>({ prefix, path }: HttpRequest): Promise<T> => {
    asked.push({ prefix, path });
    if (old && prefix === '/_matrix/client/v1/media')
      throw appFailure('unsupported_server', 'Unrecognized request', {
        data: { status: 404, errcode: 'M_UNRECOGNIZED' },
      });
    return answer as T;
  };
  return { asked, request };
}

test('CHAT-7.7 the limit is read from client v1, on older servers from media v3', async () => {
  const now = server(false, { 'm.upload.size': 1000 });
  expect(await askUploadLimit(now)).toBe(1000);
  const older = server(true, { 'm.upload.size': 2000 });
  expect(await askUploadLimit(older)).toBe(2000);
  expect([...now.asked, ...older.asked].map(({ prefix, path }) => `${prefix}${path}`)).toEqual([
    '/_matrix/client/v1/media/config',
    '/_matrix/client/v1/media/config',
    '/_matrix/media/v3/config',
  ]);
  expect(await askUploadLimit(server(false, {}))).toBeNull();
});

test('CHAT-7.7 a real server answers with its limit', async () => {
  const homeserver: Homeserver = await startHomeserver({ config: { max_upload_size: '5M' } });
  try {
    const { accessToken } = await homeserver.registerUser({ username: 'alice', password: 'pw' });
    const request = async <T>({ method, prefix, path }: HttpRequest): Promise<T> =>
      (await homeserver.request(method, `${prefix}${path}`, { token: accessToken })) as T;
    expect(await askUploadLimit({ request })).toBe(5 * 1024 * 1024);
  } finally {
    await homeserver.stop();
  }
}, 60_000);
