// The content of the request that makes a room. Sends nothing.
import { callType, memberType } from '#contract/areas/calls/callNames';
import { beaconTypes } from '../events/beacons';
import { creatorsRule } from './permissions';

export interface NewRoom {
  readonly requestId: string;
  readonly name: string | null;
  readonly topic: string | null;
  readonly direct: boolean;
  readonly encrypted: boolean;
  readonly public: boolean;
  /** First part of its address on the own server. */
  readonly alias?: string | undefined;
  /** Room type `m.space`: ordinary members send no messages in it. */
  readonly space?: boolean | undefined;
  /** The space of those who may join. */
  readonly forSpace?: string | undefined;
  readonly invite: readonly string[];
}

/** Content of the `m.room.encryption` event that turns encryption on. */
export const encryptionContent = { algorithm: 'm.megolm.v1.aes-sha2' };
const encryption = { type: 'm.room.encryption', state_key: '', content: encryptionContent };
const noGuests = {
  type: 'm.room.guest_access',
  state_key: '',
  content: { guest_access: 'forbidden' },
};

/** Key in the content of `m.room.create` that holds the id of the request. */
export const requestMark = 'org.trellis.request';

/** The other person of a direct chat of two; null for any other room. */
export function directPerson({ direct, invite }: NewRoom): string | null {
  return direct && invite.length === 1 ? (invite[0] ?? null) : null;
}

/**
 * Levels of state events in a new room: everybody may share a live location (an event of their own, which nobody else can write), join a
 * call, and begin one where only invited people come in. A server takes the
 * whole map, so what it gives a new room by itself stands here too.
 */
function levelsOf(room: NewRoom, version: string): Record<string, number> {
  return {
    'm.room.avatar': 50,
    'm.room.canonical_alias': 50,
    'm.room.encryption': 100,
    'm.room.history_visibility': 100,
    'm.room.name': 50,
    'm.room.power_levels': 100,
    'm.room.server_acl': 100,
    // From version 12 on it takes a creator (MSC4289).
    'm.room.tombstone': creatorsRule(version) ? 150 : 100,
    [memberType]: 0,
    ...Object.fromEntries(beaconTypes.info.map((type) => [type, 0])),
    ...(!room.public && { [callType]: 0 }),
  };
}

/** In a space only admins may send messages, because nobody reads them. */
const powerOf = (room: NewRoom, version: string) => ({
  events: levelsOf(room, version),
  ...(room.space === true ? { events_default: 100 } : {}),
});

/** Whether rooms of this version know what came with that one; names of versions that are no number are newer ones. */
export const isSince = (version: string, first: number): boolean => !(Number(version) < first);

/** The first version of rooms that let in the people of another room (MSC3083). */
export const firstRestricted = 8;

/** Lets the people of the space in. A public room needs nothing, and in an old version only those come who are invited. */
function ofSpace(room: NewRoom, spaceId: string, version: string): object[] {
  if (room.public || !isSince(version, firstRestricted)) return [];
  const allow = [{ type: 'm.room_membership', room_id: spaceId }];
  return [
    { type: 'm.room.join_rules', state_key: '', content: { join_rule: 'restricted', allow } },
  ];
}

/** The body of `/createRoom`. `person`: who is invited by it. */
export function createContent(
  room: NewRoom,
  version: string,
  person: string | null,
): Record<string, unknown> {
  const preset = room.public
    ? 'public_chat'
    : room.direct
      ? 'trusted_private_chat'
      : 'private_chat';
  return {
    preset,
    visibility: room.public ? 'public' : 'private',
    ...(room.alias === undefined ? {} : { room_alias_name: room.alias }),
    ...(room.name === null ? {} : { name: room.name }),
    ...(room.topic === null ? {} : { topic: room.topic }),
    ...(room.direct ? { is_direct: true } : {}),
    // In a chat of two both have all rights.
    ...(room.direct ? {} : { power_level_content_override: powerOf(room, version) }),
    invite: person === null ? [] : [person],
    creation_content: {
      [requestMark]: room.requestId,
      ...(room.space === true ? { type: 'm.space' } : {}),
    },
    initial_state: [
      ...(room.encrypted ? [encryption] : []),
      // The presets of rooms that are not public let guests in.
      ...(room.public ? [] : [noGuests]),
      ...(room.forSpace === undefined ? [] : ofSpace(room, room.forSpace, version)),
    ],
  };
}
