// Prints what was measured and keeps the raw samples.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { resultsFolder, type Comparison } from './bench';
import type { Judged, Metric, MetricResult } from './metrics';
import { isMet, isQuiet, quietFrom, quietTo, type Bar } from './statistics';

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);

const barText = ({ atLeast, atMost }: Bar): string =>
  atLeast !== undefined ? `≥ ${number(atLeast)}` : `≤ ${number(atMost ?? NaN)}`;

function sidesText({ sides }: Comparison): string {
  return Object.entries(sides)
    .map(([side, { medianMs, p95Ms }]) => `${side} ${number(medianMs)} ms (p95 ${number(p95Ms)})`)
    .join('   ');
}

function judgedText({ what, value, low, high, bar }: Judged): string {
  const interval =
    low === undefined || high === undefined ? '' : ` [${number(low)}–${number(high)}]`;
  const verdict = isMet(value, bar) ? 'met' : 'MISSED';
  return `  ${what}: ${number(value)}${interval}   bar ${barText(bar)}: ${verdict}`;
}

export interface Reported {
  readonly title: string;
  readonly result: MetricResult;
}

export function printMetric({ title }: Metric, result: MetricResult): boolean {
  const lines = [title];
  const quiet = isQuiet(result.noise);
  const verdict = quiet ? '' : `   outside ${quietFrom}–${quietTo}, the machine is too noisy: VOID`;
  lines.push(`  A/A ${number(result.noise)}${verdict}`);
  const disagreeing = result.comparisons.filter((one) => !one.digestsAgree);
  for (const one of result.comparisons) {
    lines.push(
      `  ${one.name}, ${one.pairs} pairs: ${one.digestsAgree ? sidesText(one) : 'no times: the sides gave different answers'}`,
    );
  }
  if (disagreeing.length === 0) lines.push(...result.judged.map(judgedText));
  lines.push(...result.notes.map((note) => `  ${note}`), '');
  process.stdout.write(`${lines.join('\n')}\n`);
  return disagreeing.length === 0;
}

export function writeReport(
  file: string | null,
  facts: Readonly<Record<string, unknown>>,
  results: readonly Reported[],
): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const path = file ?? join(resultsFolder, `${stamp}.json`);
  mkdirSync(dirname(path), { recursive: true });
  const valid = results.every(({ result }) =>
    [isQuiet(result.noise), ...result.comparisons.map((one) => one.digestsAgree)].every(Boolean),
  );
  writeFileSync(path, JSON.stringify({ valid, load: loadavg(), ...facts, results }, null, 1));
  return path;
}
