// Processor time of this thread, for tests that bound how long one turn may take: other work of the machine does not count, and a machine
// that is slower than usual gets more.

/** ms that this thread has worked so far. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Time of `known` on the machine on which the limits were set. */
const usualMs = 13;

const known = (): unknown => {
  const events = Array.from({ length: 6_000 }, (_, n) => ({
    event_id: `$${n}`,
    sender: '@somebody:example.org',
    content: { msgtype: 'm.text', body: `message ${n}` },
  }));
  return JSON.parse(JSON.stringify(events));
};

/** How many times longer than usual this machine takes for the same work; at least 1. */
export function slowness(): number {
  const times = Array.from({ length: 7 }, () => {
    const startedMs = workedMs();
    known();
    return workedMs() - startedMs;
  });
  const middle = times.sort((a, b) => a - b)[3] ?? usualMs;
  return Math.max(1, middle / usualMs);
}
