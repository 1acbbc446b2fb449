// R11: one file encrypted and sent, or fetched, verified and written in clear. node attachment.js <peer|ours|floor|plain> <JSON>; prints a
// Sample. `addedMiB`: how much the highest use of memory rose above what the process took before.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decryptAttachment, encryptAttachment } from 'matrix-encrypt-attachment';
import { systemClock } from '#engine/base/clock';
import { newAttachmentKey } from '#engine/media/attachmentCrypto';
import { createDownloads } from '#engine/media/downloads';
import { createWorkerRunner } from '#engine/media/transferRunner';
import { mediaHandle } from '#stores/media/media';
import { openStore } from '#stores/profile/open';
import { quiet } from '../quiet';
import { benchKey, digestOf, type Sample } from '../shapes';

export interface AttachmentOptions {
  readonly act: 'upload' | 'download';
  readonly baseUrl: string;
  readonly token: string;
  /** The plain file, and for a download its ciphertext with what makes it readable. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly file: {
    readonly url: string;
    readonly v: 'v2';
    readonly key: {
      readonly alg: 'A256CTR';
      readonly ext: true;
      readonly k: string;
      readonly key_ops: string[];
      readonly kty: 'oct';
    };
    readonly iv: string;
    readonly hashes: { readonly sha256: string };
  } | null;
  /** A real server does not tell the hash of what came. */
  readonly answersHash: boolean;
}

const [side = '', json = '{}'] = process.argv.slice(2);
const options = JSON.parse(json) as AttachmentOptions;
const { baseUrl, token, path, sizeBytes, file } = options;
const uploadUrl = `${baseUrl}/_matrix/media/v3/upload`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
const target = join(folder, 'plain');

const meter = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part);
      done(null, part);
    },
  });

interface Sent {
  readonly uri: string;
  readonly sha256: Uint8Array | null;
}

const answerOf = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString();
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
  return (JSON.parse(text) as { content_uri: string }).content_uri;
};

/** The least code that does the work: read, encrypt, hash, socket. */
async function pipeUpload(encrypt: boolean): Promise<Sent> {
  const hash = createHash('sha256');
  const request = httpRequest(uploadUrl, {
    method: 'POST',
    headers: { ...headers, 'content-length': sizeBytes },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  const source = createReadStream(path, { highWaterMark: 1 << 18 });
  if (encrypt) {
    const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16));
    await pipeline(source, cipher, meter(hash), request);
  } else await pipeline(source, request);
  return { uri: await answerOf(await answered), sha256: encrypt ? hash.digest() : null };
}

async function peerUpload(): Promise<Sent> {
  const plain = await readFile(path);
  const { data, info } = await encryptAttachment(
    plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength) as ArrayBuffer,
  );
  const answer = await fetch(uploadUrl, { method: 'POST', headers, body: data });
  if (!answer.ok) throw new Error(await answer.text());
  const { content_uri: uri } = (await answer.json()) as { content_uri: string };
  return { uri, sha256: Buffer.from(info.hashes?.sha256 ?? '', 'base64') };
}

const runner = createWorkerRunner(join(__dirname, 'mediaWorker.js'));
const never = new AbortController().signal;

async function ourUpload(): Promise<Sent> {
  const job = { kind: 'upload', url: uploadUrl, accessToken: token } as const;
  const bytes = { contentType: headers['content-type'], path, staged: null };
  const result = await runner.run(
    { ...job, ...bytes, cipher: newAttachmentKey() },
    never,
    () => undefined,
  );
  const uri = (result.answer as { content_uri: string }).content_uri;
  return { uri, sha256: result.sha256 };
}

const ended = (sent: Sent): string => {
  const came = sent.uri.slice(sent.uri.lastIndexOf('/') + 1);
  const said = sent.sha256 === null ? came : Buffer.from(sent.sha256).toString('hex');
  return digestOf([sizeBytes, options.answersHash ? came === said : sent.uri.startsWith('mxc://')]);
};

const mediaPath = (): string => (file?.url ?? '').slice('mxc://'.length);
const downloadUrl = `${baseUrl}/_matrix/client/v1/media/download/${mediaPath()}`;

async function peerDownload(): Promise<void> {
  if (file === null) throw new Error('nothing to fetch');
  const answer = await fetch(downloadUrl, { headers });
  const plain = await decryptAttachment(await answer.arrayBuffer(), file);
  await writeFile(target, Buffer.from(plain), { flush: true });
}

async function pipeDownload(): Promise<void> {
  if (file === null) throw new Error('nothing to fetch');
  const hash = createHash('sha256');
  const [key, iv] = [Buffer.from(file.key.k, 'base64url'), Buffer.from(file.iv, 'base64')];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(downloadUrl, { headers }, resolve).once('error', reject).end();
  });
  const partial = createWriteStream(`${target}.part`, { flush: true });
  await pipeline(response, meter(hash), createDecipheriv('aes-256-ctr', key, iv), partial);
  if (hash.digest('base64').replace(/=+$/, '') !== file.hashes.sha256) throw new Error('damaged');
  await rename(`${target}.part`, target);
}

/** Saves a file like a user does: through the cache, with no clear bytes written before the hash is right. */
async function ourDownload(): Promise<void> {
  const store = openStore({ folder, key: benchKey, log: quiet });
  const auth = {
    baseUrl: () => baseUrl,
    withToken: <T>(work: (accessToken: string) => Promise<T>) => work(token),
    uploadLimit: async () => null,
  };
  const cacheFolder = join(folder, 'media');
  const downloads = createDownloads({
    store,
    runner,
    auth,
    cacheFolder,
    stagingFolder: join(folder, 'staging'),
    log: quiet,
    clock: systemClock(),
  });
  const source = { mxc: file?.url ?? '', variant: 'full', source: JSON.stringify(file) };
  const more = { fileName: null, mimeType: null, sizeBytes };
  const handle = mediaHandle(store.db, { ...source, ...more });
  await downloads.save(handle, target);
  store.close();
}

async function plainDigest(): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(target), hash);
  return hash.digest('hex').slice(0, 16);
}

const uploads: Readonly<Record<string, () => Promise<Sent>>> = {
  ours: ourUpload,
  peer: peerUpload,
  floor: () => pipeUpload(true),
  plain: () => pipeUpload(false),
};
const fetches: Readonly<Record<string, () => Promise<void>>> = {
  ours: ourDownload,
  peer: peerDownload,
  floor: pipeDownload,
};

/** Linux counts what the parent used into `maxRSS` of a child; the mark of the address space begins with this program. */
function peakMiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const mark = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(mark) / 1024;
}

async function main(): Promise<Sample> {
  const before = peakMiB();
  const beganMs = performance.now();
  if (options.act === 'upload') {
    const sent = await (uploads[side] ?? uploads['floor'])?.();
    const ms = performance.now() - beganMs;
    const digest = sent === undefined ? '' : ended(sent);
    return { ms, digest, notes: { addedMiB: peakMiB() - before } };
  }
  await (fetches[side] ?? fetches['floor'])?.();
  const ms = performance.now() - beganMs;
  const addedMiB = peakMiB() - before;
  return { ms, digest: await plainDigest(), notes: { addedMiB } };
}

// The worker alone keeps no process alive; in the engine the channel to main does.
const alive = setInterval(() => undefined, 1000);

main()
  .then((sample) => process.stdout.write(JSON.stringify(sample)))
  .catch((thrown: unknown) => {
    process.stderr.write(String(thrown));
    process.exitCode = 1;
  })
  .finally(() => {
    clearInterval(alive);
    rmSync(folder, { recursive: true, force: true });
    void runner.close();
  });
