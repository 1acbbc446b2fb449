// The value `person`: somebody of a room, the chat of two with them, and the other rooms in which both are. No SDK.
import { getRoom, listRooms, roomNoOf } from '#stores/rooms/rooms';
import { getMember, getMembersAt, type StoredMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import type { PersonCard } from '#contract/areas/rooms/peopleModels';
import { openDirectRoomWith } from '../rooms/direct';
import { roomAvatarHandle, toPerson } from '../rooms/people';
import { powerLevels } from '../rooms/permissions';
import { memberRows } from './members';
import { reading } from './reading';
import type { Sink, View, ViewDeps } from './view';

const minMs = 100;
const mostRooms = 50;

interface Query {
  readonly roomId: string;
  readonly userId: string;
}

export function createPersonView(deps: ViewDeps, query: Query, sink: Sink<PersonCard>): View {
  const { db } = deps.store;
  const { roomId, userId } = query;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** Rooms of two are left out, directories and spaces too. */
  function both(): { rooms: PersonCard['sharedRooms']; known: StoredMember | null } {
    const joined = listRooms(db, 'join').filter(
      (room) => !room.isTree && room.roomType !== 'm.space' && room.directUserId === null,
    );
    const memberAt = getMembersAt(
      db,
      joined.map(({ roomNo }) => [roomNo, userId] as const),
    );
    const shared = joined.filter(({ roomNo }) => memberAt(roomNo, userId)?.membership === 'join');
    const [first] = shared;
    return {
      rooms: shared
        .filter((room) => room.roomId !== roomId)
        .slice(0, mostRooms)
        .map((room) => ({
          roomId: room.roomId,
          name: room.name,
          avatar: roomAvatarHandle(db, room),
        })),
      known: first === undefined ? null : memberAt(first.roomNo, userId),
    };
  }

  function compose(): void {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    const stored = roomNo === null ? null : getMember(db, roomNo, userId);
    const levels = room === null ? null : powerLevels(db, room.roomNo, room.version);
    const [member = null] =
      room === null || levels === null || stored === null
        ? []
        : memberRows(deps, room, levels, [stored]);
    const { rooms, known } = both();
    sink.set({
      person: member?.person ?? toPerson(db, userId, known, new Set()),
      member,
      directRoomId: openDirectRoomWith(db, userId, deps.ownUserId() ?? ''),
      sharedRooms: rooms,
      ignored: isIgnored(db, userId),
    });
  }

  update.now();
  return {
    refresh(changes) {
      const topic = changes.topics.has('presence') || changes.topics.has('accountData');
      if (topic || changes.members.size > 0 || changes.rooms.size > 0) update.ask();
    },
    close: () => update.close(),
  };
}
