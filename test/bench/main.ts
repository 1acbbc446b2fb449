// The bench: npm run bench -- [R1 R3 R4 R6 R7a R7c R8 R10 R11, or R7 for both] [--pairs N] [--json FILE]
import { cpus, loadavg } from 'node:os';
import { calibrate, createBench } from './bench';
import { metrics } from './metrics';
import { printMetric, writeReport, type Reported } from './report';

interface Wishes {
  readonly names: readonly string[];
  readonly pairs: number;
  readonly json: string | null;
}

function readArguments(args: readonly string[]): Wishes {
  const rest = [...args];
  const take = (flag: string): string | null => {
    const at = rest.indexOf(flag);
    return at < 0 ? null : (rest.splice(at, 2)[1] ?? null);
  };
  const pairs = Number(take('--pairs') ?? 15);
  const json = take('--json');
  const all = Object.keys(metrics);
  const chosen = rest.flatMap((word) =>
    all.includes(word) ? [word] : all.filter((name) => name.startsWith(word)),
  );
  const unknown = rest.filter((word) => !all.some((name) => name.startsWith(word)));
  if (unknown.length > 0 || !Number.isInteger(pairs) || pairs < 1)
    throw new Error(`usage: npm run bench -- [${all.join(' ')}] [--pairs N] [--json FILE]`);
  return { names: rest.length === 0 ? all : chosen, pairs, json };
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** @param sides folder of the bundled processes */
export async function main(args: readonly string[], sides: string): Promise<number> {
  const { names, pairs, json } = readArguments(args);
  const bench = createBench(sides, pairs, say);
  const facts = {
    node: process.version,
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    pairs,
    calibrationMs: calibrate(),
    loadBefore: loadavg(),
  };
  const results: Reported[] = [];
  let sound = true;
  for (const name of names) {
    const metric = metrics[name];
    if (metric === undefined) continue;
    say(metric.title);
    const result = await metric.measure(bench);
    sound = printMetric(metric, result) && sound;
    results.push({ title: metric.title, result });
  }
  const calibrationAfterMs = calibrate();
  const path = writeReport(json, { ...facts, calibrationAfterMs }, results);
  process.stdout.write(
    `calibration ${facts.calibrationMs.toFixed(0)} ms before, ${calibrationAfterMs.toFixed(0)} ms after; load ${facts.loadBefore[0]?.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after; Node ${facts.node}\nraw samples: ${path}\n`,
  );
  return sound ? 0 : 1;
}
