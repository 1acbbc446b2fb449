// Rows of the list for invitations into shared folders: one for each, as the store has them now, until it is answered. They come from no page,
// because servers announce each folder in a folder too, and nothing to somebody who wants no word of invitations.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { getRoom, type StoredRoom } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { cleanReason } from '../events/cleanName';
import { invitedTops, type Directory, type Forest } from '../files/forest';
import { shownTime } from '../rooms/derive';
import { loadPeople } from '../rooms/people';

/** The row of its invitation, or of that of the folder above it, stands for it. */
export const isInvitedFolder = (room: StoredRoom | null): boolean =>
  room !== null && room.isTree && room.membership === 'invite';

function rowOf(
  db: Store['db'],
  { roomNo, roomId, name, inviter }: Directory,
  ownUserId: string,
): NotifiedMessage | null {
  const own = getState(db, roomNo, 'm.room.member', ownUserId);
  if (own === null) return null;
  const reason = cleanReason(own.raw.content['reason']);
  return {
    ...{ key: `${roomId} invitation`, roomId, eventId: own.eventId },
    ...{ roomName: name === '' ? null : name, direct: false, folder: true, state: 'invited' },
    sender: inviter === null ? null : loadPeople(db, roomNo, [inviter]).get(inviter),
    preview: null,
    ...(reason !== null && { reason }),
    ...{ sentAtMs: shownTime(own), read: false, mention: false },
  };
}

/** Newest first. Adds all rooms that decide about them to `shownRooms`. */
export function invitationRows(
  db: Store['db'],
  forest: Pick<Forest, 'byId'>,
  ownUserId: string,
  shownRooms: Set<number>,
): NotifiedMessage[] {
  for (const { roomNo, joined } of forest.byId.values()) if (!joined) shownRooms.add(roomNo);
  return invitedTops(forest)
    .filter(({ roomNo }) => isInvitedFolder(getRoom(db, roomNo)))
    .flatMap((one) => rowOf(db, one, ownUserId) ?? [])
    .sort((a, b) => b.sentAtMs - a.sentAtMs);
}
