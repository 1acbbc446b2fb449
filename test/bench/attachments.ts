// R11: files of two sizes up and down, against a server that costs next to nothing, and up to a real one.
import { spawn } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { encryptedFile } from '#engine/media/attachmentCrypto';
import { startHomeserver } from '../homeserver/homeserver.cjs';
import type { Bench, ComparisonPlan } from './bench';
import type { AttachmentOptions } from './sides/attachment';
import type { Sample } from './shapes';
import { median, type Side } from './statistics';

const mib = 1024 * 1024;

export interface AttachmentBench {
  plan(act: 'upload' | 'download', sizeMiB: number, pairs: number): Promise<ComparisonPlan>;
  /** Highest added memory of ours, MiB, over the samples so far. */
  addedMiB(act: 'upload' | 'download', sizeMiB: number): number;
  /** Ours, plain and the pipe up to the same real server, medians in ms. */
  real(sizeMiB: number, pairs: number): Promise<Readonly<Record<string, number>>>;
  close(): void;
}

async function startServer(script: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const port = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (line: Buffer) => resolve(String(line).trim()));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

export async function attachmentBench(bench: Bench): Promise<AttachmentBench> {
  const server = await startServer(bench.script('attachmentServer'));
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-files-'));
  const added = new Map<string, number[]>();

  async function plainFile(sizeMiB: number): Promise<string> {
    const path = join(folder, `plain-${sizeMiB}`);
    const block = randomBytes(mib);
    const blocks = Array.from({ length: sizeMiB }, () => block);
    await pipeline(blocks, createWriteStream(path));
    return path;
  }

  /** The ciphertext that a server would hold. */
  async function encryptedCopy(path: string): Promise<AttachmentOptions['file']> {
    const key = randomBytes(32);
    const iv = Buffer.concat([randomBytes(8), Buffer.alloc(8)]);
    const stored = `${path}.stored`;
    const cipher = createCipheriv('aes-256-ctr', key, iv);
    await pipeline(createReadStream(path), cipher, createWriteStream(stored));
    const hash = createHash('sha256');
    await pipeline(createReadStream(stored), hash);
    const url = `mxc://bench/${Buffer.from(stored).toString('hex')}`;
    return encryptedFile(url, { key, iv }, hash.digest()) as AttachmentOptions['file'];
  }

  return {
    async plan(act, sizeMiB, pairs) {
      const path = await plainFile(sizeMiB);
      const file = act === 'download' ? await encryptedCopy(path) : null;
      const options: AttachmentOptions = {
        act,
        baseUrl: server.url,
        token: 'token',
        path,
        sizeBytes: sizeMiB * mib,
        file,
        answersHash: true,
      };
      const key = `${act} ${sizeMiB}`;
      const sample = async (side: Side): Promise<Sample> => {
        const taken = await bench.child('attachment', side, options);
        if (side === 'ours')
          added.set(key, [...(added.get(key) ?? []), taken.notes?.['addedMiB'] ?? 0]);
        return taken;
      };
      return { name: `${act} ${sizeMiB} MiB`, sides: ['peer', 'ours', 'floor'], pairs, sample };
    },
    addedMiB: (act, sizeMiB) => Math.max(...(added.get(`${act} ${sizeMiB}`) ?? [Number.NaN])),
    async real(sizeMiB, pairs) {
      const homeserver = await startHomeserver({ config: { max_upload_size: '2G' } });
      try {
        const { accessToken } = await homeserver.registerUser({ username: 'a', password: 'pw' });
        const path = await plainFile(sizeMiB);
        const options: AttachmentOptions = {
          act: 'upload',
          baseUrl: homeserver.baseUrl,
          token: accessToken,
          path,
          sizeBytes: sizeMiB * mib,
          file: null,
          answersHash: false,
        };
        const times: Record<string, number[]> = { plain: [], ours: [], peer: [] };
        for (let pair = 0; pair < pairs; pair += 1)
          for (const side of Object.keys(times))
            times[side]?.push((await bench.child('attachment', side, options)).ms);
        return Object.fromEntries(Object.entries(times).map(([side, ms]) => [side, median(ms)]));
      } finally {
        await homeserver.stop();
      }
    },
    close() {
      server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
