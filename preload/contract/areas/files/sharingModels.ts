// The access of people to directories: who has it, and what a change of it would do.
import { z } from '../../wire/schema';
import { ItemKey, RoomId, UserId } from '../ids';
import { Person } from '../rooms/peopleModels';
import { AccessRole } from './directoriesModels';

/** Somebody of a directory. `canBecome`: the roles that this account may give them here. */
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

/** What a change of access would do, directory by directory, before it is done. */
export const SharingStep = z.object({
  roomId: RoomId,
  path: z.string(),
  from: AccessRole.nullable(),
  to: AccessRole.nullable(),
  /** Why it will not happen here; null when it will. */
  refused: z.enum(['not_allowed', 'not_joined', 'cannot_lower']).nullable(),
});
export type SharingStep = z.infer<typeof SharingStep>;

export const SharingChange = z.object({
  roomId: RoomId,
  userIds: z.array(UserId).min(1).max(50),
  /** Null: no access any more. */
  role: AccessRole.nullable(),
  /** Also in the directories below. */
  below: z.boolean(),
});
