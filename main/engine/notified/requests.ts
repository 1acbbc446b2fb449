// Rows of the list for requests to join: one for each room, as the store has them now. They come from no page and end with their answer.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Requests } from '#stores/rooms/asking';
import { allRequestsFor, askingIn, newestRequest } from '../rooms/asking';
import { ownPermissions } from '../rooms/permissions';

function rowOf(
  db: Store['db'],
  { roomNo, count, atMs }: Requests,
  ownUserId: string,
): NotifiedMessage | null {
  const room = getRoom(db, roomNo);
  const eventId = newestRequest(db, roomNo);
  const [newest] = askingIn(db, roomNo, 1);
  if (room === null || eventId === null || newest === undefined) return null;
  const { invite: letIn, kick: decline } = ownPermissions(db, roomNo, ownUserId);
  const { person, reason } = newest;
  return {
    key: `${room.roomId} requests`,
    roomId: room.roomId,
    roomName: room.name,
    direct: false,
    folder: false,
    eventId,
    state: 'asking',
    requests: { count, letIn, decline },
    sender: person,
    preview: null,
    ...(count === 1 && reason !== null && { reason }),
    sentAtMs: atMs,
    read: !room.markedUnread,
    mention: false,
  };
}

/** Newest first. Adds their rooms to `shownRooms`. */
export function requestRows(
  db: Store['db'],
  ownUserId: string,
  shownRooms: Set<number>,
): NotifiedMessage[] {
  const found = allRequestsFor(db, ownUserId);
  for (const roomNo of found.keys()) shownRooms.add(roomNo);
  return [...found.values()]
    .flatMap((one) => rowOf(db, one, ownUserId) ?? [])
    .sort((a, b) => b.sentAtMs - a.sentAtMs);
}

/** `rows` in their places by time among what is listed; both newest first. */
export function placed(
  rows: readonly NotifiedMessage[],
  listed: readonly NotifiedMessage[],
): NotifiedMessage[] {
  const rest = [...rows];
  const all: NotifiedMessage[] = [];
  for (const item of listed) {
    for (let [next] = rest; next !== undefined && next.sentAtMs > item.sentAtMs; [next] = rest)
      all.push(...rest.splice(0, 1));
    all.push(item);
  }
  return [...all, ...rest];
}
