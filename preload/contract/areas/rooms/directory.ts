// Finding rooms that this account is not in, looking into them, and being found: the addresses of the own ones.
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import {
  Bridge,
  BridgedFind,
  BridgedPlace,
  Peek,
  PublicRooms,
  PublicRoomsQuery,
  RoomAddresses,
} from './directoryModels';
import { RoomId, ofPerson, inRoom, nothing } from '../ids';
import { SharedRoom } from './peopleModels';

const Alias = z
  .string()
  .min(4)
  .max(255)
  .regex(/^#.+:.+$/);
const onAlias = z.object({ roomId: RoomId, alias: Alias });

/** Every call asks the server. */
export const directory = contract({
  calls: {
    /** One page of the rooms that a server lists for everybody. */
    publicRooms: call(PublicRoomsQuery, PublicRooms),
    /** Networks that the server is bridged to; none on a server without bridges. */
    bridges: call(nothing, z.object({ bridges: z.array(Bridge) })),
    /** Finds rooms or people of a bridged network by their fields there. */
    findBridged: call(BridgedFind, z.object({ found: z.array(BridgedPlace) })),
    /** Rooms that this account and somebody are both in, all of them. `unsupported_server` where the server does not tell. */
    mutualRooms: call(ofPerson, z.object({ rooms: z.array(SharedRoom) })),
    roomAddresses: call(inRoom, RoomAddresses),
    /** `conflict` where another room has it. */
    addAlias: call(onAlias, nothing),
    removeAlias: call(onAlias, nothing),
    /** The address that the room is known by; null: by none. */
    setMainAlias: call(z.object({ roomId: RoomId, alias: Alias.nullable() }), nothing),
    /** Whether the own server lists the room for everybody. */
    setListed: call(inRoom.extend({ on: z.boolean() }), nothing),
  },
  values: {
    /** Read along while it is watched; nothing of it is kept. */
    peek: value(inRoom, Peek),
  },
  lists: {},
});
