// Printing what set-up does: one line per step that did something, with its time; nothing for what was ready.

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/**
 * Runs one step. `work` returns what it did, or null when nothing was to do.
 * @param {string} name
 * @param {() => Promise<string | null>} work
 */
export async function step(name, work) {
  const started = performance.now();
  const done = await work();
  if (done !== null) say(`set-up: ${name}: ${done} (${seconds(started)})`);
}

export { seconds };
