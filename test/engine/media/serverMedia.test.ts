// Requests for link previews and for the server's upload limit.
import { askPreview, bundledPreviews } from '#engine/media/linkPreview';
import { askUploadLimit } from '#engine/media/serverMedia';
import { randomBytes } from 'node:crypto';
import { openStore } from '#stores/profile/open';
import type { Store } from '#stores/sqlite/store';
import { silentLog } from '../../support/silentLog';
import { tempFolder } from './harness';
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

describe('previews of links', () => {
  let store: Store;
  let temp: ReturnType<typeof tempFolder>;
  beforeEach(() => {
    temp = tempFolder();
    store = openStore({ folder: temp.path, key: randomBytes(32), log: silentLog });
  });
  afterEach(() => {
    store.close();
    temp.remove();
  });

  test('CHAT-7.24 address and time are sent, on older servers to media v3', async () => {
    const asked: [string | undefined, string, unknown][] = [];
    const page = { 'og:title': 'Gauges', 'og:description': 'Levels\nof today' };
    const request = async <T>({ prefix, path, query }: HttpRequest): Promise<T> => {
      asked.push([prefix, path, query]);
      if (prefix === '/_matrix/client/v1/media')
        throw appFailure('unsupported_server', 'Unrecognized request', {
          data: { status: 404, errcode: 'M_UNRECOGNIZED' },
        });
      return page as T;
    };
    const found = await askPreview({ request }, store.db, 'https://gauges.example/a?b', 1234.5);
    expect(found).toEqual({
      ...{ url: 'https://gauges.example/a?b', site: 'gauges.example' },
      ...{ title: 'Gauges', text: 'Levels of today', picture: null },
    });
    const query = { url: 'https://gauges.example/a?b', ts: '1234' };
    expect(asked).toEqual([
      ['/_matrix/client/v1/media', '/preview_url', query],
      ['/_matrix/media/v3', '/preview_url', query],
    ]);
  });

  test('a hostile answer: words are cut and cleaned, pictures are mxc only, other schemes are never asked', async () => {
    const answers: readonly unknown[] = [
      {
        'og:title': 'x'.repeat(1e6),
        'og:description': '\u202eevil\u0000',
        'og:image': 'https://x.org/a',
      },
      { 'og:title': { deep: 1 }, 'og:image': 'mxc://a.org/../admin' },
      [1, 2],
      null,
      'text',
    ];
    const found: unknown[] = [];
    for (const answer of answers) {
      const request = async <T>(): Promise<T> => answer as T;
      found.push(await askPreview({ request }, store.db, 'https://x.org/', 0));
    }
    const [first, ...rest] = found as ({ title: string; text: string } | null)[];
    expect([first?.title.length, first?.text, rest]).toEqual([
      200,
      'evil',
      [null, null, null, null],
    ]);
    const request = async <T>(): Promise<T> => {
      throw new Error('asked');
    };
    for (const address of ['file:///etc/passwd', 'javascript:1', 'ftp://x.org', 'nonsense'])
      expect(await askPreview({ request }, store.db, address, 0)).toBeNull();
  });

  test('what a sender bundled is shown for addresses of the text only; an empty list means none', () => {
    const page = { matched_url: 'https://a.org/x', 'og:title': 'A', 'og:image': 'mxc://a.org/i' };
    const body = 'See https://a.org/x';
    const other = { ...page, matched_url: 'https://phish.example/' };
    expect(bundledPreviews(store.db, { body })).toBeNull();
    expect(bundledPreviews(store.db, { body, 'com.beeper.linkpreviews': [] })).toEqual([]);
    const found = bundledPreviews(store.db, { body, 'm.url_previews': [other, page, 7] });
    expect(found).toMatchObject([{ url: 'https://a.org/x', title: 'A' }]);
  });
});
