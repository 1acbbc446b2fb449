// Requests to join, for those who may answer them: what they add to a room's row, and who asks. No SDK.
import { allRequests, askingEvents, requestsIn, type Requests } from '#stores/rooms/asking';
import { getRoom, type RoomFields, type StoredRoom } from '#stores/rooms/rooms';
import { getAccountData, ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { Asking } from '#contract/areas/rooms/askingModels';
import { cleanReason } from '../events/cleanName';
import { ownPermissions } from './permissions';
import { loadPeople } from './people';

type Db = Store['db'];

const unheard = (db: Db) => () => ignoredUsers(db);

/** Folders have a list of their own for this. */
function mayAnswer(db: Db, room: StoredRoom | null, ownUserId: string): boolean {
  if (room === null || room.isTree || room.membership !== 'join') return false;
  const { invite, kick } = ownPermissions(db, room.roomNo, ownUserId);
  return invite || kick;
}

/** Null: nobody asks, or this account may not answer. */
export function requestsFor(db: Db, roomNo: number, ownUserId: string): Requests | null {
  const requests = requestsIn(db, roomNo, unheard(db));
  return requests !== null && mayAnswer(db, getRoom(db, roomNo), ownUserId) ? requests : null;
}

/** By the number of the room: all that this account may answer. */
export const allRequestsFor = (db: Db, ownUserId: string): Map<number, Requests> =>
  new Map(
    allRequests(db, unheard(db))
      .filter(({ roomNo }) => mayAnswer(db, getRoom(db, roomNo), ownUserId))
      .map((requests) => [requests.roomNo, requests]),
  );

/** How many ask, whether or not this account may answer. */
export const countAsking = (db: Db, roomNo: number): number =>
  requestsIn(db, roomNo, unheard(db))?.count ?? 0;

/** The id of the newest request. Null: there is none. */
export const newestRequest = (db: Db, roomNo: number): string | null =>
  askingEvents(db, roomNo, unheard(db), 1)[0]?.eventId ?? null;

/** The newest of those who ask, with their words. */
export function askingIn(db: Db, roomNo: number, most: number): Asking[] {
  const events = askingEvents(db, roomNo, unheard(db), most);
  if (events.length === 0) return [];
  const people = loadPeople(
    db,
    roomNo,
    events.map(({ stateKey }) => stateKey ?? ''),
  );
  return events.map(({ stateKey, raw }) => ({
    person: people.get(stateKey ?? ''),
    reason: cleanReason(raw.content['reason']),
  }));
}

/** The mark that stands at the server, whatever this computer marked by itself. */
export function markAtServer(db: Db, roomNo: number): boolean {
  const told = (type: string) => getAccountData(db, roomNo, type);
  return (told('m.marked_unread') ?? told('com.famedly.marked_unread'))?.['unread'] === true;
}

/** The requests of one room of which an answer of the server told. */
export interface RequestNews {
  /** Those who ask since this answer. */
  readonly asked: ReadonlySet<string>;
  /** A request of before was answered or withdrawn. */
  readonly ended: boolean;
}

/**
 * The fields of the row that follow from them: a new request marks the room of this computer as unread until it is looked at, and the end of the last one takes
 * the mark back. `isFirst`: nobody was told since the room was looked at.
 */
export function requestFields(
  db: Db,
  roomNo: number,
  ownUserId: string,
  { asked, ended }: RequestNews,
): { readonly fields: RoomFields; readonly isFirst: boolean } {
  const requests = requestsFor(db, roomNo, ownUserId);
  const markedUnread = getRoom(db, roomNo)?.markedUnread === true;
  if (requests === null) {
    const isOver = ended && markedUnread && countAsking(db, roomNo) === 0;
    return { fields: isOver ? { markedUnread: markAtServer(db, roomNo) } : {}, isFirst: false };
  }
  if (asked.size === 0) return { fields: {}, isFirst: false };
  return {
    fields: { markedUnread: true },
    isFirst: !markedUnread || requests.count <= asked.size,
  };
}
