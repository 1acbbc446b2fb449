// A thousand attachments that are not what was sent: nothing of them is given out, and nothing stays on the disk.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mediaHandle } from '#stores/media/media';
import { encryptedFile } from '#engine/media/attachmentCrypto';
import { createChance, say } from '../kill/support/random';
import { mediaParts, tempFolder } from './harness';

const chance = createChance();
const total = 1000;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

interface Sent {
  readonly bytes: Buffer;
  readonly file: ReturnType<typeof encryptedFile>;
}

/** The upload of an honest sender. */
function attachment(number: number): Sent {
  const key = randomBytes(32);
  const iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
  const plain = randomBytes(1 + chance.below(20_000));
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { bytes, file: encryptedFile(`mxc://here/file${number}`, { key, iv }, sha256) };
}

interface Damaged {
  readonly bytes: Buffer;
  readonly file: object;
}

const damages: Readonly<Record<string, (sent: Sent, other: Sent) => Damaged>> = {
  'a flipped bit'({ bytes, file }) {
    const flipped = Buffer.from(bytes);
    const at = chance.below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << chance.below(8));
    return { bytes: flipped, file };
  },
  truncated: ({ bytes, file }) => ({ bytes: bytes.subarray(0, chance.below(bytes.length)), file }),
  extended: ({ bytes, file }) => ({
    bytes: Buffer.concat([bytes, randomBytes(1 + chance.below(100))]),
    file,
  }),
  'the bytes of another': ({ file }, other) => ({ bytes: other.bytes, file }),
  'keys of another': ({ bytes, file }, other) => ({
    bytes,
    file: { ...other.file, url: file.url },
  }),
  'no hash': ({ bytes, file }) => ({ bytes, file: { ...file, hashes: {} } }),
  'a hash that is too short': ({ bytes, file }) => ({
    bytes,
    file: { ...file, hashes: { sha256: file.hashes.sha256.slice(0, 20) } },
  }),
  'a hash of nothing': ({ bytes, file }) => ({
    bytes,
    file: { ...file, hashes: { sha256: unpadded(createHash('sha256').digest()) } },
  }),
  'no key': ({ bytes, file }) => ({ bytes, file: { ...file, key: { ...file.key, k: '' } } }),
  'another algorithm': ({ bytes, file }) => ({
    bytes,
    file: { ...file, key: { ...file.key, alg: 'A128CTR' } },
  }),
};

test(`${total} damaged attachments: not one byte is released`, async () => {
  say(`damaged: TRELLIS_SEED=${chance.seed}`);
  const served = new Map<string, Buffer>();
  const server = createServer(({ url = '' }, response) => {
    response.end(served.get(new URL(url, 'http://x').pathname.split('/').at(-1) ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const parts = mediaParts(`http://127.0.0.1:${port}`, 'token');
  const out = tempFolder();
  const released: string[] = [];
  const kinds = Object.entries(damages);
  const handleOf = (file: object): string =>
    mediaHandle(parts.store.db, {
      mxc: String(Reflect.get(file, 'url')),
      variant: 'full',
      source: JSON.stringify(file),
      fileName: null,
      mimeType: 'image/png',
      sizeBytes: null,
    });
  try {
    let last = attachment(0);
    for (let n = 1; n <= total; n += 1) {
      const sent = attachment(n);
      const [kind, damage] = kinds[n % kinds.length] ?? ['', () => sent];
      const { bytes, file } = damage(sent, last);
      served.set(`file${n}`, bytes);
      const handle = handleOf(file);
      const target = join(out.path, `out${n}`);
      const saved = await parts.downloads.save(handle, target).then(
        () => true,
        (thrown: { error?: { code?: string } }) => thrown.error?.code !== 'media_damaged',
      );
      const shown = n % 10 === 0 && (await parts.downloads.ticket(handle)) !== null;
      if (saved || shown) released.push(`${n} ${kind}`);
      last = sent;
    }
    expect(released).toEqual([]);
    expect([readdirSync(out.path), readdirSync(parts.cacheFolder)]).toEqual([[], []]);
    // The same way lets a whole one through.
    const whole = attachment(0);
    served.set('file0', whole.bytes);
    await parts.downloads.save(handleOf(whole.file), join(out.path, 'whole'));
    expect(readdirSync(out.path)).toEqual(['whole']);
  } finally {
    server.closeAllConnections();
    server.close();
    await parts.close();
    out.remove();
  }
}, 120_000);
