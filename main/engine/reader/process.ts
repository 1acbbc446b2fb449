// The process that reads the text of PDFs for search: a Node process without keys, account and environment, which gets bytes over a port
// and answers text. Each file is read in a thread of its own, which ends with it, or when it takes too long or too much memory.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { mostPdfBytes, mostReadMs, type ReadAnswer, type ReadRequest } from './exchange';

interface Port {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
  start(): void;
}

interface ParentPort {
  on(event: 'message', listener: (event: { ports: Port[] }) => void): void;
  postMessage(message: unknown): void;
}

/** Limit for the whole process; it draws no pictures of pages, and reading text takes little. */
const mostMemoryBytes = 600_000_000;
const lookMs = 50;
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 2 };

// Whatever a file says: no text becomes code, in no thread that begins after this.
setFlagsFromString('--disallow-code-generation-from-strings');

function readText({ bytes, characters }: Omit<ReadRequest, 'id'>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const own = bytes.slice();
  const worker = new Worker(join(__dirname, 'worker.js'), {
    workerData: { bytes: own, characters },
    transferList: [own.buffer],
    resourceLimits: heap,
    env: {},
    // The library's complaints may quote the file, so they are not logged.
    stdout: true,
    stderr: true,
  });
  const begun = performance.now();
  const look = setInterval(() => {
    const late = performance.now() - begun > mostReadMs;
    if (late || process.memoryUsage.rss() > mostMemoryBytes) end('');
  }, lookMs);
  let isOver = false;
  const end = (text: string): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(look);
    // The next one begins once its memory is free.
    void worker.terminate().finally(() => resolve(text));
  };
  worker.once('message', (text: unknown) => end(typeof text === 'string' ? text : ''));
  worker.once('error', () => end(''));
  worker.once('exit', () => end(''));
  return promise;
}

function isRequest(data: unknown): data is ReadRequest {
  if (typeof data !== 'object' || data === null) return false;
  const { id, bytes, characters } = data as Partial<Record<keyof ReadRequest, unknown>>;
  return (
    Number.isSafeInteger(id) &&
    ArrayBuffer.isView(bytes) &&
    bytes.byteLength <= mostPdfBytes &&
    Number.isSafeInteger(characters)
  );
}

const parent = (process as unknown as { parentPort: ParentPort }).parentPort;
parent.on('message', ({ ports: [port] }) => {
  if (port === undefined) return;
  let before: Promise<unknown> = Promise.resolve();
  port.on('message', ({ data }) => {
    if (!isRequest(data)) return;
    // One after the other: the limit is of the process.
    before = before.then(async () => {
      const text = await readText({ ...data, bytes: new Uint8Array(data.bytes) });
      port.postMessage({ id: data.id, text: text.slice(0, data.characters) } satisfies ReadAnswer);
    });
  });
  port.start();
});
