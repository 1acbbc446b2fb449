// Counts what vetting dropped, by kind, in the setting `droppedEvents` ({timeline: 3, …}), within the transaction that applies the answer.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';

export type DroppedCounts = Readonly<Record<string, number>>;

export interface Drops {
  add(kind: string, reason: string, count?: number): void;
  /** Adds to the stored counts; call inside a write. */
  save(db: Store['db']): boolean;
}

export function createDrops(log: Log): Drops {
  const counts = new Map<string, number>();
  return {
    add(kind, reason, count = 1) {
      if (count === 0) return;
      counts.set(kind, (counts.get(kind) ?? 0) + count);
      log.warn('event dropped', { kind, reason, count });
    },
    save(db) {
      if (counts.size === 0) return false;
      const stored: Record<string, number> = {
        ...getSetting<DroppedCounts>(db, 'droppedEvents'),
      };
      for (const [kind, count] of counts) stored[kind] = (stored[kind] ?? 0) + count;
      setSetting(db, 'droppedEvents', stored);
      counts.clear();
      return true;
    },
  };
}

export function droppedTotal(db: Store['db']): number {
  const counts = getSetting<DroppedCounts>(db, 'droppedEvents') ?? {};
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
