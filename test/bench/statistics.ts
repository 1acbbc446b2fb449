// The statistics of the bench: medians, p95, the interval of a ratio, the order of the samples. Pure.
import { seeded } from '../fixtures/generator';

export const sideNames = ['peer', 'ours', 'floor'] as const;
export type Side = (typeof sideNames)[number];

/** A and B run on the same code must agree this closely, else the machine is too noisy. */
export const quietFrom = 0.93;
export const quietTo = 1.07;

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

function required(value: number | undefined): number {
  if (value === undefined) throw new Error('no samples');
  return value;
}

export function median(values: readonly number[]): number {
  const list = sorted(values);
  const middle = Math.floor(list.length / 2);
  const upper = required(list[middle]);
  return list.length % 2 === 1 ? upper : (upper + required(list[middle - 1])) / 2;
}

/** Nearest rank: the smallest sample that at least 95 % of all do not exceed. */
export function p95(values: readonly number[]): number {
  return required(sorted(values)[Math.ceil(0.95 * values.length) - 1]);
}

export interface Ratio {
  readonly value: number;
  /** 95 % of the resampled ratios lie between these. */
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;

/** Median of `above` ÷ median of `below`, with its bootstrap interval (seeded: the same samples give the same interval). */
export function ratioOf(above: readonly number[], below: readonly number[], seed = 1): Ratio {
  const random = seeded(seed);
  const resampled = (values: readonly number[]): number =>
    median(values.map(() => required(values[Math.floor(random() * values.length)])));
  const ratios = sorted(
    Array.from({ length: resamples }, () => resampled(above) / resampled(below)),
  );
  return {
    value: median(above) / median(below),
    low: required(ratios[Math.floor(0.025 * resamples)]),
    high: required(ratios[Math.ceil(0.975 * resamples) - 1]),
  };
}

/**
 * Order of the samples: A B F F B A and again, so that a drift of the machine falls on all sides alike. Sides that a metric does not have
 * are left out. Each side gets `pairs` samples.
 */
export function sampleOrder<S extends string>(sides: readonly S[], pairs: number): S[] {
  const order: S[] = [];
  for (let pair = 0; pair < pairs; pair += 1)
    order.push(...(pair % 2 === 0 ? sides : sides.toReversed()));
  return order;
}

export const isQuiet = (ratio: number): boolean => ratio >= quietFrom && ratio <= quietTo;

export interface Bar {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const isMet = (value: number, bar: Bar): boolean =>
  value >= (bar.atLeast ?? -Infinity) && value <= (bar.atMost ?? Infinity);
