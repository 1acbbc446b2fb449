// The power goes while commits are made: what was acknowledged is there, in the outbox and in the crypto store. The shim below the
// processes makes every write vanish that was not synced (test/support/powerloss).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPowerLossFolder, type PowerLossFolder } from '../../support/powerloss/powerLoss';
import type { Found } from '../../support/powerloss/writerChild';
import { sized } from '../../support/sized';
import { allOf, allSent } from './support/progress';
import { createChance, say } from './support/random';
import { openStage } from './support/stage';

const isLinux = process.platform === 'linux';
const chance = createChance();
const runs = sized(8, 100);
const register = join(__dirname, '../../support/registerSwc.cjs');
const writer = join(__dirname, '../../support/powerloss/writerChild.ts');

interface Run {
  readonly found: Found;
  /** Numbers of acknowledged commits. */
  readonly outbox: readonly number[];
  readonly records: readonly number[];
}

/** Starts the writer on the folder and kills it after so many acknowledgements. */
function writeUntilDeath(
  { folder, env }: PowerLossFolder,
  key: Uint8Array,
  first: number,
  acknowledgements: number,
  synchronous = 'FULL',
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const args = ['-r', register, writer, folder, Buffer.from(key).toString('hex'), String(first)];
    const child = spawn(process.execPath, [...args, synchronous], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    let errors = '';
    let found: Found | null = null;
    const outbox: number[] = [];
    const records: number[] = [];
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    createInterface(child.stdout).on('line', (line) => {
      const [kind = '', rest = ''] = line.split(/ (.*)/);
      if (kind === 'found') found = JSON.parse(rest) as Found;
      if (kind === 'outbox') outbox.push(Number(rest));
      if (kind === 'record') records.push(Number(rest));
      if (outbox.length + records.length >= acknowledgements) child.kill('SIGKILL');
    });
    child.on('close', (_code, signal) => {
      if (found === null || signal !== 'SIGKILL') reject(new Error(`the writer ended: ${errors}`));
      else resolve({ found, outbox, records });
    });
  });
}

const missing = (promised: Iterable<number>, there: readonly number[]): number[] => {
  const set = new Set(there);
  return [...promised].filter((n) => !set.has(n));
};

/** The shim is for Linux. Elsewhere there is one test, which says so. */
const onLinux: typeof test | (() => void) = isLinux ? test : () => undefined;
if (!isLinux)
  test('power cuts are tested on Linux only: the shim needs LD_PRELOAD and /proc', () => {
    expect(process.platform).not.toBe('linux');
  });

onLinux(
  `${runs} power cuts: no acknowledged commit of outbox, crypto inbox or crypto store is lost`,
  async () => {
    const disk = createPowerLossFolder();
    const key = randomBytes(32);
    const outbox = new Set<number>();
    const records = new Set<number>();
    let next = 0;
    let undone = 0;
    try {
      for (let run = 0; run <= runs; run += 1) {
        const result = await writeUntilDeath(disk, key, next, 1 + chance.below(160));
        expect(result.found.integrity).toEqual(['ok', 'ok']);
        expect(missing(outbox, result.found.outbox)).toEqual([]);
        expect(missing(records, result.found.records)).toEqual([]);
        expect(result.found.inbox).toBe(Math.max(-1, ...result.found.outbox));
        result.outbox.forEach((n) => outbox.add(n));
        result.records.forEach((n) => records.add(n));
        next += 10_000;
        // Every other time some of the unsynced blocks have reached the disk, as chance will have it.
        const some = run % 2 === 0 ? null : () => chance.below(2) === 0;
        if (disk.cut(some) > 0) undone += 1;
      }
    } finally {
      disk.remove();
    }
    say(
      `power loss: TRELLIS_SEED=${chance.seed}, ${runs} cuts, ${undone} with unsynced writes undone, ` +
        `${outbox.size} outbox and ${records.size} crypto commits acknowledged, 0 lost`,
    );
    expect(outbox.size + records.size).toBeGreaterThan(20 * runs);
  },
  sized(600_000, 1_800_000),
);

onLinux(
  'the shim bites: with synchronous=NORMAL acknowledged commits are lost',
  async () => {
    const disk = createPowerLossFolder();
    const key = randomBytes(32);
    try {
      const { outbox } = await writeUntilDeath(disk, key, 0, 100, 'NORMAL');
      disk.cut();
      const { found } = await writeUntilDeath(disk, key, 10_000, 1);
      expect(missing(outbox, found.outbox)).not.toEqual([]);
    } finally {
      disk.remove();
    }
  },
  60_000,
);

onLinux(
  'the engine after power cuts: the same device, everything readable, nothing sent twice',
  async () => {
    const disk = createPowerLossFolder();
    let cuts = 0;
    const beforeRestart = (): void => {
      cuts += 1;
      disk.cut(cuts % 2 === 0 ? () => chance.below(2) === 0 : null);
    };
    const { folder, env } = disk;
    const stage = await openStage({ alice: { folder, env, beforeRestart }, rotateAfter: 5 });
    const { alice, bob, carol, roomId, ids } = stage;
    const devices = async (): Promise<unknown> =>
      Object.values(
        (await stage.deviceKeys(ids.alice)) as Record<string, { device_id: string; keys: object }>,
      ).map(({ device_id, keys }) => ({ device_id, keys }));
    const before = await devices();
    const ours: string[] = [];
    const theirs: string[] = [];
    try {
      for (let round = 0; round < 4; round += 1) {
        const mine = Array.from({ length: 10 }, (_, n) => `alice ${round} ${n}`);
        const his = Array.from({ length: 10 }, (_, n) => `bob ${round} ${n}`);
        ours.push(...mine);
        theirs.push(...his);
        const death = alice.nextExit();
        const written = Promise.all([alice.write(roomId, mine), bob.write(roomId, his)]);
        const passes = 3 + chance.below(6);
        const seen = stage.stored().length;
        await carol.until('some of them', () => stage.stored().length >= seen + passes);
        alice.kill();
        await death;
        await alice.until('the engine again', () => alice.running());
        await written;
      }
      await allSent(alice);
      await allOf(bob, 'bob reads more', () => bob.texts().length, 80);
      await allOf(carol, 'the witness has more', () => carol.events.size, 80);
      await allOf(alice, 'alice reads more', () => alice.texts().length, 80);
      expect(stage.truth(ids.alice)).toEqual(ours);
      expect(stage.truth(ids.bob)).toEqual(theirs);
      expect([alice.texts(ids.alice), alice.texts(ids.bob)]).toEqual([ours, theirs]);
      expect([bob.texts(ids.alice), bob.texts(ids.bob)]).toEqual([ours, theirs]);
      expect(await devices()).toEqual(before);
      expect(alice.encryption()?.state).not.toBe('failed');
      expect(cuts).toBe(4);
      say(`power loss: the engine, ${cuts} cuts, 80 messages, 0 lost, 0 doubled, the same device`);
    } finally {
      await stage.close();
      disk.remove();
    }
  },
  600_000,
);
