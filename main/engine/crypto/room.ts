// Answers the questions of the SDK's encryption about a room from SQLite, at the moment of the question. The SDK keeps the room object for
// ever, so a copy of the members would become outdated.
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import { getState, memberIds } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';

export interface CryptoMember {
  readonly userId: string;
  readonly membership: string;
}

/** The part of the SDK's `Room` that its RoomEncryptor uses. */
export interface CryptoRoom {
  readonly roomId: string;
  getJoinedMembers(): CryptoMember[];
  getEncryptionTargetMembers(): Promise<CryptoMember[]>;
  shouldEncryptForInvitedMembers(): boolean;
  getHistoryVisibility(): string;
  getBlacklistUnverifiedDevices(): null;
  /** Its members changed. */
  membersChanged(): void;
}

const visibilities = ['invited', 'joined', 'shared', 'world_readable'];

/** Whether old keys of the room may be given to new members. */
export const isForNewcomers = (room: Pick<CryptoRoom, 'getHistoryVisibility'>): boolean =>
  ['shared', 'world_readable'].includes(room.getHistoryVisibility());

/**
 * `track` gets the people who joined after the library first asked for the room's members, because it reads the list of a room only once.
 */
export function createCryptoRoom(
  store: Store,
  roomNo: number,
  loadMembers: (roomNo: number) => Promise<void>,
  track: (userIds: readonly string[]) => Promise<void>,
): CryptoRoom {
  const { db } = store;
  /** Answers by their question; emptied when the members change, because each message asks. */
  const known = new Map<string, CryptoMember[]>();
  let tracked: Set<string> | null = null;
  const members = (memberships: readonly ('join' | 'invite')[]): CryptoMember[] => {
    const name = memberships.join();
    const found = known.get(name) ?? memberIds(db, roomNo, memberships);
    known.set(name, found);
    return found;
  };

  async function trackNew(now: readonly CryptoMember[]): Promise<void> {
    const before = tracked;
    const fresh = now.flatMap(({ userId }) => (before?.has(userId) === false ? [userId] : []));
    if (fresh.length > 0) await track(fresh);
    if (before === null || fresh.length > 0) tracked = new Set(now.map(({ userId }) => userId));
  }

  // An unknown value counts as the specification's default.
  function historyVisibility(): string {
    const told = getState(db, roomNo, 'm.room.history_visibility', '')?.raw.content[
      'history_visibility'
    ];
    return typeof told === 'string' && visibilities.includes(told) ? told : 'shared';
  }

  const forInvited = (): boolean => historyVisibility() !== 'joined';

  return {
    roomId: roomIdOf(db, roomNo),
    getJoinedMembers: () => members(['join']),
    getEncryptionTargetMembers: async () => {
      if (getRoom(db, roomNo)?.membersLoaded !== true) await loadMembers(roomNo);
      const targets = members(forInvited() ? ['join', 'invite'] : ['join']);
      await trackNew(targets);
      return targets;
    },
    shouldEncryptForInvitedMembers: forInvited,
    getHistoryVisibility: historyVisibility,
    getBlacklistUnverifiedDevices: () => null,
    membersChanged: () => known.clear(),
  };
}

/**
 * The encryption settings of a room with only sound values: a rotation period that is no positive integer would make encrypting
 * fail for ever. Null: the room is not encrypted.
 */
export function encryptionSettings(store: Store, roomNo: number): Record<string, unknown> | null {
  const stored = getRoom(store.db, roomNo)?.encryption ?? null;
  if (stored === null) return null;
  const settings: Record<string, unknown> = { algorithm: stored['algorithm'] };
  for (const name of ['rotation_period_ms', 'rotation_period_msgs']) {
    const value = stored[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0)
      settings[name] = value;
  }
  return settings;
}
