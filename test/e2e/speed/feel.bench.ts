// `npm run bench -- R13`: what a person feels, the whole app beside Cinny in the same Chromium, the same account, one after the other
// in the order A B B A: process to list, sign-in to list, press on a room to its newest message, Enter to one's own echo, memory, idle
// processor time. The peer is a built Cinny that TRELLIS_PEER_CINNY names (its folder or its address); without it ours and the bare
// window are measured alone. A measure: on a machine that does other work only its ratios say something, so it is no part of `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { median, p95, ratioOf, sampleOrder } from '../../bench/statistics';
import { longTasksOf, memoryOf, processorOf } from '../feel/measure';
import { ourSide, peerSide, startBare, startStill } from '../feel/sides';
import type { Running, Side } from '../feel/sides';
import { drawnRoom, makeStill, type StillRoom } from '../feel/still';
import { makeWorld } from '../feel/world';
import type { World } from '../feel/world';
import { endStage, openStage } from '../support/stage';
import type { Stage } from '../support/stage';

const pairs = Number(process.env['TRELLIS_BENCH_PAIRS'] ?? 5);
const rooms = Number(process.env['TRELLIS_BENCH_ROOMS'] ?? 300);
const echoes = 20;
const idleSeconds = 20;

test.use({ trace: 'off', screenshot: 'off' });

let stage: Stage;
let world: World;
let closePeer: (() => void) | undefined;
const sides: Side[] = [];
let writtenIn = 0;
const samples: Record<string, Partial<Record<string, number[]>>> = {};

const note = (what: string, side: string, ms: number): void => {
  ((samples[what] ??= {})[side] ??= []).push(ms);
};

const settled = async (ms: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
};

test.beforeAll(async () => {
  test.setTimeout(600_000);
  stage = await openStage();
  const peer = await peerSide(stage);
  closePeer = peer?.close;
  const before = process.env['TRELLIS_BENCH_BEFORE'];
  sides.push(ourSide(stage), ...(before === undefined ? [] : [ourSide(stage, before)]));
  if (peer !== null) sides.push(peer);
  // Those that are visited, the last one, and one for each start to write in: what is written hides what is waited for.
  world = await makeWorld(stage, rooms, 14 + pairs * sides.length);
});
endStage(() => stage);
test.afterAll(() => {
  closePeer?.();
  for (const { forget } of sides) forget();
});

async function visits(
  name: string,
  page: Page,
  visit: (room: string) => Promise<number>,
): Promise<void> {
  // The room that was open last is drawn at the start already.
  const [first = '', ...rooms] = world.visited.slice(0, 13);
  await visit(first);
  const longTasks = await longTasksOf(page);
  for (const what of ['switch, first visit', 'switch, visited'])
    for (const room of rooms) note(what, name, await visit(room));
  const { count, longestMs } = await longTasks();
  note(`tasks above 50 ms in ${2 * rooms.length} switches`, name, count);
  note('the longest of them', name, longestMs);
}

/** Each room as our side draws it, as a page without the app. */
async function stillOf(side: Side, { page }: Running, lastRoom: string) {
  const rooms: StillRoom[] = [];
  for (const name of [...world.visited.slice(0, 13), lastRoom]) {
    await side.visit(page, name);
    await settled(300);
    rooms.push(await drawnRoom(page, name));
  }
  return makeStill(page, rooms, '.');
}

async function writing(side: Side, { page }: Running): Promise<void> {
  writtenIn += 1;
  await side.visit(page, world.visited[13 + writtenIn] ?? '');
  for (let index = 0; index < echoes; index += 1)
    note('Enter to echo', side.name, await side.echo(page, `echo ${Date.now()} ${index}`));
}

async function standing(name: string, folder: string): Promise<void> {
  await settled(5_000);
  const before = processorOf(folder);
  await settled(idleSeconds * 1000);
  note('idle, % of a core', name, (100 * (processorOf(folder) - before)) / idleSeconds);
  note('memory, MiB', name, memoryOf(folder));
}

function report(): void {
  const lines = Object.entries(samples).map(([what, of]) => {
    const texts = Object.entries(of).map(([side, values = []]) => {
      const digits = median(values) < 10 ? 2 : 0;
      return `${side} ${median(values).toFixed(digits)} (p95 ${p95(values).toFixed(digits)}, ${values.length})`;
    });
    const ratio = (name: string, above?: readonly number[], below?: readonly number[]): string => {
      if (above === undefined || below === undefined) return '';
      const { value, low, high } = ratioOf(above, below);
      return `   ${name} ${value.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
    };
    const ratios = [
      ratio('lead', of['peer'], of['ours']),
      ratio('ours ÷ still', of['ours'], of['still']),
      ratio('ours ÷ before', of['ours'], of['before']),
    ];
    return `  ${what}: ${texts.join('   ')}${ratios.join('')}`;
  });
  const peer = sides.length > 1 ? '' : ', no peer (TRELLIS_PEER_CINNY)';
  process.stdout.write(`R13, ${rooms} rooms${peer}\n${lines.join('\n')}\n`);
  const folder = join('test', '.results', 'bench');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `R13-${Date.now()}.json`),
    JSON.stringify({ rooms, samples }, null, 1),
  );
}

test('R13', async () => {
  test.setTimeout(3_600_000);
  const [lastRoom = ''] = world.visited.slice(13);
  let still: Awaited<ReturnType<typeof stillOf>> | undefined;
  for (const side of sides) {
    const { running, signInMs } = await side.signIn(world);
    // The second device is asked something else meanwhile.
    if (side.name !== 'before') note('sign-in to list', side.name, signInMs);
    await settled(5_000);
    // Starts begin in this room.
    await side.visit(running.page, lastRoom);
    await settled(2_000);
    if (side.name === 'ours') still = await stillOf(side, running, lastRoom);
    await running.close();
  }
  const order = [...sides.map(({ name }) => name), 'still' as const, 'bare' as const];
  for (const name of sampleOrder(order, pairs)) {
    const side = sides.find((one) => one.name === name);
    if (name === 'bare') {
      const { startMs, listMs, close, folder, forget } = await startBare();
      note('process to list', name, startMs);
      note('page to list', name, listMs);
      if (samples['memory, MiB']?.['bare'] === undefined) await standing(name, folder);
      await close();
      forget();
    } else if (name === 'still') {
      const floor = await startStill(still?.folder ?? '', lastRoom);
      note('page to list', name, floor.listMs);
      note('page to last room', name, floor.roomMs);
      await visits(name, floor.page, floor.visit);
      await floor.close();
      floor.forget();
    } else if (side !== undefined) {
      const running = await side.start(lastRoom);
      note('process to list', name, running.startMs);
      note('page to list', name, running.listMs);
      if (!Number.isNaN(running.roomMs)) note('page to last room', name, running.roomMs);
      await settled(3_000);
      await visits(name, running.page, (room) => side.visit(running.page, room));
      await writing(side, running);
      await side.visit(running.page, lastRoom);
      if ((samples['memory, MiB']?.[name]?.length ?? 0) < 2) await standing(name, side.folder);
      await running.close();
    }
  }
  still?.forget();
  report();
});
