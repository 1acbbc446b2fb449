// Names of the contract that a window reads before it draws its list. No schemas here: those are made from these, for whoever checks.

/** The room list in the order in which it is shown. */
export const roomSections = [
  'invites',
  'favourites',
  'spaces',
  'people',
  'rooms',
  'low_priority',
] as const;

/** What of a room makes a notice; `default` is what the account says of rooms of its kind. */
export const roomNotifications = ['default', 'all', 'mentions', 'nothing'] as const;

/** By what a list of files may be ordered. */
export const fileOrders = ['name', 'changed', 'size', 'version', 'kind', 'order'] as const;

const longestId = 255;

/** The shape that `RoomId` of `areas/ids.ts` checks as well. */
export const roomIdShape = /^!/;

/** Whether a value of unknown origin may be the id of a room (specification, appendix "Room IDs"). */
export const isRoomId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestId && roomIdShape.test(value);

/** `type` of the message by which the preload script hands a port to its page. */
export const enginePortType = 'trellis:engine-port';

/** Ten random characters (D7); `AccountId` of `shell.ts` checks the same. */
export const accountIdShape = /^[a-z0-9]{10}$/;

/** What rooms say of who may come in, what they may read, and guests. */
export const joinRules = [
  'public',
  'invite',
  'private',
  'knock',
  'restricted',
  'knock_restricted',
] as const;
export const historyVisibilities = ['invited', 'joined', 'shared', 'world_readable'] as const;
export const guestAccesses = ['can_join', 'forbidden'] as const;

/** What in a room needs a level of power, in the order in which it is shown. */
export const roomRights = [
  'messages',
  'invite',
  'profile',
  'pin',
  'calls',
  'notifyRoom',
  'redact',
  'kick',
  'ban',
  'access',
  'roles',
] as const;
