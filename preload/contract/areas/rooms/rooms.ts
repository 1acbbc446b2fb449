// Making, entering and leaving rooms; their names and settings; the room list.
import { z } from '../../wire/schema';
import { call, contract, list, value } from '../../wire/shapes';
import { ReportReason, RequestId, RoomId, UserId, inRoom, nothing } from '../ids';
import {
  RoomHeader,
  RoomListItem,
  RoomListQuery,
  RoomNotifications,
  RoomSummary,
  SpaceRooms,
} from './roomsModels';

const onAddress = z.object({
  roomIdOrAlias: z.string().min(2).max(255),
  via: z.array(z.string().min(1).max(255)).max(10),
});
const reason = z.string().max(500).nullable();

export const rooms = contract({
  calls: {
    /** A direct chat with one person that is there already is answered instead of a second one, also while somebody has not joined. */
    createRoom: call(
      z.object({
        requestId: RequestId,
        name: z.string().max(255).nullable(),
        topic: z.string().max(1000).nullable(),
        direct: z.boolean(),
        encrypted: z.boolean(),
        public: z.boolean(),
        /** A space: nobody writes in it, it holds rooms. Never encrypted. */
        space: z.boolean().optional(),
        invite: z.array(UserId).max(50),
      }),
      inRoom,
    ),
    /** `via`: servers that know the room. A refusal (`forbidden`) says the room's `joinRule` in `data`, null when it is not known. */
    joinRoom: call(onAddress, inRoom),
    /** A room that this account is not in; asks the server. `summary` null where it does not tell. */
    roomSummary: call(onAddress, z.object({ summary: RoomSummary.nullable() })),
    /** Asks the people of a room with the rule `knock` to be let in; their yes comes as an invitation. */
    knockRoom: call(onAddress.extend({ reason }), inRoom),
    /** Which room an alias means, and servers that know it; asks the server. */
    resolveAlias: call(
      z.object({ alias: z.string().min(2).max(255) }),
      z.object({ roomId: RoomId, via: z.array(z.string()).max(10) }),
    ),
    acceptInvite: call(inRoom, nothing),
    declineInvite: call(inRoom, nothing),
    leaveRoom: call(inRoom, nothing),
    /** Of a room that was left: takes it out of this computer too. */
    forgetRoom: call(inRoom, nothing),
    renameRoom: call(z.object({ roomId: RoomId, name: z.string().max(255) }), nothing),
    setTopic: call(z.object({ roomId: RoomId, topic: z.string().max(1000) }), nothing),
    setFavourite: call(z.object({ roomId: RoomId, on: z.boolean() }), nothing),
    /** Stands below all others; takes the mark of a favourite away, and the other way round. */
    setLowPriority: call(z.object({ roomId: RoomId, on: z.boolean() }), nothing),
    setRoomNotifications: call(inRoom.extend({ wanted: RoomNotifications }), nothing),
    /** All of the room is read; or it is marked as unread, until it is read again. */
    setRoomRead: call(inRoom.extend({ read: z.boolean() }), nothing),
    /** To the administrators of the own server; also of an invitation. `unsupported_server` where it takes no reports of rooms. */
    reportRoom: call(inRoom.extend({ reason: ReportReason }), nothing),
    /** What lies in a space, one level deep; asks the server. */
    spaceRooms: call(inRoom, SpaceRooms),
  },
  values: {
    room: value(inRoom, RoomHeader),
  },
  lists: {
    rooms: list(RoomListQuery, RoomListItem),
  },
});
