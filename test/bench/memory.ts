// R10: what the engine holds in memory after a start and the first sight of twenty rooms, beside a process that reads the same rows.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchedPort } from '#contract/wire/batches';
import { client } from '#contract/wire/client';
import { engine as contract } from '#contract/engine';
import { compareAll, noiseOf, type Bench, type ComparisonPlan } from './bench';
import { firstEvents, firstRooms, type Sample } from './shapes';
import { median, ratioOf, type Side } from './statistics';
import { ended, forkEngine, initOf, portTo } from './warm';

const switches = 20;
const sizes = [1000, 5000] as const;
/** The same number as in the fixtures. */
const eventsPerRoom = 36;
const sides: readonly Side[] = ['ours', 'floor'];

interface MemoryQuery {
  readonly folder: string;
  readonly roomIds: readonly string[];
}

/** Proportional set size, in MiB: pages that several processes share count in parts. */
function pssOf(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? NaN) / 1024;
}

/** When it has stood still for a second. */
async function settledPss(pid: number | undefined): Promise<number> {
  for (let before = pssOf(pid); ;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = pssOf(pid);
    if (Math.abs(now - before) < 1) return now;
    before = now;
  }
}

async function ours(bench: Bench, { folder, roomIds }: MemoryQuery): Promise<Sample> {
  const child = forkEngine(bench.script('engine'));
  const window = client(contract, batchedPort(portTo(child)));
  child.send(['control', initOf(folder)]);
  child.send(['control', { type: 'attach', connection: 1, first: false }]);
  await new Promise<void>((done) => {
    window.list('rooms', { text: '', collapsed: [], limit: firstRooms }, () => done());
  });
  let messages = 0;
  for (const roomId of roomIds) {
    const query = { roomId, threadId: null, around: null, limit: firstEvents };
    await new Promise<void>((done) => {
      const list = window.list('timeline', query, (_ops, all) => {
        messages += all().some(({ kind }) => kind === 'message') ? 1 : 0;
        list.close();
        done();
      });
    });
  }
  // The library and the crypto store are loaded before the server is asked, which cannot be reached here.
  await new Promise<void>((done) => {
    window.value('sync', {}, ({ error }) => {
      if (error !== null) done();
    });
  });
  const ms = await settledPss(child.pid);
  const exit = ended(child);
  child.send(['control', { type: 'stop' }]);
  await exit;
  return { ms, digest: String(messages) };
}

async function floor(bench: Bench, { folder, roomIds }: MemoryQuery): Promise<Sample> {
  const child = fork(bench.script('warmFloor'), [], { serialization: 'advanced' });
  let messages = 0;
  for (const roomId of roomIds) {
    const answer = new Promise<{ events: readonly { event: { type: string } }[] }>((done) => {
      child.once('message', (value) => done(value as Awaited<typeof answer>));
    });
    child.send({ folder, roomId });
    messages += (await answer).events.some(({ event }) => event.type === 'm.room.message') ? 1 : 0;
  }
  const ms = await settledPss(child.pid);
  const exit = ended(child);
  child.disconnect();
  await exit;
  return { ms, digest: String(messages) };
}

/** Its samples are MiB. */
export async function measureMemory(bench: Bench) {
  const plans: ComparisonPlan[] = [];
  for (const rooms of sizes) {
    const folder = await bench.fixture('warm', `warm-${rooms}`, { rooms });
    const ids = JSON.parse(readFileSync(join(folder, 'rooms.json'), 'utf8')) as string[];
    const query = { folder, roomIds: ids.slice(0, switches) };
    const sample = (side: Side): Promise<Sample> => (side === 'ours' ? ours : floor)(bench, query);
    plans.push({ name: `${rooms} rooms, MiB`, sides, pairs: Math.min(bench.pairs, 9), sample });
  }
  const [first] = plans;
  if (first === undefined) throw new Error('nothing to measure');
  const noise = await noiseOf(bench, first);
  const comparisons = await compareAll(bench, plans);
  const values = comparisons.map(({ sides: { ours: own } }) => own?.samples.map(({ ms }) => ms));
  const [small = [], big = []] = values;
  const events = (sizes[1] - sizes[0]) * eventsPerRoom;
  return {
    noise,
    comparisons,
    judged: [
      ...comparisons.map(({ name, sides: { ours: own, floor: least } }) => ({
        what: `gap, ${name}`,
        ...ratioOf(
          own?.samples.map(({ ms }) => ms) ?? [],
          least?.samples.map(({ ms }) => ms) ?? [],
        ),
        bar: { atMost: 2.7 },
      })),
      {
        what: 'bytes for each further stored event',
        value: ((median(big) - median(small)) * 1024 * 1024) / events,
        bar: { atMost: 30 },
      },
    ],
    notes: [
      `After the list and ${switches} rooms; all numbers of the sides are MiB (PSS), not ms.`,
    ],
  };
}
