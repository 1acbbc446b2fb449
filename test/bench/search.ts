// R8: search beside LIKE over the same rows (peer) and the same index asked in SQL (floor), at two sizes.
import { compareAll, noiseOf, type Bench, type ComparisonPlan } from './bench';
import { median, p95, ratioOf, type Side } from './statistics';

const sizes = [10_000, Number(process.env['TRELLIS_BENCH_STORED'] ?? 1_000_000)] as const;
const many = `${sizes[1]} messages`;
/** The peer reads the whole store for each rare word: minutes. */
const mostPairs = 3;
const sides: readonly Side[] = ['peer', 'ours', 'floor'];

/** Its samples are the 200 questions together. */
export async function measureSearch(bench: Bench) {
  const plans: ComparisonPlan[] = [];
  for (const messages of sizes) {
    const folder = await bench.fixture('search', `search-${messages}`, { messages });
    plans.push({
      name: `200 questions, ${messages} messages`,
      sides,
      pairs: Math.min(bench.pairs, mostPairs),
      repeats: 3,
      sample: (side) => bench.child('search', side, { folder }),
    });
  }
  const [first] = plans;
  if (first === undefined) throw new Error('nothing to measure');
  const noise = await noiseOf(bench, first);
  const comparisons = await compareAll(bench, plans);
  const [small, big] = comparisons;
  if (small === undefined || big === undefined) throw new Error('not measured');
  const of = ({ sides: all }: typeof big, side: Side, name: string): number[] =>
    all[side]?.samples.map(({ notes }) => notes?.[name] ?? NaN) ?? [];
  const ofOurs = (name: string): number[] => of(big, 'ours', name);
  const processor = (side: Side): number[] => of(big, side, 'processorMs');
  const lead = big.lead ?? { value: NaN };
  const gap = big.gap ?? { value: NaN };
  return {
    noise,
    comparisons,
    judged: [
      { what: `lead over LIKE, ${many}`, ...lead, bar: { atLeast: 30 } },
      {
        what: 'the same, of processor time',
        ...ratioOf(processor('peer'), processor('ours')),
        bar: { atLeast: 30 },
      },
      { what: `gap, ${many}`, ...gap, bar: { atMost: 3 } },
      {
        what: 'the same, of processor time',
        ...ratioOf(processor('ours'), processor('floor')),
        bar: { atMost: 3 },
      },
      {
        what: 'words and phrases, p95, ms of a processor',
        value: median(ofOurs('wordP95Ms')),
        bar: { atMost: 5 },
      },
      {
        what: 'parts of words, p95, ms of a processor',
        value: median(ofOurs('partP95Ms')),
        bar: { atMost: 30 },
      },
      {
        what: `growth of processor time, ${many} ÷ ${sizes[0]}`,
        ...ratioOf(processor('ours'), of(small, 'ours', 'processorMs')),
        bar: { atMost: 4 },
      },
    ],
    notes: [
      `${median(ofOurs('hits')).toFixed(0)} of 200 questions have hits. The slowest sample of ours: words ${p95(ofOurs('wordP95Ms')).toFixed(1)} ms, parts ${p95(ofOurs('partP95Ms')).toFixed(1)} ms.`,
    ],
  };
}
