// How loud a sound is over its time: from samples to the bars of a wave. Pure.

/** A recording below this is silence, which is not scaled up to full bars. */
const silent = 0.02;

/**
 * The loudest sample of each of `bars` equal parts, 0 to 1, the loudest of all being 1.
 * @param samples -1 to 1
 */
export function wavePeaks(samples: Float32Array, bars: number): number[] {
  const peaks = Array.from({ length: Math.min(bars, samples.length) }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / bars));
    let peak = 0;
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(0, ...peaks);
  return loudest < silent ? peaks : peaks.map((peak) => peak / loudest);
}

/** Root mean square of samples between -1 and 1, stretched so that a voice fills the bar. 0 to 1. */
export function loudness(samples: Float32Array): number {
  const power = samples.reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length);
  return Math.min(1, Math.sqrt(power) * 3);
}
