import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppFailure } from '#contract/wire/errors';
import { mediaHandle } from '#stores/media/media';
import { sourceOfFile, type EncryptedFile } from '#engine/media/attachmentCrypto';
import { sweepCache } from '#engine/media/leftovers';
import { download } from '#engine/media/worker/download';
import { stallMs, TransferError } from '#engine/media/worker/exchange';
import { upload } from '#engine/media/worker/transfer';
import type { Attachment } from '#engine/media/uploads';
import { on, startFaultProxy } from '../../faults/faultProxy';
import type { FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { mediaParts, tempFolder } from './harness';

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

const never = new AbortController().signal;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function stage(bytes: Buffer, fileName: string, mimeType: string | null = null) {
  const path = join(parts.folder, fileName);
  writeFileSync(path, bytes);
  const facts = {
    ticket: `t${fileName}`,
    path,
    fileName,
    sizeBytes: bytes.length,
    mimeType,
    direction: 'read' as const,
  };
  parts.staging.accept(facts);
  return parts.staging.stage(facts.ticket);
}

async function send(
  bytes: Buffer,
  fileName: string,
  encrypt: boolean,
): Promise<Record<string, unknown>> {
  const staged = await stage(bytes, fileName);
  const attachment: Attachment = { staged, encrypt, handle: 'h', thumbnail: null };
  return parts.uploads.upload({ localKey: fileName, content: { info: {} }, attachment }, never);
}

function handleOf(content: Record<string, unknown>): string {
  const file = content['file'] as EncryptedFile | undefined;
  const mxc = file?.url ?? String(content['url']);
  const source = file === undefined ? null : sourceOfFile(file);
  const more = { fileName: null, mimeType: null, sizeBytes: null };
  return mediaHandle(parts.store.db, { mxc, variant: 'full', source, ...more });
}

/** Another device's parts: nothing of the sender's cache. */
async function onAnotherDevice(
  content: Record<string, unknown>,
  act: (other: Parts, handle: string) => Promise<void>,
) {
  const mine = parts;
  const other = mediaParts(proxy.url, token);
  parts = other;
  try {
    await act(other, handleOf(content));
  } finally {
    parts = mine;
    await other.close();
  }
}

test('CHAT-3.30 CHAT-7.9 an encrypted file goes up without its name and comes back byte for byte', async () => {
  const bytes = randomBytes(3_000_001);
  const content = await send(bytes, 'secret-name.bin', true);
  expect(content['url']).toBeUndefined();
  expect(proxy.log.some(({ path }) => path.includes('secret-name'))).toBe(false);
  await onAnotherDevice(content, async (other, handle) => {
    const target = join(other.folder, 'saved.bin');
    await other.downloads.save(handle, target);
    expect(readFileSync(target).equals(bytes)).toBe(true);
  });
});

test('CHAT-7.9 CHAT-7.10 a plain picture is uploaded by POST and shown by its sniffed type', async () => {
  const content = await send(png, 'dot.png', false);
  expect(content['url']).toMatch(/^mxc:\/\/localhost\//);
  await onAnotherDevice(content, async (other, handle) => {
    const ticket = await other.downloads.ticket(handle);
    expect(ticket).toMatchObject({ mimeType: 'image/png', sizeBytes: png.length });
    expect(readFileSync(ticket?.path ?? '').equals(png)).toBe(false);
  });
});

test('a sent file is in the cache and is not fetched again', async () => {
  const content = await send(png, 'mine.png', true);
  const before = proxy.log.length;
  expect(await parts.downloads.ticket(handleOf(content))).toMatchObject({ mimeType: 'image/png' });
  expect(proxy.log.length).toBe(before);
});

test('each attempt has a fresh key and counter', async () => {
  const bytes = randomBytes(1000);
  const first = (await send(bytes, 'a.bin', true))['file'] as { key: { k: string }; iv: string };
  const second = (await send(bytes, 'b.bin', true))['file'] as { key: { k: string }; iv: string };
  expect(first.key.k).not.toBe(second.key.k);
  expect(first.iv).not.toBe(second.iv);
});

test('a file of a room that was encrypted meanwhile goes up encrypted, once more where it went up in clear', async () => {
  const staged = await stage(png, 'late.png');
  const attachment = { staged, encrypt: false, handle: 'handle', thumbnail: null };
  const uploads = (): number => proxy.log.filter(({ path }) => path.includes('/upload')).length;
  const send = (mustEncrypt: () => boolean) =>
    parts.uploads.upload({ localKey: 'late', content: {}, attachment }, never, mustEncrypt);
  let before = uploads();
  expect(await send(() => true)).toMatchObject({ file: { url: expect.any(String) } });
  expect(uploads() - before).toBe(1);
  before = uploads();
  // The room says so only when the file is there.
  expect(await send(() => uploads() > before)).toMatchObject({ file: { url: expect.any(String) } });
  expect(uploads() - before).toBe(2);
  expect(await send(() => false)).toMatchObject({ url: expect.any(String) });
});

test('a file that could not be copied when it was handed over goes up when it is there again', async () => {
  const path = join(parts.folder, 'away.png');
  const claimed = { path, fileName: 'away.png', mimeType: null };
  const row = { localKey: 'away', content: { body: 'away.png' }, attachment: { claimed } };
  const missing = parts.uploads.upload(row, never);
  await expect(missing).rejects.toMatchObject({ error: { code: 'not_found' } });
  writeFileSync(path, png);
  expect(await parts.uploads.upload(row, never, () => true)).toEqual({
    ...{ msgtype: 'm.image', file: expect.objectContaining({ url: expect.any(String) }) },
    info: { size: png.length, mimetype: 'image/png' },
  });
});

test('a damaged, truncated or extended file releases not one byte', async () => {
  const bytes = randomBytes(20_000);
  const content = await send(bytes, 'whole.bin', true);
  const file = content['file'] as { hashes: { sha256: string } };
  const wrong = {
    ...content,
    file: { ...file, hashes: { sha256: createHash('sha256').update('x').digest('base64') } },
  };
  const missing = { ...content, file: { ...file, hashes: {} } };
  for (const damaged of [wrong, missing]) {
    await onAnotherDevice(damaged, async (other, handle) => {
      const target = join(other.folder, 'out.bin');
      await expect(other.downloads.save(handle, target)).rejects.toMatchObject({
        error: { code: 'media_damaged' },
      });
      expect(existsSync(target)).toBe(false);
      expect(readdirSync(other.cacheFolder)).toEqual([]);
    });
  }
});

test('a server without the file says so, and a later try works', async () => {
  const content = await send(png, 'later.png', true);
  await onAnotherDevice(content, async (other, handle) => {
    const remove = proxy.rules.add({
      match: on('GET', '/media/download/'),
      status: 404,
      body: { errcode: 'M_NOT_FOUND' },
    });
    expect(await other.downloads.ticket(handle)).toBeNull();
    expect(other.downloads.state(handle)).toMatchObject({
      state: 'failed',
      error: 'media_missing',
    });
    remove();
    expect(await other.downloads.ticket(handle)).not.toBeNull();
    expect(other.downloads.state(handle).state).toBe('ready');
  });
});

test('a server that needs long for what it has whole is waited for; one that never answers counts as trouble', async () => {
  const answers: (() => void)[] = [];
  const slow = createServer((request, response) => {
    request.resume();
    request.once('end', () => answers.push(() => response.end('{"content_uri":"mxc://x/y"}')));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => slow.once('listening', resolve));
  const { port } = slow.address() as AddressInfo;
  const staged = await stage(randomBytes(100), 'slow.bin');
  const keys = { key: Buffer.from(staged.key, 'base64'), iv: Buffer.from(staged.iv, 'base64') };
  const job = {
    kind: 'upload',
    url: `http://127.0.0.1:${port}/upload`,
    accessToken: 't',
    path: parts.staging.path(staged.file),
    contentType: 'x/y',
    staged: keys,
    cipher: null,
    stallMs: 20,
  } as const;
  const patient = upload(job, never, () => undefined);
  // Ten times the stall guard.
  const timer = setInterval(() => answers[0]?.(), 200);
  await expect(patient).resolves.toMatchObject({ sizeBytes: 100 });
  clearInterval(timer);
  const impatient = upload({ ...job, answerMs: 20 }, never, () => undefined);
  await expect(impatient).rejects.toMatchObject({ message: 'Timeout', status: 504 });
  slow.closeAllConnections();
  slow.close();
});

test('what a failed transfer says crosses to another thread whole', () => {
  const body = { errcode: 'M_UNKNOWN_TOKEN', retry_after_ms: 5, soft_logout: true };
  const error = new TransferError('no', 401, body);
  const crossed = TransferError.of(structuredClone(error.data()));
  expect(crossed).toEqual(error);
  expect(crossed).toMatchObject({ softLogout: true, retryAfterMs: 5, status: 401 });
});

test('CHAT-8.18 a stalled transfer fails with Timeout', async () => {
  expect(stallMs).toBe(30_000);
  const silentServer = createServer((request) => request.pause()).listen(0, '127.0.0.1');
  await new Promise((resolve) => silentServer.once('listening', resolve));
  const { port } = silentServer.address() as AddressInfo;
  // More than the sockets take.
  const staged = await stage(randomBytes(20_000_000), 'stall.bin');
  const keys = { key: Buffer.from(staged.key, 'base64'), iv: Buffer.from(staged.iv, 'base64') };
  const url = `http://127.0.0.1:${port}/upload`;
  const job = { url, accessToken: 't', path: parts.staging.path(staged.file), stallMs: 50 };
  const up = upload(
    { ...job, kind: 'upload', contentType: 'x/y', staged: keys, cipher: null },
    never,
    () => undefined,
  );
  await expect(up).rejects.toThrow('Timeout');
  const down = {
    ...job,
    kind: 'download',
    path: join(parts.folder, 'd'),
    cipher: null,
    maxBytes: 10,
  } as const;
  await expect(download(down, never, () => undefined)).rejects.toThrow('Timeout');
  silentServer.closeAllConnections();
  silentServer.close();
});

test('CHAT-8.19 an upload that is answered without a body fails', async () => {
  proxy.rules.add({ match: on('POST', '/upload'), status: 200, body: '' });
  await expect(send(png, 'empty.png', true)).rejects.toThrow('No response body.');
});

test('a refusal by size is final and keeps the staged file for a decision', async () => {
  proxy.rules.add({
    match: on('POST', '/upload'),
    status: 413,
    body: { errcode: 'M_TOO_LARGE', error: 'big' },
  });
  const failure = await send(png, 'big.png', true).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(AppFailure);
  expect((failure as AppFailure).error).toMatchObject({ code: 'too_large', retryable: false });
});

test('CHAT-7.7 a file above the limit of the server is refused before it is sent', async () => {
  await parts.close();
  parts = mediaParts(proxy.url, token, 50);
  const before = proxy.log.length;
  await expect(send(png, 'limit.png', true)).rejects.toMatchObject({
    error: { code: 'too_large' },
  });
  expect(proxy.log.length).toBe(before);
});

test('tickets: once only, the right direction, nothing invented', async () => {
  const facts = { path: '/nowhere', fileName: 'x', sizeBytes: 1, mimeType: null };
  parts.staging.accept({ ...facts, ticket: 'write', direction: 'write' });
  await expect(parts.staging.stage('write')).rejects.toMatchObject({
    error: { code: 'ticket_invalid' },
  });
  expect(parts.staging.takeTarget('write')).toEqual({ path: '/nowhere', isFolder: false });
  expect(() => parts.staging.takeTarget('write')).toThrow('Unknown save ticket');
  await expect(parts.staging.stage('invented')).rejects.toMatchObject({
    error: { code: 'ticket_invalid' },
  });
});

test('bytes of the window: in order, a retried part once, at most 20 MB', async () => {
  const ticket = await parts.staging.beginBlob('paste.png', 'image/png');
  await parts.staging.appendBlob(ticket, 0, png.subarray(0, 20));
  await parts.staging.appendBlob(ticket, 0, png.subarray(0, 20));
  await expect(parts.staging.appendBlob(ticket, 2, png)).rejects.toMatchObject({
    error: { code: 'bad_request' },
  });
  await parts.staging.appendBlob(ticket, 1, png.subarray(20));
  const staged = await parts.staging.stage(ticket);
  expect(staged).toMatchObject({
    sizeBytes: png.length,
    mimeType: 'image/png',
    fileName: 'paste.png',
  });
  const big = await parts.staging.beginBlob('big', 'x/y');
  const part = Buffer.alloc(262_144);
  for (let seq = 0; seq < 80; seq += 1) await parts.staging.appendBlob(big, seq, part);
  await expect(parts.staging.appendBlob(big, 80, part)).rejects.toMatchObject({
    error: { code: 'too_large' },
  });
});

test('no file of the profile holds the bytes in clear', async () => {
  const canary = Buffer.from('canary-bytes-that-must-not-be-found-anywhere');
  const source = tempFolder();
  const path = join(source.path, 'c.txt');
  writeFileSync(path, Buffer.concat([canary, randomBytes(500)]));
  parts.staging.accept({
    ticket: 'c',
    path,
    fileName: 'c.txt',
    sizeBytes: 1,
    mimeType: 'text/plain',
    direction: 'read',
  });
  const staged = await parts.staging.stage('c');
  const attachment: Attachment = { staged, encrypt: false, handle: 'h', thumbnail: null };
  await parts.uploads.upload({ localKey: 'c', content: {}, attachment }, never);
  const files = readdirSync(parts.folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(2);
  for (const entry of files)
    expect(readFileSync(join(entry.parentPath, entry.name)).includes(canary)).toBe(false);
  source.remove();
});

test('the sweep leaves a staged file alone until somebody can need it or nobody ever will', async () => {
  const staged = await stage(png, 'kept.png');
  const blob = await parts.staging.beginBlob('paste.png', 'image/png');
  const names = (): string[] => readdirSync(parts.stagingFolder);
  await parts.staging.sweep(() => new Set());
  expect(names()).toHaveLength(2);
  parts.staging.release(staged.file);
  // The row comes while the folder is being read.
  let rows: readonly string[] = [];
  const swept = parts.staging.sweep(() => new Set(rows));
  rows = [staged.file];
  await swept;
  expect(names()).toContain(staged.file);
  await parts.staging.sweep(() => new Set());
  expect(names()).not.toContain(staged.file);
  await parts.staging.appendBlob(blob, 0, png);
  expect((await parts.staging.stage(blob)).sizeBytes).toBe(png.length);
});

test('what a kill left in the cache goes; what a row knows and what is on its way stays', async () => {
  const content = await send(png, 'mine.png', true);
  const known = readdirSync(parts.cacheFolder);
  expect(known).toHaveLength(1);
  for (const name of ['0123.part', '4567']) writeFileSync(join(parts.cacheFolder, name), 'left');
  const sweep = () => sweepCache(parts.store, parts.cacheFolder, parts.downloads);
  expect(await sweep()).toBe(2);
  expect(readdirSync(parts.cacheFolder)).toEqual(known);

  await parts.downloads.freeSpace();
  const showing = parts.downloads.ticket(handleOf(content));
  expect(await sweep()).toBe(0);
  expect(await showing).toMatchObject({ mimeType: 'image/png' });
  expect(await sweep()).toBe(0);
  expect(readdirSync(parts.cacheFolder)).toHaveLength(1);
});

test('a staged file that is gone is a failure of the message, not of the network', async () => {
  const staged = await stage(png, 'gone.png');
  unlinkSync(parts.staging.path(staged.file));
  const attachment: Attachment = { staged, encrypt: true, handle: 'h', thumbnail: null };
  const sent = parts.uploads.upload({ localKey: 'gone', content: {}, attachment }, never);
  await expect(sent).rejects.toMatchObject({ error: { code: 'not_found', retryable: false } });
});
