// Waits that a busy machine does not break: as long as there is progress, they go on.
import type { EngineUnderTest } from './engineProcess';

interface Waits {
  until(what: string, test: () => boolean, timeoutMs?: number): Promise<void>;
}

/** Until the count reaches the total; rejects when it has stood still for three minutes. */
export async function allOf(
  who: Waits,
  what: string,
  count: () => number,
  total: number,
): Promise<void> {
  for (let before = count(); before < total; before = count())
    await who.until(what, () => count() > before);
}

/** Until nothing waits in the outbox. */
export async function allSent(engine: EngineUnderTest): Promise<void> {
  const left = (): number =>
    engine.sync()?.state === 'SYNCING' ? (engine.sync()?.waitingMessages ?? Infinity) : Infinity;
  await engine.until('sync', () => left() < Infinity);
  for (let before = left(); before > 0; before = left())
    await engine.until('one message less', () => left() < before);
}
