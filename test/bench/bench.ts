// Shared parts of all metrics: fixtures, child processes, the order of the samples, the A/A check, the comparison of digests.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median, p95, ratioOf, sampleOrder, type Ratio, type Side } from './statistics';
import type { Sample } from './shapes';

const run = promisify(execFile);
const root = resolve(__dirname, '../..');
export const resultsFolder = join(root, 'test/.results/bench');

export interface Bench {
  readonly pairs: number;
  /** Path of a bundled process. */
  script(name: string): string;
  /** Folder of a built profile; built once and kept until its makers change. */
  fixture(kind: string, name: string, options: object): Promise<string>;
  /** One sample in a fresh process. */
  child(script: string, ...args: readonly (string | object)[]): Promise<Sample>;
  say(line: string): void;
}

/** A side may kill itself once it has answered. */
function killedAfterAnswer(thrown: unknown): { stdout: string } {
  const { signal, stdout } = thrown as { signal?: unknown; stdout?: unknown };
  if (signal === 'SIGKILL' && typeof stdout === 'string' && stdout !== '') return { stdout };
  throw thrown;
}

/** Everything that has a say in how a fixture looks. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const add = (path: string): void => void hash.update(readFileSync(join(root, path)));
  for (const name of readdirSync(join(root, 'native-stores/migrations')).sort())
    add(`native-stores/migrations/${name}`);
  for (const name of ['derive', 'names']) add(`main/engine/rooms/${name}.ts`);
  add('test/fixtures/generator.ts');
  add('test/bench/sides/fixtures.ts');
  add('test/bench/sides/encryptedFixture.ts');
  add('test/bench/sides/searchFixture.ts');
  add('test/fixtures/manyMessages.ts');
  return hash.digest('hex').slice(0, 12);
}

export function createBench(sides: string, pairs: number, say: (line: string) => void): Bench {
  const fixtures = join(resultsFolder, 'fixtures');
  const mark = fingerprint();
  mkdirSync(fixtures, { recursive: true });
  for (const old of readdirSync(fixtures))
    if (!old.endsWith(mark)) rmSync(join(fixtures, old), { recursive: true, force: true });
  const script = (name: string): string => join(sides, `${name}.js`);
  return {
    pairs,
    script,
    say,
    async fixture(kind, name, options) {
      const folder = join(fixtures, `${name}-${mark}`);
      if (existsSync(folder)) return folder;
      say(`  building ${name} …`);
      const half = `${folder}.half-${mark}`;
      rmSync(half, { recursive: true, force: true });
      await run(process.execPath, [script('fixtures'), kind, half, JSON.stringify(options)]);
      renameSync(half, folder);
      return folder;
    },
    async child(name, ...args) {
      const words = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)));
      const ended = await run(process.execPath, [script(name), ...words]).catch(killedAfterAnswer);
      return JSON.parse(ended.stdout) as Sample;
    },
  };
}

export interface SideResult {
  readonly samples: readonly Sample[];
  readonly medianMs: number;
  readonly p95Ms: number;
}

export interface Comparison {
  readonly name: string;
  readonly pairs: number;
  readonly sides: Readonly<Partial<Record<Side, SideResult>>>;
  readonly digestsAgree: boolean;
  readonly lead: Ratio | null;
  readonly gap: Ratio | null;
}

export interface ComparisonPlan {
  readonly name: string;
  readonly sides: readonly Side[];
  readonly pairs: number;
  /** How often the sides but the peer are taken within a pair: with 15 samples of 0.1 s, A/A is outside its limits one time in three. */
  readonly repeats?: number;
  readonly sample: (side: Side) => Promise<Sample>;
}

const leastChecks = 4;

/** The sides of one pair, taken in turn. */
const turnsOf = ({ sides, repeats = 1 }: ComparisonPlan): Side[] => [
  ...sides,
  ...Array.from({ length: repeats - 1 }, () => sides.filter((side) => side !== 'peer')).flat(),
];

/** Ours against ours, at the first size: what the machine adds by itself. */
export async function noiseOf(bench: Bench, plan: ComparisonPlan): Promise<number> {
  bench.say(`  A/A, ${plan.name}`);
  const times = { a: [] as number[], b: [] as number[] };
  await plan.sample('ours');
  const checks = Math.max(leastChecks, plan.pairs) * (plan.repeats ?? 1);
  for (const side of sampleOrder(['a', 'b'] as const, checks))
    times[side].push((await plan.sample('ours')).ms);
  return median(times.a) / median(times.b);
}

export const timesOf = (result: SideResult | undefined): number[] =>
  result?.samples.map((sample) => sample.ms) ?? [];

function judge(plan: ComparisonPlan, samples: ReadonlyMap<Side, readonly Sample[]>): Comparison {
  const digests = new Set([...samples.values()].flat().map((sample) => sample.digest));
  const sides: Partial<Record<Side, SideResult>> = {};
  for (const [side, list] of samples) {
    const ms = list.map((sample) => sample.ms);
    sides[side] = { samples: list, medianMs: median(ms), p95Ms: p95(ms) };
  }
  const ours = timesOf(sides.ours);
  return {
    name: plan.name,
    pairs: plan.pairs,
    sides,
    digestsAgree: digests.size === 1,
    lead: sides.peer ? ratioOf(timesOf(sides.peer), ours) : null,
    gap: sides.floor ? ratioOf(ours, timesOf(sides.floor)) : null,
  };
}

/** All sizes of a metric in one go, so that a drift of the machine does not look like growth. */
export async function compareAll(
  bench: Bench,
  plans: readonly ComparisonPlan[],
): Promise<Comparison[]> {
  const most = Math.max(...plans.map((plan) => plan.pairs));
  const samples = plans.map((plan) => new Map(plan.sides.map((side) => [side, [] as Sample[]])));
  for (let pair = 0; pair < most; pair += 1) {
    bench.say(`  pair ${pair + 1} of ${most}`);
    const turns = plans.flatMap((plan, index) =>
      // Plans with fewer pairs are spread over the whole time.
      Math.floor((pair * plan.pairs) / most) === Math.floor(((pair + 1) * plan.pairs) / most)
        ? []
        : turnsOf(plan).map((side) => ({ plan, index, side })),
    );
    for (const { plan, index, side } of pair % 2 === 0 ? turns : turns.toReversed())
      samples[index]?.get(side)?.push(await plan.sample(side));
  }
  return plans.map((plan, index) => judge(plan, samples[index] ?? new Map()));
}

/** A fixed piece of work: what this machine is worth at this moment, in ms. */
export function calibrate(): number {
  const block = Buffer.alloc(1 << 20, 1);
  const rounds = Array.from({ length: 5 }, () => {
    const beganMs = performance.now();
    const hash = createHash('sha256');
    for (let round = 0; round < 64; round += 1) hash.update(block);
    hash.digest();
    return performance.now() - beganMs;
  });
  return median(rounds);
}
