// Film and sound that play while they are fetched, and downloads that go on, from a real homeserver behind the fault proxy.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachmentCipher } from '#engine/media/attachmentCrypto';
import type { MediaTicket } from '#contract/control';
import { mediaHandle } from '#stores/media/media';
import type { Attachment } from '#engine/media/uploads';
import { on, startFaultProxy } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import type { FaultRule } from '../../faults/faultRules';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { mediaParts } from './harness';

type Parts = ReturnType<typeof mediaParts>;
let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let proxy: FaultProxy;
let token: string;
let parts: Parts;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  ({ accessToken: token } = await homeserver.registerUser({ username: 'alice', password: 'pw' }));
}, 120_000);
afterAll(async () => {
  await proxy.close();
  await homeserver.stop();
});
beforeEach(() => {
  parts = mediaParts(proxy.url, token);
});
afterEach(async () => {
  proxy.rules.clear();
  await parts.close();
});

const downloadRule = (rule: Omit<FaultRule, 'match'>): void =>
  void proxy.rules.add({ match: on('GET', '/media/download/'), ...rule });

const ranges = (): (string | undefined)[] =>
  proxy.log.filter(({ path }) => path.includes('/media/download/')).map(({ range }) => range);

/** The front of a WebM film, by which it is known, then noise. */
const film = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d', 'hex'),
    randomBytes(bytes),
  ]);

/** Sent from another device: its handle here. */
async function sent(bytes: Buffer, encrypt: boolean, fileName = 'film.webm') {
  const other = mediaParts(homeserver.baseUrl, token);
  const path = join(other.folder, fileName);
  writeFileSync(path, bytes);
  const facts = { path, fileName, sizeBytes: bytes.length, mimeType: null };
  other.staging.accept({ ...facts, ticket: 't', direction: 'read' });
  const staged = await other.staging.stage('t');
  const attachment: Attachment = { staged, encrypt, handle: 'h', thumbnail: null };
  const never = new AbortController().signal;
  const content = await other.uploads.upload(
    { localKey: fileName, content: { info: {} }, attachment },
    never,
  );
  await other.close();
  return content;
}

function handleOf(content: Record<string, unknown>, damaged = false): string {
  const file = content['file'] as { url: string; hashes: object } | undefined;
  const sha256 = randomBytes(32).toString('base64').replace('=', '');
  const source = file === undefined ? null : damaged ? { ...file, hashes: { sha256 } } : file;
  return mediaHandle(parts.store.db, {
    mxc: file?.url ?? String(content['url']),
    variant: 'full',
    source: source === null ? null : JSON.stringify(source),
    ...{ fileName: null, mimeType: null, sizeBytes: null },
  });
}

/** Plain bytes from any offset, like main would serve them. */
function plainFrom(ticket: MediaTicket | null, at: number): Buffer {
  if (ticket === null) throw new Error('no ticket');
  const bytes = readFileSync(ticket.path).subarray(at, ticket.readyTo);
  return attachmentCipher(ticket, at).update(bytes);
}

test.each([
  ['an encrypted', true],
  ['a plain', false],
])('%s film plays from any byte that is here while the rest comes', async (_, encrypt) => {
  const bytes = film(600_000);
  const handle = handleOf(await sent(bytes, encrypt));
  const before = ranges().length;
  downloadRule({ bytesPerSecond: 400_000 });
  const first = await parts.downloads.playTicket(handle, 0);
  expect(first).toMatchObject({ mimeType: 'video/webm', sizeBytes: bytes.length });
  expect(first?.readyTo).toBeLessThan(bytes.length);
  expect(parts.downloads.state(handle).state).toBe('loading');
  expect(plainFrom(first, 0).equals(bytes.subarray(0, first?.readyTo))).toBe(true);
  expect(plainFrom(first, 12_345).equals(bytes.subarray(12_345, first?.readyTo))).toBe(true);
  // Further on it waits until that is here.
  const later = await parts.downloads.playTicket(handle, 500_001);
  expect(plainFrom(later, 500_001).equals(bytes.subarray(500_001, later?.readyTo))).toBe(true);
  const whole = await parts.downloads.ticket(handle);
  expect(plainFrom(whole, 0).equals(bytes)).toBe(true);
  expect(whole?.readyTo).toBe(bytes.length);
  expect(ranges().slice(before)).toEqual([undefined]);
});

test('a film that is not the one that was sent stops, and nothing of it stays', async () => {
  const bytes = film(400_000);
  const handle = handleOf(await sent(bytes, true), true);
  downloadRule({ bytesPerSecond: 400_000 });
  expect(await parts.downloads.playTicket(handle, 0)).not.toBeNull();
  const asked = ranges().length;
  expect(await parts.downloads.playTicket(handle, bytes.length - 1)).toBeNull();
  expect(parts.downloads.state(handle)).toMatchObject({
    state: 'failed',
    error: 'media_damaged',
  });
  // A player that goes on asking gets nothing and fetches nothing.
  expect(await parts.downloads.playTicket(handle, 300_000)).toBeNull();
  expect([ranges().length, readdirSync(parts.cacheFolder)]).toEqual([asked, []]);
});

test('a picture is given out when it is whole and verified, also to a player', async () => {
  const jpeg = 'ffd8ffe000104a46494600010100000100010000';
  const picture = Buffer.concat([Buffer.from(jpeg, 'hex'), randomBytes(50_000)]);
  const content = await sent(picture, true, 'dot.jpg');
  downloadRule({ bytesPerSecond: 100_000 });
  const ticket = await parts.downloads.playTicket(handleOf(content), 0);
  expect(ticket?.readyTo).toBe(picture.length);
  expect(await parts.downloads.playTicket(handleOf(content, true), 0)).toBeNull();
});

const cutAt = 1_500_000;

/** A download that broke after one and a half megabytes, and how the next one went. */
async function resumed(encrypt: boolean, rule: Omit<FaultRule, 'match'>) {
  const bytes = film(3_000_000);
  const content = await sent(bytes, encrypt);
  const handle = handleOf(content);
  downloadRule({ cut: 'mid-body', cutAfter: cutAt, times: 1 });
  const target = join(parts.folder, 'saved');
  await expect(parts.downloads.save(handle, target)).rejects.toMatchObject({
    error: { code: 'offline' },
  });
  expect(parts.downloads.writing()).toHaveLength(1);
  await parts.downloads.dropOldParts();
  downloadRule(rule);
  const before = ranges().length;
  await parts.downloads.save(handle, target);
  expect(readFileSync(target).equals(bytes)).toBe(true);
  expect(readdirSync(parts.cacheFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
  return ranges().slice(before);
}

test('a download goes on where it broke, encrypted and plain, where the server gives ranges', async () => {
  const from = [`bytes=${cutAt}-`];
  expect(await resumed(true, { ranges: 'asked' })).toEqual(from);
  proxy.rules.clear();
  expect(await resumed(false, { ranges: 'asked' })).toEqual(from);
});

test('a server without ranges, or one that gives others, is asked for the whole file', async () => {
  expect(await resumed(true, {})).toEqual([`bytes=${cutAt}-`]);
  proxy.rules.clear();
  expect(await resumed(true, { ranges: 'other' })).toEqual([`bytes=${cutAt}-`, undefined]);
});

test('a length that is not true: a longer one is a broken download, no file', async () => {
  const bytes = film(100_000);
  const handle = handleOf(await sent(bytes, true));
  downloadRule({ claimBytes: bytes.length + 50_000, times: 1 });
  await expect(parts.downloads.save(handle, join(parts.folder, 'long'))).rejects.toMatchObject({
    error: { retryable: true },
  });
  downloadRule({ claimBytes: bytes.length - 50_000, times: 1 });
  await expect(parts.downloads.save(handle, join(parts.folder, 'short'))).rejects.toThrow();
  expect(readdirSync(parts.cacheFolder)).toEqual([]);
  await parts.downloads.save(handle, join(parts.folder, 'right'));
});

test('a message that is deleted takes the part of its file along', async () => {
  const content = await sent(film(3_000_000), true);
  const handle = handleOf(content);
  downloadRule({ cut: 'mid-body', cutAfter: cutAt, times: 1 });
  await expect(parts.downloads.save(handle, join(parts.folder, 'x'))).rejects.toThrow();
  const [part] = readdirSync(parts.cacheFolder);
  expect(part).toMatch(/\.part$/);
  await parts.downloads.freeSpace();
  expect([parts.downloads.writing(), readdirSync(parts.cacheFolder)]).toEqual([[], []]);
});
