// Keeps the drafts that composers of an account have just saved, or could not save yet. A composer that opens again continues with its own,
// because the stored draft that the window knows may still be the one before.
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

export interface Unsaved {
  /** Null: the engine's draft is current. */
  leftOf(key: string): Left | null;
  /** Returns a function to call when the engine has saved the draft. */
  leave(key: string, written: Marked, whole: boolean): () => void;
}

export function createUnsaved(): Unsaved {
  const all = new Map<string, Left>();
  return {
    leftOf(key) {
      const left = all.get(key);
      if (left === undefined) return null;
      const isLate = left.answeredMs === null || performance.now() - left.answeredMs < lateMs;
      if (!left.whole || !isLate) all.delete(key);
      return isLate ? left : null;
    },
    leave(key, written, whole) {
      const left: Left = { written, whole, answeredMs: null };
      all.set(key, left);
      return () => {
        if (all.get(key) !== left) return;
        const answered: Left = { ...left, answeredMs: performance.now() };
        all.set(key, answered);
        // The text stays in memory only as long as it may be needed.
        setTimeout(() => {
          if (all.get(key) === answered) all.delete(key);
        }, lateMs);
      };
    },
  };
}
