// Who of a few has no device that could read what is written to them. Nobody is said to have none before the server itself said so: the
// library knows nobody's devices until it asked, and of somebody who is only invited no server tells that they got one.
import { getRoom } from '#stores/rooms/rooms';
import { memberIds, stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { Recipients } from '../recipients/recipients';

export interface ReachDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly recipients: Pick<Recipients, 'standing' | 'changed'>;
  /** Asks the server; the library knows the devices after that. Null: nobody who would know has answered. */
  readonly ask: (userId: string) => Promise<boolean | null>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

export interface Reach {
  /** Empty where many are, and while it is not known. Never rejects. Asks for the same person once in a minute at most. */
  unreached(roomNo: number): Promise<readonly string[]>;
  /** Who of these is one of the few of a room. */
  among(roomNo: number, userIds: readonly string[]): readonly string[];
}

/** In larger rooms somebody can always read, and nobody is spoken to alone. */
const mostOthers = 5;
const askAgainMs = 60_000;
/** Somebody else reads for the people of a bridge. */
const bridgeTypes = ['m.bridge', 'uk.half-shot.bridge'];

export function createReach(deps: ReachDeps): Reach {
  const { recipients, clock, ownUserId } = deps;
  const { db } = deps.store;
  const asked = new Map<string, { readonly atMs: number; readonly none: Promise<boolean> }>();

  async function find(userId: string): Promise<boolean> {
    const has = await deps.ask(userId);
    if (has === true) recipients.changed([userId]);
    return has === false;
  }

  async function hasNone(userId: string): Promise<boolean> {
    if ((await recipients.standing(userId)) !== 'none') return false;
    const atMs = clock.monotonic();
    const before = asked.get(userId);
    if (before !== undefined && atMs - before.atMs < askAgainMs) return before.none;
    const none = find(userId).catch(() => {
      // No answer, so that nothing is said: it is asked again.
      return false;
    });
    asked.set(userId, { atMs, none });
    return none;
  }

  const isBridged = (roomNo: number): boolean =>
    bridgeTypes.some((type) => stateOfType(db, roomNo, type).length > 0);

  function few(roomNo: number): readonly string[] {
    const room = getRoom(db, roomNo);
    if (room?.encryption == null || room.membership !== 'join') return [];
    const told = (room.joinedCount ?? 0) + (room.invitedCount ?? 0);
    if (told > mostOthers + 1) return [];
    const others = memberIds(db, roomNo, ['join', 'invite']).filter(
      ({ userId }) => userId !== ownUserId,
    );
    if (others.length > mostOthers || isBridged(roomNo)) return [];
    return others.map(({ userId }) => userId);
  }

  return {
    among(roomNo, userIds) {
      if (userIds.length === 0) return [];
      const others = few(roomNo);
      return userIds.filter((userId) => others.includes(userId));
    },
    async unreached(roomNo) {
      const others = few(roomNo);
      const none = await Promise.all(
        others.map((userId) =>
          hasNone(userId).catch((thrown: unknown) => {
            unexpected(deps.log, 'who has no device', thrown);
            return false;
          }),
        ),
      );
      return others.filter((_userId, at) => none[at]);
    },
  };
}
