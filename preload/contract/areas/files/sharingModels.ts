// Access to directories: the people who have it, and the effect of a change.
import { z } from '../../wire/schema';
import { notInvitedReasons } from '../../plainNames';
import { ItemKey, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';
import { AccessRole } from './directoriesModels';

/** A member of a directory. `canBecome`: the roles that this account may give them here. */
export const SharingRow = z.object({
  key: ItemKey,
  person: Person,
  membership: z.enum(['join', 'invite', 'knock']),
  role: AccessRole,
  mine: z.boolean(),
  canBecome: z.array(AccessRole),
  canRemove: z.boolean(),
});
export type SharingRow = z.infer<typeof SharingRow>;

/** One directory in the preview of a change of access, before the change is made. */
export const SharingStep = z.object({
  roomId: RoomId,
  userId: UserId,
  path: z.string(),
  from: AccessRole.nullable(),
  to: AccessRole.nullable(),
  /** Why the role does not change here; null when it does. Only what was done tells why somebody was not invited. */
  refused: z.enum(['not_allowed', 'not_joined', 'cannot_lower', ...notInvitedReasons]).nullable(),
});
export type SharingStep = z.infer<typeof SharingStep>;

export const SharingChange = z.object({
  roomId: RoomId,
  userIds: z.array(UserId).min(1).max(50),
  /** Null: no access any more. */
  role: AccessRole.nullable(),
  /** Includes the directories below. */
  below: z.boolean(),
});
