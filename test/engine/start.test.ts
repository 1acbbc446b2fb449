// The built engine keeps the code that a start compiled. Nothing but time may hang on it: whatever became of the file, an engine starts.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#stores/profile/open';
import { saveOfflineSession } from '../support/offlineSession';
import { silentLog } from '../support/silentLog';
import { removeBuiltCopy } from './kill/support/build';
import { createEngineProcess } from './kill/support/engineProcess';

const key = new Uint8Array(32).fill(3);
const folder = mkdtempSync(join(tmpdir(), 'trellis-start-'));
const profile = join(folder, 'profile');
const codeFolder = join(folder, 'code');
const file = join(codeFolder, 'engine.code');

beforeAll(() => {
  const store = openStore({ folder: profile, key, log: silentLog });
  saveOfflineSession(store, '@me:example.org', 'DEVICE');
  store.close();
});
afterAll(() => {
  removeBuiltCopy();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an engine, waits for its first answers and for its end. */
async function startAndStop(): Promise<void> {
  const engine = createEngineProcess({
    folder: profile,
    key,
    env: { NODE_COMPILE_CACHE: codeFolder },
  });
  engine.start();
  await engine.until('the first list', () => engine.startTimes.length > 0);
  await engine.until('the phase', () => engine.sync() !== null);
  expect(engine.sync()?.phase).not.toBe('signed_out');
  const exit = engine.nextExit();
  await engine.stop();
  await exit;
}

/** On a busy machine the window's first question can come later than an engine waits for one: such a start keeps nothing, and the next one does. */
async function startUntil(isKept: () => boolean): Promise<void> {
  const most = 8;
  for (let starts = 0; starts < most; starts += 1) {
    await startAndStop();
    if (isKept()) return;
  }
}

test('a start keeps its code, and the next one takes it as it is', async () => {
  await startUntil(() => existsSync(file));
  const kept = statSync(file);
  await startAndStop();
  expect(statSync(file).ino).toBe(kept.ino);
});

test.each<[string, (code: Buffer) => Buffer]>([
  ['cut off', (code) => code.subarray(0, code.length / 2)],
  ['emptied', () => Buffer.alloc(0)],
  ['of another build', (code) => Buffer.concat([Buffer.from('another'), code.subarray(7)])],
  ['damaged', (code) => Buffer.from(code).fill(0, code.length / 2, code.length / 2 + 512)],
])('code that is %s is made anew', async (_name, spoil) => {
  await startUntil(() => existsSync(file));
  const sound = readFileSync(file);
  const head = (code: Buffer): string => code.toString('latin1', 0, 20);
  const spoilt = spoil(sound);
  writeFileSync(file, spoilt);
  await startUntil(() => !readFileSync(file).equals(spoilt));
  expect(head(readFileSync(file))).toBe(head(sound));
  const renewed = statSync(file);
  await startAndStop();
  expect(statSync(file).ino).toBe(renewed.ino);
});
