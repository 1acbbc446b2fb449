// Rows of the list for chats and shared folders that somebody took this account out of: one for each, as the store has it now, at the time
// of the removal. The folders in a folder have none.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { isOut } from '#stores/rooms/membership';
import { getRoom, type StoredRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { all } from '#stores/sqlite/statements';
import { shownTime } from '../rooms/derive';
import { removedFrom } from '../views/removals';
import { removalIn } from '../views/room';
import type { ViewDeps } from '../views/view';
import type { ForestSource } from '../files/forest';
import { invitationRows, isInvitedFolder } from './folders';
import { placed, requestRows } from './requests';

/** The row of its removal, or of that of the folder above it, tells more than what was announced of it. */
export const isGoneFolder = (room: StoredRoom | null): boolean =>
  room !== null && room.isTree && isOut(room.membership);

/** Whether a room has a row from no page, or lies in a folder that has one. */
export const hasOwnRow = (room: StoredRoom | null): boolean =>
  isGoneFolder(room) || isInvitedFolder(room) || room?.section === 'removed';

/** Whether a row of a chat says no more than that this account is out of it, which the row of the removal says at its time. */
const saysNothing = ({ state, preview, departure }: NotifiedMessage): boolean =>
  state === 'room_gone' && preview === null && departure?.listed === true;

/** Newest first. Adds their rooms to `shownRooms`. */
function removalRows(
  deps: Pick<ViewDeps, 'store'>,
  ownUserId: string,
  shownRooms: Set<number>,
): NotifiedMessage[] {
  const { db } = deps.store;
  const rows = all<{ room_no: number }>(db, removedFrom).flatMap(
    ({ room_no: roomNo }): NotifiedMessage[] => {
      const room = getRoom(db, roomNo);
      const own = getState(db, roomNo, 'm.room.member', ownUserId);
      const departure = room && removalIn(deps, room, ownUserId);
      if (room === null || own === null || departure === null) return [];
      shownRooms.add(roomNo);
      const { roomId, name, isTree, directUserId, markedUnread } = room;
      return [
        {
          ...{ key: `${roomId} removal`, roomId, eventId: own.eventId },
          ...{ roomName: name === '' ? null : name, direct: directUserId !== null, folder: isTree },
          ...{ state: 'room_gone', departure, sender: departure.by, preview: null },
          ...{ sentAtMs: shownTime(own), read: isTree || !markedUnread, mention: false },
        },
      ];
    },
  );
  return rows.sort((a, b) => b.sentAtMs - a.sentAtMs);
}

/** With the rows that come from no page. Unless the list is `whole`, a removal that is older than what is listed waits for the pages between. */
export function withOwnRows(
  deps: Pick<ViewDeps, 'store' | 'ownUserId'> & { readonly forest: Pick<ForestSource, 'read'> },
  heard: readonly NotifiedMessage[],
  told: {
    readonly isHeard: (one: NotifiedMessage) => boolean;
    readonly whole: boolean;
    readonly shownRooms: Set<number>;
  },
): NotifiedMessage[] {
  const ownUserId = deps.ownUserId() ?? '';
  const untilMs = told.whole ? 0 : (heard.at(-1)?.sentAtMs ?? 0);
  const removed = removalRows(deps, ownUserId, told.shownRooms).filter(
    (one) => one.sentAtMs >= untilMs && told.isHeard(one),
  );
  const { db } = deps.store;
  const requests = requestRows(db, ownUserId, told.shownRooms);
  const invitations = invitationRows(db, deps.forest.read(), ownUserId, told.shownRooms).filter(
    told.isHeard,
  );
  const others = heard.filter((one) => !saysNothing(one));
  return placed(invitations, placed(requests, placed(removed, others)));
}
