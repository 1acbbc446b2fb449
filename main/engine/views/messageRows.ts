// Messages of a room as rows of a list over all rooms: who, what it says now, whether it is here. For lists that hold references only.
// Reads the store; what is missing is named, and fetched by others.
import { getEvents } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { isMessage } from '../kinds/displayable';
import { namedIn } from '../kinds/preview';
import { loadPeople } from '../rooms/people';
import { placesOf } from './reading';
import { quotedLine } from './timeline/messages';
import { quotedLines } from './timeline/quotedLines';
import type { ViewDeps } from './view';

export interface MessageRow {
  readonly roomName: string | null;
  /** `missing`: not on the disk. `room_gone`: this account is not in the room, and may still have the words here. */
  readonly state: 'here' | 'deleted' | 'missing' | 'room_gone';
  /** These are null while the message is not on the disk. */
  readonly sender: Person | null;
  readonly preview: MessagePreview | null;
  readonly sentAtMs: number | null;
}

export interface RoomRows {
  /** Null: nothing is known of the room. */
  readonly roomNo: number | null;
  readonly invited: boolean;
  readonly direct: boolean;
  /** A directory of Files. */
  readonly folder: boolean;
  person(userId: string): Person | null;
  /** On the disk, and nothing that is shown as a message: a step of a verification, a vote, an edit. */
  isSilent(eventId: string): boolean;
  row(eventId: string): MessageRow;
}

/** Those of one room are read together. */
export function messageRows(deps: ViewDeps, roomId: string, eventIds: readonly string[]): RoomRows {
  const { db } = deps.store;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  const here = room?.membership === 'join';
  const events = roomNo === null ? new Map<string, never>() : getEvents(db, roomNo, eventIds);
  const edits = relatedToMany(db, [...events.values()], 'm.replace');
  const quoted = quotedLines(db, events, edits, ({ eventId, type }, thrown) =>
    deps.log?.error('a message of a list failed', { eventId, type, stack: placesOf(thrown) }),
  );
  const named = [...quoted.values()].flatMap(({ sender, line }) => [sender, ...namedIn(line)]);
  const people = roomNo === null ? null : loadPeople(db, roomNo, named);
  if (roomNo !== null && people?.complete === false) deps.wantMembers?.(roomNo);
  return {
    roomNo,
    invited: room?.membership === 'invite',
    direct: (room?.directUserId ?? null) !== null,
    folder: room?.isTree === true,
    person: (userId) => (roomNo === null ? null : loadPeople(db, roomNo, [userId]).get(userId)),
    isSilent(eventId) {
      const event = events.get(eventId);
      return event !== undefined && event.redactedBy === null && !isMessage(event);
    },
    row(eventId) {
      const event = events.get(eventId);
      const line = quoted.get(eventId);
      const bare = {
        ...{ roomName: room?.name ?? null, sentAtMs: event?.ts ?? null },
        ...{ sender: null, preview: null },
      };
      if (event === undefined || line === undefined || people === null)
        return { ...bare, state: here ? 'missing' : 'room_gone' };
      if (event.redactedBy !== null)
        return { ...bare, sender: people.get(event.sender), state: 'deleted' };
      const about = { people, ownUserId: deps.ownUserId() ?? '' };
      return { ...bare, ...quotedLine(about, line), state: here ? 'here' : 'room_gone' };
    },
  };
}
