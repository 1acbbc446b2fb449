// Processes are killed with SIGKILL while they write: what was acknowledged is there afterwards, whole, and readable.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  DeviceId,
  EncryptionSettings,
  initAsync,
  OlmMachine,
  RoomId,
  StoreHandle,
  UserId,
} from '@matrix-org/matrix-sdk-crypto-wasm';

import { installIndexedDb } from '#stores/indexeddb/index';
import type { IDBDatabase } from '#stores/indexeddb/database';
import { createTestStore, openDatabase, settled, type TestStore } from './support';

const seed = Number(process.env['TRELLIS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const child = join(__dirname, 'killedChild.cjs');

/** A small generator, so that a seed gives the same moments of the kills again. */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Outcome {
  readonly lines: readonly string[];
  readonly signal: NodeJS.Signals | null;
}

/** Runs the child and kills it when `moment` says so for a line. */
function runAndKill(
  args: readonly string[],
  moment: (line: string) => boolean,
  command: readonly string[] = [process.execPath],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const [program = '', ...before] = command;
    const process_ = spawn(program, [...before, child, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    let seen = 0;
    process_.stdout.setEncoding('utf8');
    process_.stdout.on('data', (part: string) => {
      text += part;
      const lines = text.split('\n').slice(0, -1);
      for (; seen < lines.length; seen++) {
        if (moment(lines[seen] ?? '')) process_.kill('SIGKILL');
      }
    });
    process_.on('error', reject);
    process_.on('close', (_code, signal) =>
      resolve({ lines: text.split('\n').slice(0, -1), signal }),
    );
  });
}

const numbers = (lines: readonly string[], word: string): number[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.split(' ')[1]));

/** Everything acknowledged is there, in both stores and in the index, and the file is sound. */
async function checkContent(store: TestStore, acknowledged: ReadonlySet<number>): Promise<void> {
  const db: IDBDatabase = await openDatabase(store.reopen().factory);
  const all = db.transaction(['a', 'b']);
  const [inA, inB, indexed] = await Promise.all([
    settled<string[]>(all.objectStore('a').getAllKeys()),
    settled<string[]>(all.objectStore('b').getAllKeys()),
    settled<number>(all.objectStore('a').index('n').count()),
  ]);
  const there = new Set(inA);
  expect([...acknowledged].filter((n) => !there.has(`key ${n}`))).toEqual([]);
  expect(inB).toEqual(inA);
  expect(indexed).toBe(inA.length);
  expect(db.backend.file.prepare('PRAGMA integrity_check').all()).toEqual([
    { integrity_check: 'ok' },
  ]);
  store.handle.close();
}

describe(`killed processes, TRELLIS_SEED=${seed}`, () => {
  const random = randomFrom(seed);
  let store: TestStore;
  beforeEach(() => {
    store = createTestStore();
    store.handle.close();
  });
  afterEach(() => store.remove());

  test('no acknowledged transaction is lost, none is there by half', async () => {
    const acknowledged = new Set<number>();
    let next = 0;
    for (let kill = 0; kill < 8; kill++) {
      let left = 20 + random(400);
      const { lines, signal } = await runAndKill(
        ['write', store.directory, store.key.toString('hex'), String(next)],
        () => --left <= 0,
      );
      expect(signal).toBe('SIGKILL');
      expect(lines.filter((line) => line.startsWith('abort'))).toEqual([]);
      for (const n of numbers(lines, 'ack')) acknowledged.add(n);
      next = Math.max(...acknowledged) + 100;

      await checkContent(store, acknowledged);
    }
    expect(acknowledged.size).toBeGreaterThan(100);
  }, 60_000);

  test('a commit that the disk refuses is not acknowledged, and loses nothing before it', async () => {
    // The shell lets no file grow beyond this many KiB: writing the log fails, as on a full or broken disk.
    const limited = `trap "" XFSZ; ulimit -f ${600 + random(2000)}; exec "$0" "$@"`;
    const { lines } = await runAndKill(
      ['write', store.directory, store.key.toString('hex'), '0'],
      () => false,
      ['bash', '-c', limited, process.execPath],
    );
    expect(lines.some((line) => /^abort \d+ (UnknownError|QuotaExceededError)$/.test(line))).toBe(
      true,
    );
    const refused = new Set(numbers(lines, 'abort'));
    const acknowledged = new Set(numbers(lines, 'ack'));
    expect([...acknowledged].filter((n) => refused.has(n))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(0);
    await checkContent(store, acknowledged);
  }, 30_000);

  test('the crypto library keeps its identity and every imported session', async () => {
    await initAsync();
    const sender = await OlmMachine.initialize(new UserId('@bob:example.org'), new DeviceId('BOB'));
    const room = new RoomId('!room:example.org');
    for (let i = 0; i < 600; i++) {
      await sender.invalidateGroupSession(room);
      await sender.shareRoomKey(room, [], new EncryptionSettings());
    }
    const keys = JSON.parse(await sender.exportRoomKeys(() => true)) as { session_id: string }[];
    const batches = Array.from({ length: 20 }, (_, i) => keys.slice(i * 30, i * 30 + 30));
    const input = join(store.directory, 'keys.json');
    writeFileSync(input, JSON.stringify(batches));

    const acknowledged = new Set<string>();
    const identities = new Set<string>();
    for (let kill = 0; kill < 5; kill++) {
      const last = random(batches.length);
      const { lines, signal } = await runAndKill(
        ['import', store.directory, store.key.toString('hex'), input],
        (line) => line === `start ${last}`,
      );
      expect(signal).toBe('SIGKILL');
      for (const n of numbers(lines, 'ack')) {
        for (const { session_id: id } of batches[n] ?? []) acknowledged.add(id);
      }
      for (const line of lines) if (line.startsWith('identity ')) identities.add(line.slice(9));

      const uninstall = installIndexedDb(store.reopen());
      const machine = await OlmMachine.initFromStore(
        new UserId('@alice:example.org'),
        new DeviceId('DEVICE'),
        await StoreHandle.open('account', null),
      );
      identities.add(machine.identityKeys.ed25519.toBase64());
      const exported = JSON.parse(await machine.exportRoomKeys(() => true)) as typeof keys;
      const there = new Set(exported.map(({ session_id: id }) => id));
      expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
      machine.close();
      store.handle.close();
      uninstall();
    }
    expect(identities.size).toBe(1);
  }, 60_000);
});
