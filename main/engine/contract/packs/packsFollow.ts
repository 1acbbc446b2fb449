// A pack that the account uses everywhere is followed by that of the room which took over from its room, as soon as this account is there. Must
// not decide which room took over.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { expected } from '../../base/unexpected';
import type { Online } from '../../online';
import { enabledInstead, isPack } from '../../packs/changes';
import { enabled, enabledTypes, roomTypes } from '../../packs/packs';
import { predecessorOf, replacementOf } from '../../rooms/upgrades';

/** A pack of a room, and the room where it is now. */
interface Led {
  readonly roomId: string;
  readonly stateKey: string;
  readonly to: string;
}

/** The room that took over from this one, where this account is in it. */
function nextOf(db: Store['db'], roomId: string): { to: string; roomNo: number } | null {
  const before = roomNoOf(db, roomId);
  const to = before === null ? null : replacementOf(db, before);
  const roomNo = to === null ? null : roomNoOf(db, to);
  if (to === null || roomNo === null || predecessorOf(db, roomNo) !== roomId) return null;
  return getRoom(db, roomNo)?.membership === 'join' ? { to, roomNo } : null;
}

function ledPacks(db: Store['db']): Led[] {
  return [...enabled(db)].flatMap(([roomId, keys]) => {
    const next = nextOf(db, roomId);
    if (next === null) return [];
    const isThere = (stateKey: string): boolean =>
      roomTypes.some((type) =>
        isPack(getState(db, next.roomNo, type, stateKey)?.raw.content ?? {}),
      );
    return [...keys].filter(isThere).map((stateKey) => ({ roomId, stateKey, to: next.to }));
  });
}

/** Answers what is to be called after each sync; it does each step once. @throws AppFailure */
export function createPacksFollow({ db }: Pick<Store, 'db'>) {
  const done = new Set<string>();
  return async ({ accountData }: Pick<Online, 'accountData'>): Promise<void> => {
    for (const led of ledPacks(db)) {
      const name = JSON.stringify(led);
      if (done.has(name)) continue;
      done.add(name);
      try {
        for (const type of enabledTypes)
          await accountData.change(type, (now) => enabledInstead(now ?? {}, led));
      } catch (thrown) {
        // The next sync tries again, unless the server has refused.
        if (expected(thrown)?.retryable !== false) done.delete(name);
        throw thrown;
      }
    }
  };
}
