// Finds the members of a small room who have no device that could read. It reports nobody before the server has said so: the library does
// not know a person's devices until it has asked, and no server tells when a person who is only invited gets one.
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
  /** Asks the server; the library knows the devices afterwards. Null: no server that knows has answered. */
  readonly ask: (userId: string) => Promise<boolean | null>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

export interface Reach {
  /** Empty for a large room, and while it is not known. Never rejects. Asks for the same person at most once a minute. */
  unreached(roomNo: number): Promise<readonly string[]>;
  /** Those of these people who are members of the room, if it is small. */
  among(roomNo: number, userIds: readonly string[]): readonly string[];
}

/** In larger rooms somebody can always read, so a warning is not needed. */
const mostOthers = 5;
const askAgainMs = 60_000;
/** A room of a bridge: the bridge's own device reads for its users. */
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
      // Without an answer nobody is reported, and the question is asked again.
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
