// The media path: decrypted on the way, by ranges, with the policy of a sandbox.
import { createCipheriv, randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sniffType } from '#engine/media/mediaTypes';
import type { MediaTicket } from '#contract/control';
import { counterAt } from '#contract/counter';
import { createMedia, rangeOf } from '../../main/shell/pages/media';
import { removeFolders, temporaryFolder } from './fakes';

const plain = randomBytes(100_003);

function setUp(change: Partial<MediaTicket> = {}) {
  const path = join(temporaryFolder(), 'file');
  const key = new Uint8Array(randomBytes(32));
  const iv = new Uint8Array([...randomBytes(8), 0, 0, 0, 0, 0, 0, 0, 0]);
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  writeFileSync(path, Buffer.concat([cipher.update(plain), cipher.final()]));
  const ticket: MediaTicket = {
    path,
    key,
    iv,
    sizeBytes: plain.length,
    mimeType: 'image/png',
    readyTo: plain.length,
    ...change,
  };
  const media = createMedia({
    ticketOf: async (_, handle) => (handle === 'known' ? ticket : null),
  });
  const get = (range?: string, handle = 'known'): Promise<Response> =>
    media(
      'account',
      handle,
      new Request('http://x/', range === undefined ? {} : { headers: { range } }),
    );
  return { get, media, path };
}

const bytes = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

afterEach(removeFolders);

test('the whole file, decrypted, under the sandbox policy', async () => {
  const { get } = setUp();
  const response = await get();
  expect((await bytes(response)).equals(plain)).toBe(true);
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    200,
    {
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-length': String(plain.length),
      'content-security-policy': 'sandbox',
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  ]);
});

test('any range gives exactly its bytes', async () => {
  const { get } = setUp();
  const ranges = fc.tuple(fc.nat(plain.length - 1), fc.nat(5_000));
  await fc.assert(
    fc.asyncProperty(ranges, async ([start, length]) => {
      const end = Math.min(start + length, plain.length - 1);
      const response = await get(`bytes=${start}-${end}`);
      expect([response.status, response.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${end}/${plain.length}`,
      ]);
      expect((await bytes(response)).equals(plain.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: 40 },
  );
  expect((await bytes(await get('bytes=99990-'))).equals(plain.subarray(99_990))).toBe(true);
  expect((await bytes(await get('bytes=-7'))).equals(plain.subarray(-7))).toBe(true);
});

test('ranges that make no sense', () => {
  expect({
    outside: rangeOf('bytes=10-', 10),
    none: rangeOf('bytes=-0', 10),
    backwards: rangeOf('bytes=5-4', 10),
    far: rangeOf('bytes=999999999999999-', 10),
    past: rangeOf('bytes=5-99', 10),
    long: rangeOf('bytes=-99', 10),
    several: rangeOf('bytes=0-1,3-4', 10),
    other: rangeOf('items=0-1', 10),
    junk: rangeOf('bytes=-', 10),
    absent: rangeOf(null, 10),
  }).toEqual({
    outside: 'unsatisfiable',
    none: 'unsatisfiable',
    backwards: 'unsatisfiable',
    far: 'unsatisfiable',
    past: { start: 5, end: 9 },
    long: { start: 0, end: 9 },
    several: null,
    other: null,
    junk: null,
    absent: null,
  });
});

test('the counter is added as one number of 128 bits', () => {
  const iv = new Uint8Array(16).fill(0xff);
  expect([...counterAt(iv, 1)]).toEqual(new Array(16).fill(0));
  expect([...counterAt(new Uint8Array(16), 0x01_02_03)].slice(12)).toEqual([0, 1, 2, 3]);
});

test('what is unknown, of another type or size is not there', async () => {
  const unknown = await setUp().get(undefined, 'unknown');
  const types = [
    'text/html',
    'image/svg+xml',
    'text/xml',
    'text/plain; charset=utf-8',
    'application/javascript',
    'image/png; x',
    'IMAGE/PNG',
    '',
  ];
  const refused = await Promise.all(
    types.map(async (mimeType) => (await setUp({ mimeType }).get()).status),
  );
  const cut = setUp();
  truncateSync(cut.path, 50_000);
  const outside = await setUp().get(`bytes=${plain.length}-`);
  expect([
    unknown.status,
    refused,
    (await cut.get()).status,
    outside.status,
    outside.headers.get('content-range'),
  ]).toEqual([404, types.map(() => 404), 404, 416, `bytes */${plain.length}`]);
  expect(unknown.headers.get('content-security-policy')).toBe('sandbox');
});

test('what the engine finds in the bytes of a recording, a window may play', async () => {
  const m4a = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypM4A '),
    Buffer.alloc(64),
  ]);
  const flac = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(64)]);
  const types = await Promise.all([m4a, flac].map(sniffType));
  const given = await Promise.all(
    types.map(async (mimeType) => (await setUp({ mimeType: mimeType ?? '' }).get()).status),
  );
  expect([types, given]).toEqual([
    ['audio/x-m4a', 'audio/flac'],
    [200, 200],
  ]);
});

test('text and PDF come as plain data, never as a page', async () => {
  const [text, pdf] = await Promise.all([
    setUp({ mimeType: 'text/plain' }).get(),
    setUp({ mimeType: 'application/pdf' }).get(),
  ]);
  const headers = ({ status, headers: all }: Response) => [
    status,
    all.get('content-type'),
    all.get('x-content-type-options'),
    all.get('content-security-policy'),
  ];
  expect([headers(text), headers(pdf)]).toEqual([
    [200, 'text/plain; charset=utf-8', 'nosniff', 'sandbox'],
    [200, 'application/octet-stream', 'nosniff', 'sandbox'],
  ]);
  expect((await bytes(pdf)).equals(plain)).toBe(true);
});

test('a HEAD request brings no bytes, an aborted one stops reading', async () => {
  const { media } = setUp();
  const head = await media('account', 'known', new Request('http://x/', { method: 'HEAD' }));
  expect([head.status, head.headers.get('content-length'), (await bytes(head)).length]).toEqual([
    200,
    String(plain.length),
    0,
  ]);
  const abort = new AbortController();
  const response = await media(
    'account',
    'known',
    new Request('http://x/', { signal: abort.signal }),
  );
  abort.abort();
  await expect(bytes(response)).rejects.toThrow();
});
