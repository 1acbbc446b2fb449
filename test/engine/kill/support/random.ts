// Chance that can be repeated: TRELLIS_SEED names it, every test that uses it prints it.

export interface Chance {
  readonly seed: number;
  /** 0 … below - 1. */
  below(below: number): number;
  shuffle<T>(items: readonly T[]): T[];
}

export function createChance(): Chance {
  const seed = Number(process.env['TRELLIS_SEED'] ?? Date.now() % 1_000_000_007);
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    seed,
    below,
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: below(1_000_000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}

/** Straight to the terminal: jest would put a stack below each line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
