// Making, joining and leaving rooms; their names and settings; the room list.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { ReportReason, RequestId, RoomId, UserId, inRoom, nothing } from '../ids';
import { Removals } from './departureModels';
import { Uninvited } from './peopleModels';
import {
  RoomHeader,
  RoomListItem,
  RoomListQuery,
  RoomNotifications,
  RoomSummary,
} from './roomsModels';
import { SpaceRooms } from './spaceModels';

const onAddress = z.object({
  roomIdOrAlias: z.string().min(2).max(255),
  via: z.array(z.string().min(1).max(255)).max(10),
});
const reason = z.string().max(500).nullable();

export const rooms = contract({
  calls: {
    /**
     * Makes a room. For a direct chat that exists already it answers that one, also while the other person has not joined. `uninvited`:
     * who could not be invited; `listed`: whether the server lists a public room, absent where it does not say; a direct chat whose only person could not be is not made (`not_invited`, as for `invite`).
     */
    createRoom: call(
      z.object({
        requestId: RequestId,
        name: z.string().max(255).nullable(),
        topic: z.string().max(1000).nullable(),
        direct: z.boolean(),
        encrypted: z.boolean(),
        public: z.boolean(),
        /** The part of its address between # and the own server. `conflict` where another room has the address. */
        alias: z.string().min(1).max(200).optional(),
        /** Makes a space: it holds rooms and nobody writes in it. Never encrypted. */
        space: z.boolean().optional(),
        /** People of this space may join, where the room is not public. The space does not link to it yet: see `setSpaceRoom`. */
        forSpace: RoomId.optional(),
        invite: z.array(UserId).max(50),
      }),
      inRoom.extend({ uninvited: z.array(Uninvited).optional(), listed: z.boolean().optional() }),
    ),
    /** `via`: servers that know the room. A rejection with `forbidden` has the room's `joinRule` in `data`, null when it is not known. */
    joinRoom: call(onAddress, inRoom),
    /** Summary of a room that this account has not joined; asks the server. `summary` is null where the server does not tell. */
    roomSummary: call(onAddress, z.object({ summary: RoomSummary.nullable() })),
    /** Asks the members of a room with the join rule `knock` to be let in; they answer with an invitation. */
    knockRoom: call(onAddress.extend({ reason }), inRoom),
    /** The room id of an alias, and servers that know the room; asks the server. */
    resolveAlias: call(
      z.object({ alias: z.string().min(2).max(255) }),
      z.object({ roomId: RoomId, via: z.array(z.string()).max(10) }),
    ),
    acceptInvite: call(inRoom, nothing),
    declineInvite: call(inRoom, nothing),
    leaveRoom: call(inRoom, nothing),
    /** Forgets a room that was left, and deletes it from this computer too. */
    forgetRoom: call(inRoom, nothing),
    renameRoom: call(z.object({ roomId: RoomId, name: z.string().max(255) }), nothing),
    setTopic: call(z.object({ roomId: RoomId, topic: z.string().max(1000) }), nothing),
    setFavourite: call(z.object({ roomId: RoomId, on: z.boolean() }), nothing),
    /** Moves the room to the end of the list; removes the mark of a favourite, and the other way round. */
    setLowPriority: call(z.object({ roomId: RoomId, on: z.boolean() }), nothing),
    setRoomNotifications: call(inRoom.extend({ wanted: RoomNotifications }), nothing),
    /** Marks the whole room as read, or marks it as unread until it is read again. */
    setRoomRead: call(inRoom.extend({ read: z.boolean() }), nothing),
    /**
     * Reports to the administrators of the account's homeserver; also works for an invitation. `unsupported_server` where it takes no
     * reports of rooms.
     */
    reportRoom: call(inRoom.extend({ reason: ReportReason }), nothing),
    /** The children of a space, one level deep; asks the server. */
    spaceRooms: call(inRoom, SpaceRooms),
  },
  values: {
    room: value(inRoom, RoomHeader),
    removals: value(nothing, Removals),
  },
  lists: {
    rooms: list(RoomListQuery, RoomListItem),
  },
});
