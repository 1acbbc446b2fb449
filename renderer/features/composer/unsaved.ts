// Keeps the draft that a composer has just saved, or could not save yet. A composer that opens again continues with it, because the stored
// draft that the window knows may still be the one before. Lives as long as the window.
import type { EngineClient } from '#app/line/engineClient';
import type { Marked } from './suggestions/mentions';

interface Left {
  readonly written: Marked;
  /** False: the text was typed before the stored draft was loaded, and is appended to it. */
  readonly whole: boolean;
  /** The time at which the engine confirmed the draft; null: not yet. */
  readonly answeredMs: number | null;
}

/** For this time after its answer, the engine's own value may still be the old one. */
const lateMs = 5_000;

const all = new WeakMap<EngineClient, Map<string, Left>>();

/** Null: the engine's draft is current. */
export function leftOf(engine: EngineClient, key: string): Left | null {
  const left = all.get(engine)?.get(key);
  if (left === undefined) return null;
  const isLate = left.answeredMs === null || performance.now() - left.answeredMs < lateMs;
  if (!left.whole || !isLate) all.get(engine)?.delete(key);
  return isLate ? left : null;
}

/** Returns a function to call when the engine has saved the draft. */
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
    // The text stays in memory only as long as it may be needed.
    setTimeout(() => {
      if (ofEngine.get(key) === answered) ofEngine.delete(key);
    }, lateMs);
  };
}
