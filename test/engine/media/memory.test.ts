// A file that is many times larger than what a transfer may hold goes up and comes down in constant memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createServer, type Server } from 'node:http';
import { truncateSync, writeFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newAttachmentKey } from '#engine/media/attachmentCrypto';
import { runTransfer } from '#engine/media/worker/transfer';
import { tempFolder } from './harness';

const sizeBytes = 192 * 1024 * 1024;
/** A part is 256 KiB; the ciphers, the sockets and the server, which is in this process, hold a few of them each. */
const mostBytes = sizeBytes / 12;
const betweenLooks = sizeBytes / 16;

let server: Server;
let url: string;
let taken = 0;
const folder = tempFolder();
const piece = Buffer.alloc(256 * 1024, 7);

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.on('data', (chunk: Buffer) => (taken += chunk.length));
      request.on('end', () => response.end('{"content_uri":"mxc://x.org/a"}'));
      return;
    }
    response.setHeader('content-length', sizeBytes);
    let left = sizeBytes / piece.length;
    const give = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(piece)) return void response.once('drain', give);
      }
      response.end();
    };
    give();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  folder.remove();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in buffers that something still holds: when V8 collects the others is its own affair, and depends on the load of the machine. */
function heldNow(): number {
  // The second one waits until the buffers that the first found are given back.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().external;
}

/** The most that was held in buffers while this ran, above what was held before. */
async function held(work: (watch: (done: number) => void) => Promise<unknown>): Promise<number> {
  const before = heldNow();
  let [most, looked] = [0, 0];
  await work((done) => {
    if (done < looked + betweenLooks) return;
    looked = done;
    most = Math.max(most, heldNow() - before);
  });
  expect(looked).toBeGreaterThan(sizeBytes / 2);
  return most;
}

const abort = new AbortController();

test('up, encrypted', async () => {
  const path = join(folder.path, 'large');
  writeFileSync(path, '');
  truncateSync(path, sizeBytes);
  const job = {
    ...{ kind: 'upload' as const, url, accessToken: 'token', path },
    ...{ contentType: 'application/octet-stream', staged: null, cipher: newAttachmentKey() },
  };
  const most = await held((watch) => runTransfer(job, abort.signal, watch));
  expect(taken).toBe(sizeBytes);
  expect(most).toBeLessThan(mostBytes);
}, 120_000);

test('down, encrypted on its way to the disk', async () => {
  const path = join(folder.path, 'came');
  const job = {
    ...{ kind: 'download' as const, url, accessToken: 'token', path },
    ...{ cipher: newAttachmentKey(), maxBytes: 2 * sizeBytes },
  };
  const most = await held((watch) => runTransfer(job, abort.signal, watch));
  expect(statSync(path).size).toBe(sizeBytes);
  expect(most).toBeLessThan(mostBytes);
}, 120_000);
