// The rooms that are looked into: one reading of each, for all who watch it, which ends with the last of them.
import { peekInto, type PeekDeps, type PeekedRoom } from './peek';

export interface Peeks {
  /** Each `take` is ended by its `release`. */
  take(roomId: string): { readonly peek: PeekedRoom; readonly release: () => void };
}

export function createPeeks(deps: () => PeekDeps): Peeks {
  const open = new Map<string, { readonly peek: PeekedRoom; watchers: number }>();
  return {
    take(roomId) {
      const known = open.get(roomId);
      // A failed peek is replaced, since a new one may succeed; its watchers have seen the failure.
      const stands = known !== undefined && known.peek.now().state !== 'failed';
      const entry = stands ? known : { peek: peekInto(deps(), roomId), watchers: 0 };
      open.set(roomId, entry);
      entry.watchers += 1;
      let isOver = false;
      const release = (): void => {
        if (isOver) return;
        isOver = true;
        entry.watchers -= 1;
        if (entry.watchers > 0) return;
        if (open.get(roomId) === entry) open.delete(roomId);
        entry.peek.close();
      };
      return { peek: entry.peek, release };
    },
  };
}
