// The metrics that are measured so far, with their bars (design: performance.md). Each compares the sides at two sizes or more.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  compareAll,
  noiseOf,
  timesOf,
  type Bench,
  type Comparison,
  type ComparisonPlan,
  type SideResult,
} from './bench';
import { attachmentBench } from './attachments';
import { measureMemory } from './memory';
import { measureSearch } from './search';
import { prepareWarm, warmSample } from './warm';
import { median, ratioOf, type Bar, type Side } from './statistics';
import type { Sample } from './shapes';

export interface Judged {
  readonly what: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly bar: Bar;
}

export interface MetricResult {
  /** Ours against ours. */
  readonly noise: number;
  readonly comparisons: readonly Comparison[];
  readonly judged: readonly Judged[];
  readonly notes: readonly string[];
}

export interface Metric {
  readonly title: string;
  measure(bench: Bench): Promise<MetricResult>;
}

const everySide: readonly Side[] = ['peer', 'ours', 'floor'];
const withoutPeer: readonly Side[] = ['ours', 'floor'];

interface Measured {
  readonly noise: number;
  readonly comparisons: readonly Comparison[];
  /** By the name of the plan. */
  of(name: string): Comparison;
}

async function measureAll(bench: Bench, plans: readonly ComparisonPlan[]): Promise<Measured> {
  const [first] = plans;
  if (first === undefined) throw new Error('nothing to measure');
  const noise = await noiseOf(bench, first);
  const comparisons = await compareAll(bench, plans);
  return {
    noise,
    comparisons,
    of(name) {
      const found = comparisons.find((one) => one.name === name);
      if (found === undefined) throw new Error(`not measured: ${name}`);
      return found;
    },
  };
}

function lead(comparison: Comparison, bar: Bar): Judged {
  const { value, low, high } = comparison.lead ?? { value: NaN, low: NaN, high: NaN };
  return { what: `lead, ${comparison.name}`, value, low, high, bar };
}

function gap(comparison: Comparison, bar: Bar): Judged {
  const { value, low, high } = comparison.gap ?? { value: NaN, low: NaN, high: NaN };
  return { what: `gap, ${comparison.name}`, value, low, high, bar };
}

function growth(what: string, big: Comparison, small: Comparison, bar: Bar, per = 1): Judged {
  const bigMs = timesOf(big.sides.ours).map((ms) => ms / per);
  return { what: `growth, ${what}`, ...ratioOf(bigMs, timesOf(small.sides.ours)), bar };
}

const noted = (result: SideResult | undefined, name: string): number[] =>
  result?.samples.map(({ notes }) => notes?.[name] ?? NaN) ?? [];

/** Repeats of samples that take a tenth of a second. */
const quickRepeats = 3;

/** Samples that take many seconds are fewer. */
const fewer = (pairs: number, most: number): number => Math.min(pairs, most);

const warmStart: Metric = {
  title: 'R1 warm start of the engine',
  async measure(bench) {
    const planOf = async (rooms: number, pairs: number): Promise<ComparisonPlan> => {
      const query = await prepareWarm(bench, rooms);
      const sample = (side: Side): Promise<Sample> => warmSample(bench, query, side);
      return { name: `${rooms} rooms`, sides: everySide, pairs, repeats: quickRepeats, sample };
    };
    const few = fewer(bench.pairs, 7);
    const measured = await measureAll(bench, [
      await planOf(1000, bench.pairs),
      await planOf(5000, few),
    ]);
    const [small, big] = [measured.of('1000 rooms'), measured.of('5000 rooms')];
    return {
      ...measured,
      judged: [
        lead(small, { atLeast: 25 }),
        lead(big, { atLeast: 100 }),
        gap(small, { atMost: 2 }),
        gap(big, { atMost: 2 }),
        growth('5,000 ÷ 1,000 rooms', big, small, { atMost: 1.2 }),
      ],
      notes: [],
    };
  },
};

const firstSync: Metric = {
  title: 'R3 the first answer of GET /sync, durable (the peer keeps it in memory)',
  async measure(bench) {
    const planOf = async (rooms: number): Promise<ComparisonPlan> => {
      const folder = await bench.fixture('warm', `warm-${rooms}`, { rooms });
      return {
        name: `${rooms} rooms`,
        sides: everySide,
        pairs: fewer(bench.pairs, 9),
        sample: (side) => bench.child('firstSync', side, { folder }),
      };
    };
    const measured = await measureAll(bench, [await planOf(1000), await planOf(100)]);
    const [big, small] = [measured.of('1000 rooms'), measured.of('100 rooms')];
    const processor = (side: Side): number[] => noted(big.sides[side], 'processorMs');
    const seen = (name: string): string => median(noted(big.sides.ours, name)).toFixed(0);
    return {
      ...measured,
      judged: [
        lead(big, { atLeast: 2 }),
        {
          what: 'the same, of processor time',
          ...ratioOf(processor('peer'), processor('ours')),
          bar: { atLeast: 2 },
        },
        gap(big, { atMost: 1.8 }),
        {
          what: 'the same, of processor time',
          ...ratioOf(processor('ours'), processor('floor')),
          bar: { atMost: 1.8 },
        },
        growth('per room, 1,000 ÷ 100 rooms', big, small, { atMost: 1.12 }, 10),
      ],
      notes: [
        'Bar of the growth: a slope of 1.05 in logarithms is 1.12 over a tenfold.',
        `Ours: longest turn ${seen('longestTurnMs')} ms; the words are searchable after ${seen('searchableMs')} ms, which takes ${seen('searchProcessorMs')} ms more of a processor.`,
      ],
    };
  },
};

interface Appending {
  readonly folder: string;
  readonly events: number;
  readonly firstRoom: boolean;
  readonly watched: boolean;
}

/** Each sample begins with the same store: the process kills itself, and what it wrote is still in the log alone. */
async function appendSample(bench: Bench, side: Side, options: Appending): Promise<Sample> {
  const sample = await bench.child('append', side, options);
  for (const end of ['-wal', '-shm'])
    rmSync(join(options.folder, `events.db${end}`), { force: true });
  return sample;
}

const appended = 300;

function appending(bench: Bench, name: string, options: Omit<Appending, 'events'>): ComparisonPlan {
  const sample = (side: Side): Promise<Sample> =>
    appendSample(bench, side, { ...options, events: appended });
  return { name, sides: withoutPeer, pairs: bench.pairs, sample };
}

const oneEvent: Metric = {
  title: 'R4 one new event durable (the search index does not exist yet)',
  async measure(bench) {
    const planOf = async (rooms: number, eventsPerRoom: number): Promise<ComparisonPlan> => {
      const stored = rooms * eventsPerRoom;
      const folder = await bench.fixture('rooms', `stored-${stored}`, { rooms, eventsPerRoom });
      const options = { folder, firstRoom: false, watched: false };
      return appending(bench, `${stored} stored events`, options);
    };
    const plans = [await planOf(10, 100), await planOf(1000, bigStore / 1000)];
    const measured = await measureAll(bench, plans);
    const [small, big] = [
      measured.of('1000 stored events'),
      measured.of(`${bigStore} stored events`),
    ];
    return {
      ...measured,
      judged: [
        gap(small, { atMost: 8 }),
        gap(big, { atMost: 8 }),
        growth(`${bigStore} ÷ 1,000 stored events`, big, small, { atMost: 1.5 }),
      ],
      notes: [`Median over ${appended} answers of GET /sync with one event each.`],
    };
  },
};

const bigStore = Number(process.env['TRELLIS_BENCH_STORED'] ?? 1_000_000);
const roomSizes = [1000, 10_000, 100_000];
const peerSizes = [1000, 10_000];

const plainName = (size: number): string => `${size} events`;
const watchedName = (size: number): string => `${size} events, watched`;

const liveAppend: Metric = {
  title: 'R6 live append into a room that holds N events',
  async measure(bench) {
    const plans: ComparisonPlan[] = [];
    for (const size of roomSizes) {
      const folder = await bench.fixture('rooms', `room-${size}`, {
        rooms: 20,
        eventsPerRoom: 20,
        inFirst: size,
      });
      const options = { folder, firstRoom: true };
      plans.push(appending(bench, plainName(size), { ...options, watched: false }));
      plans.push(appending(bench, watchedName(size), { ...options, watched: true }));
    }
    const measured = await measureAll(bench, plans);
    const plain = roomSizes.map((size) => measured.of(plainName(size)));
    const watched = roomSizes.map((size) => measured.of(watchedName(size)));
    const judged = [
      ...plain.map((one) => gap(one, { atMost: 2.5 })),
      ...growths('', plain),
      ...growths(', watched', watched),
    ];
    const notes = ['Watched: room list and timeline are shown anew after each event.'];
    for (const size of peerSizes) {
      const { ms } = await bench.child('appendPeer', String(size), '100');
      notes.push(`matrix-js-sdk, in memory, ${size} events loaded: ${ms.toFixed(3)} ms an event.`);
    }
    return { ...measured, judged, notes };
  },
};

function growths(what: string, [small, middle, big]: readonly Comparison[]): Judged[] {
  if (small === undefined || middle === undefined || big === undefined) return [];
  return [
    growth(`10,000 ÷ 1,000 events${what}`, middle, small, { atMost: 1.25 }),
    growth(`100,000 ÷ 1,000 events${what}`, big, small, { atMost: 1.5 }),
  ];
}

const encryptedFixture = (bench: Bench): Promise<string> =>
  bench.fixture('encrypted', 'encrypted-5000', { sessions: 5000 });

const decrypting: Metric = {
  title: 'R7 a decrypting events of as many Megolm sessions',
  async measure(bench) {
    const folder = await encryptedFixture(bench);
    const planOf = (events: number, together: number): ComparisonPlan => ({
      name: `${events} ${together === 1 ? 'in turn' : `in batches of ${together}`}`,
      sides: everySide,
      pairs: fewer(bench.pairs, events > 1000 ? 5 : 15),
      sample: (side) => bench.child('decrypt', side, { folder, events, together }),
    });
    const measured = await measureAll(bench, [
      planOf(1000, 1),
      planOf(5000, 1),
      planOf(1000, 32),
      planOf(5000, 32),
    ]);
    const [small, big] = [measured.of('1000 in turn'), measured.of('5000 in turn')];
    const batches = measured.of('1000 in batches of 32');
    const bigBatches = measured.of('5000 in batches of 32');
    const mostGap = 1 / 0.7;
    return {
      ...measured,
      judged: [
        lead(big, { atLeast: 2.5 }),
        lead(bigBatches, { atLeast: 2.5 }),
        gap(big, { atMost: mostGap }),
        gap(bigBatches, { atMost: mostGap }),
        growth('in turn, per event', big, small, { atMost: 1.3 }, 5),
        growth('in batches, per event', bigBatches, batches, { atMost: 1.3 }, 5),
      ],
      notes: ['Bar of the gap: 0.7 of the memory store is 1.43 times its time.'],
    };
  },
};

const reopening: Metric = {
  title: 'R7 c reopening 1,000 encrypted events that were read',
  async measure(bench) {
    const folder = await encryptedFixture(bench);
    const name = '1000 read events';
    const measured = await measureAll(bench, [
      {
        name,
        sides: everySide,
        pairs: bench.pairs,
        repeats: quickRepeats,
        sample: (side) => bench.child('reopen', side, { folder }),
      },
    ]);
    const again = measured.of(name);
    const decrypts = (again.sides.ours?.samples ?? []).map(
      ({ notes }) => notes?.['decrypts'] ?? NaN,
    );
    return {
      ...measured,
      judged: [
        lead(again, { atLeast: 80 }),
        gap(again, { atMost: 2.5 }),
        { what: 'decrypts of ours', value: Math.max(...decrypts), bar: { atMost: 0 } },
      ],
      notes: [],
    };
  },
};

const attachments: Metric = {
  title: 'R11 files: encrypt and upload, download and verify',
  async measure(bench) {
    const files = await attachmentBench(bench);
    try {
      const few = fewer(bench.pairs, 3);
      const measured = await measureAll(bench, [
        await files.plan('upload', 64, bench.pairs),
        await files.plan('download', 64, bench.pairs),
        await files.plan('upload', 512, few),
        await files.plan('download', 512, few),
      ]);
      const judged = (['upload', 'download'] as const).flatMap((act): Judged[] => {
        const [small, big] = [measured.of(`${act} 64 MiB`), measured.of(`${act} 512 MiB`)];
        const added = (sizeMiB: number): Judged => ({
          what: `added memory of ours, ${act} ${sizeMiB} MiB, MiB`,
          value: files.addedMiB(act, sizeMiB),
          bar: { atMost: 48 },
        });
        return [
          lead(big, { atLeast: 4 }),
          gap(small, { atMost: 1.25 }),
          gap(big, { atMost: 1.25 }),
          growth(`${act}, per byte`, big, small, { atMost: 1.2 }, 8),
          added(64),
          added(512),
        ];
      });
      const real = await files.real(64, fewer(bench.pairs, 5));
      const times = Object.entries(real).map(([side, ms]) => `${side} ${ms.toFixed(0)} ms`);
      const notes = [
        'Bar of the gap: 0.8 of the pipe is 1.25 times its time.',
        `Upload of 64 MiB to a real Synapse: ${times.join(', ')}.`,
      ];
      return { ...measured, judged, notes };
    } finally {
      files.close();
    }
  },
};

export const metrics: Readonly<Record<string, Metric>> = {
  R1: warmStart,
  R3: firstSync,
  R4: oneEvent,
  R6: liveAppend,
  R7a: decrypting,
  R7c: reopening,
  R8: { title: 'R8 search: 200 questions, the newest 20 hits of each', measure: measureSearch },
  R10: {
    title: 'R10 memory of the engine after a start and twenty rooms, in MiB',
    measure: measureMemory,
  },
  R11: attachments,
};
