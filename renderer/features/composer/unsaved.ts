// What a composer has left to the engine a moment ago, or could not leave to it: one that is opened again goes on from there, because the
// draft that the window holds may still be the one before. Lives as long as the window.
import type { EngineClient } from '#app/line/engineClient';
import type { Marked } from './suggestions/mentions';

interface Left {
  readonly written: Marked;
  /** All of the draft; else it was typed before the stored one was here, and stands behind it. */
  readonly whole: boolean;
  /** When the engine had it; null: not yet. */
  readonly answeredMs: number | null;
}

/** So long after its answer the engine's own word may be late. */
const lateMs = 5_000;

const all = new WeakMap<EngineClient, Map<string, Left>>();

/** Null: what the engine says is what there is. */
export function leftOf(engine: EngineClient, key: string): Left | null {
  const left = all.get(engine)?.get(key);
  if (left === undefined) return null;
  const isLate = left.answeredMs === null || performance.now() - left.answeredMs < lateMs;
  if (!left.whole || !isLate) all.get(engine)?.delete(key);
  return isLate ? left : null;
}

/** Answers what is to be called when the engine has it. */
export function leave(
  engine: EngineClient,
  key: string,
  written: Marked,
  whole: boolean,
): () => void {
  const ofEngine = all.get(engine) ?? new Map<string, Left>();
  all.set(engine, ofEngine);
  const left: Left = { written, whole, answeredMs: null };
  ofEngine.set(key, left);
  return () => {
    if (ofEngine.get(key) !== left) return;
    const answered: Left = { ...left, answeredMs: performance.now() };
    ofEngine.set(key, answered);
    // What was written stays in memory no longer than it may be needed.
    setTimeout(() => {
      if (ofEngine.get(key) === answered) ofEngine.delete(key);
    }, lateMs);
  };
}
