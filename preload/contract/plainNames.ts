// Names of the contract that a window needs before it draws its list. There are no schemas here; those who validate make them from these
// names.

/** Sections of the room list in the order in which they are shown. */
export const roomSections = [
  'invites',
  'favourites',
  'spaces',
  'people',
  'rooms',
  'low_priority',
  'removed',
] as const;

/** Notification settings of a room; `default` is the account's setting for rooms of this kind. */
export const roomNotifications = ['default', 'all', 'mentions', 'nothing'] as const;

/** Fields by which a list of files can be ordered. */
export const fileOrders = ['name', 'changed', 'size', 'version', 'kind', 'order'] as const;

const longestId = 255;

/** The shape of a room id, which `RoomId` of `areas/ids.ts` checks as well. */
export const roomIdShape = /^!/;

/** Whether a value of unknown origin may be the id of a room (specification, appendix "Room IDs"). */
export const isRoomId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestId && roomIdShape.test(value);

/** The server's name in a user id or an alias; '' without one (specification, appendix "Common Identifier Format"). */
export const serverNameOf = (id: string): string =>
  id.includes(':') ? id.slice(id.indexOf(':') + 1) : '';

/** The part of a user id or an alias between its first character and the server's name. */
export const localpartOf = (id: string): string => id.slice(1).split(':', 1)[0] ?? '';

/** `type` of the message by which the preload script hands a port to its page. */
export const enginePortType = 'trellis:engine-port';

/** Ten random characters (D7); `AccountId` of `shell.ts` checks the same. */
export const accountIdShape = /^[a-z0-9]{10}$/;

/** Values of `m.room.join_rules`, `m.room.history_visibility` and `m.room.guest_access`. */
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

/** Acts in a room that need a power level, in the order in which they are shown. */
export const roomRights = [
  'messages',
  'invite',
  'profile',
  'pin',
  'startCalls',
  'joinCalls',
  'shareLive',
  'notifyRoom',
  'redact',
  'kick',
  'ban',
  'access',
  'roles',
  'spaceRooms',
] as const;

/** The rights that mean something in a space, where nobody writes and nobody calls. */
export const spaceRights = [
  'spaceRooms',
  'invite',
  'kick',
  'ban',
  'profile',
  'access',
  'roles',
] as const satisfies readonly (typeof roomRights)[number][];

/** Outcomes of the search for an address. */
export const soughtPeople = ['there', 'nobody', 'unsure', 'unknown'] as const;

/** Why somebody was not invited; `NotInvited` says what each means. */
export const notInvitedReasons = [
  ...(['server', 'version', 'banned', 'here', 'nobody', 'trouble', 'refused'] as const),
] as const;
