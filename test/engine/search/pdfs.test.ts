// PDFs are read by a process without keys: what it reads, what it gives up, and that the engine goes on whatever becomes of it.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDeflate, deflateSync } from 'node:zlib';
import { createCell } from '#engine/desktop';
import { createPdfReader } from '#engine/search/pdfs';
import type { Port } from '#contract/wire/port';
import { pdf } from '../../fixtures/pdf';
import { log } from '../crypto/harness';
import { testClock } from '../views/support';

const bundle = resolve(__dirname, '../../../.out/reader/process.js');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const bytesOf = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

/** The engine's side with main's work done by the test: `start` false, no process comes. */
function setUp(start: (child: ChildProcess) => boolean = () => true) {
  const wish = createCell<{ readonly turn: number } | null>(null);
  const clock = testClock();
  const turns: (number | null)[] = [];
  const reader = createPdfReader({ wish, clock, log });
  let child: ChildProcess | null = null;
  wish.onChange(() => {
    const now = wish.now();
    turns.push(now?.turn ?? null);
    child?.kill('SIGKILL');
    child = null;
    if (now === null) return;
    if (!existsSync(bundle)) throw new Error('The reader is not built: npm run build');
    const made = fork(join(__dirname, 'readerChild.cjs'), [bundle], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    children.push(made);
    child = made;
    made.once('exit', () => reader.gone(now.turn));
    if (!start(made)) return;
    made.send('port');
    const port: Port = {
      post: (message) => void made.send(message as object),
      onMessage: (listener) => {
        made.on('message', listener);
        return () => void made.off('message', listener);
      },
      onClose: () => () => undefined,
      close: () => undefined,
    };
    reader.connect(now.turn, port);
  });
  return { reader, clock, turns, child: () => child };
}

const pages = [
  { lines: ['Beds by the wall', 'rhubarb and beans'], size: 12 },
  { lines: ['The second page says greenhouse'], size: 12 },
];

/** One page whose drawing is a stream of blanks that is a thousand times larger than the file. */
async function bomb(): Promise<Buffer> {
  const deflate = createDeflate();
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const blanks = Buffer.alloc(10_000_000, ' ');
  for (let n = 0; n < 80; n += 1)
    await new Promise<void>((done) => void deflate.write(blanks, () => done()));
  await new Promise<void>((done) => void deflate.end(() => done()));
  return onePage(Buffer.concat(parts));
}

function onePage(drawn: Buffer): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
  ].map((object, index) => Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`));
  const head = `4 0 obj\n<< /Length ${drawn.length} /Filter /FlateDecode >>\nstream\n`;
  const end = '\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n';
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects,
    Buffer.from(head),
    drawn,
    Buffer.from(end),
  ]);
}

test('the text of all pages is read, at most as much as is asked for, and the process goes when nothing is left', async () => {
  const { reader, clock, turns, child } = setUp();
  const file = bytesOf(pdf(pages));
  const text = await reader.read(file, 200_000);
  expect(text?.replace(/\s+/g, ' ')).toBe(
    'Beds by the wall rhubarb and beans The second page says greenhouse',
  );
  expect(file.byteLength).toBeGreaterThan(500);
  expect(await reader.read(file, 8)).toBe('Beds by ');
  expect(turns).toEqual([1]);
  expect(child()).not.toBeNull();
  clock.pass(5_000);
  expect(turns).toEqual([1, null]);
  expect(child()).toBeNull();
});

test('what is broken, empty, locked or no PDF says nothing, and the next file is read by the same process', async () => {
  const { reader, turns } = setUp();
  const whole = pdf(pages);
  const locked = Buffer.from(
    whole
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P 0 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) >>`,
      ),
    'latin1',
  );
  const loop = onePage(deflateSync(Buffer.from('BT ET'))).toString('latin1');
  for (const bad of [
    Buffer.alloc(0),
    Buffer.from('%PDF-1.7 and nothing'),
    whole.subarray(0, 40),
    locked,
    // A page that is its own parent's parent.
    Buffer.from(loop.replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1'),
  ])
    expect(await reader.read(bytesOf(bad), 200_000)).toBe('');
  expect((await reader.read(bytesOf(whole), 200_000))?.includes('greenhouse')).toBe(true);
  expect(turns).toEqual([1]);
}, 120_000);

test('a file that grows without end is given up, and the next one is read', async () => {
  const { reader, turns } = setUp();
  expect(await reader.read(bytesOf(await bomb()), 200_000)).toBe('');
  expect((await reader.read(bytesOf(pdf(pages)), 200_000))?.includes('rhubarb')).toBe(true);
  expect(turns).toEqual([1]);
}, 120_000);

test('a process that dies, or answers nothing, takes its file with it; the next file has another', async () => {
  const { reader, clock, turns } = setUp((child) => {
    if (turns.at(-1) === 1) child.kill('SIGSTOP');
    return true;
  });
  const first = reader.read(bytesOf(pdf(pages)), 200_000);
  await new Promise(setImmediate);
  clock.pass(30_000);
  expect(await first).toBe('');
  const second = reader.read(bytesOf(pdf(pages)), 200_000);
  await new Promise(setImmediate);
  children.at(-1)?.kill('SIGKILL');
  expect(await second).toBe('');
  expect((await reader.read(bytesOf(pdf(pages)), 200_000))?.includes('rhubarb')).toBe(true);
  expect(turns).toEqual([1, null, 2, null, 3]);
}, 120_000);

test('where no process comes the file is left for a later start', async () => {
  const { reader, clock } = setUp(() => false);
  const reading = reader.read(bytesOf(pdf(pages)), 200_000);
  await new Promise(setImmediate);
  clock.pass(20_000);
  expect(await reading).toBeNull();
});
