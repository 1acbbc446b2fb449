// What the SDK's encryption asks of a room, answered from SQLite at the moment it asks. The SDK keeps the object it got first for
// ever, so a copy of the members would go stale; a question cannot.
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import { getState, listMembers } from '#stores/rooms/state';
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
}

const everyone = 1_000_000;
const visibilities = ['invited', 'joined', 'shared', 'world_readable'];

export function createCryptoRoom(
  store: Store,
  roomNo: number,
  loadMembers: (roomNo: number) => Promise<void>,
): CryptoRoom {
  const { db } = store;
  const members = (memberships: readonly ('join' | 'invite')[]): CryptoMember[] =>
    listMembers(db, roomNo, { memberships, limit: everyone, offset: 0 }).map((member) => ({
      userId: member.userId,
      membership: member.membership,
    }));

  // Whatever the rules do not know counts as the default of the specification.
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
      return members(forInvited() ? ['join', 'invite'] : ['join']);
    },
    shouldEncryptForInvitedMembers: forInvited,
    getHistoryVisibility: historyVisibility,
    getBlacklistUnverifiedDevices: () => null,
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
