// Keeps the columns of a room that the list shows: name, section, direct person, activity, last message, counts. Called at the end of
// each room's apply and after decryption, inside their transaction. No SDK.
import { gapAfter } from '#stores/events/chunks';
import { getEventByNo, newestEvents, newestOfTypes } from '#stores/events/timeline';
import { relatedBy } from '#stores/events/relations';
import { isRecord, type StoredEvent } from '#stores/events/types';
import { underRemoval } from '#stores/ingest/removal';
import { settleTree } from '#stores/files/trees';
import { fold, roomNameKey } from '#stores/rooms/fold';
import { isOut } from '#stores/rooms/membership';
import {
  getRoom,
  roomNoOf,
  updateRoom,
  type RoomFields,
  type StoredSection,
  type StoredRoom,
} from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { newestGap } from '#stores/search/coverage';
import {
  directUserOf,
  getAccountData,
  ignoredUsers,
  isIgnored,
} from '#stores/settings/accountData';
import type { Changes, Store } from '#stores/sqlite/store';
import { departureOf } from '../events/departure';
import { isUnheard } from '../events/ignored';
import { isRefused } from '../events/invitePolicy';
import { isProfileChange } from '../events/ownActs';
import { isMessage, lastWordOf } from '../kinds/displayable';
import { isUndecided } from '../kinds/encrypted';
import { messageTypes } from '../kinds/registry';
import { markAtServer, requestsFor } from './asking';
import { roomName } from './names';
import { withoutActed } from './unread/actedElsewhere';
import { withoutInvitation } from './unread/invitation';
import { latestOf, ownReceipts, readsAbove } from './unread/readPlace';
import { carryWords, isReplaced, predecessorOf, replacementOf } from './upgrades';

type Db = Store['db'];

/** Most often the newest event is the message; each further look goes twice as far. */
const firstLook = 1;
/** A room without a message among this many events keeps what it had. */
const farthest = 200;
/** One that had none may have it behind so many joins and other state. */
const behindState = { within: 3_000, limit: 20 };

function tagsOf(db: Db, roomNo: number): ReadonlySet<string> {
  const tags = getAccountData(db, roomNo, 'm.tag')?.['tags'];
  return new Set(isRecord(tags) ? Object.keys(tags) : []);
}

const isUnwanted = (db: Db, { roomId, inviter }: StoredRoom): boolean =>
  (inviter !== null && isIgnored(db, inviter)) || isRefused(db, roomId, inviter);

/**
 * Whether the list keeps a room that this account is out of. The commit that takes it out says so, and no later change of the room: a ban
 * after it, and its end, take nothing back.
 */
const isKept = (db: Db, { section, membership, roomNo, isTree }: StoredRoom): boolean =>
  section === 'removed' && !isTree && isOut(membership) && !underRemoval(db).includes(roomNo);

function sectionOf(db: Db, room: StoredRoom, directUserId: string | null): StoredSection {
  if (room.isTree) return 'trees';
  if (room.membership === 'invite') return isUnwanted(db, room) ? 'ignored' : 'invites';
  if (room.membership === 'join' && isReplaced(db, room.roomNo)) return 'ignored';
  if (room.roomType === 'm.space') return 'spaces';
  const tags = tagsOf(db, room.roomNo);
  if (tags.has('m.favourite')) return 'favourites';
  if (tags.has('m.lowpriority')) return 'low_priority';
  return directUserId === null ? 'rooms' : 'people';
}

function directUser(db: Db, room: StoredRoom, ownUserId: string): string | null {
  const known = directUserOf(db, room.roomId);
  if (known !== null || room.membership !== 'invite') return known;
  const own = getState(db, room.roomNo, 'm.room.member', ownUserId);
  return own?.raw.content['is_direct'] === true && own.sender !== ownUserId ? own.sender : null;
}

/** A sender's clock may run ahead: nobody is newer than the moment of receipt (D18). */
export const shownTime = (event: Pick<StoredEvent, 'ts' | 'receivedTs'>): number =>
  Math.max(0, Math.min(event.ts, event.receivedTs));

interface Last {
  readonly eventNo: number | null;
  readonly activityMs: number;
}

/** Somebody goes, or an account ends: that lifts no room in the list. */
const isDeparture = ({ type, raw }: StoredEvent): boolean =>
  type === 'm.room.member' && ['leave', 'ban'].includes(String(raw.content['membership']));

/** A redacted edit has lost the content that said what it was; it is still no message. */
function isLastWord(db: Db, event: StoredEvent): boolean {
  if (lastWordOf(event) !== null) return true;
  if (!isMessage(event) || isUndecided(event)) return false;
  return (
    event.redactedBy === null || !relatedBy(db, 'm.replace', [event.eventNo]).has(event.eventNo)
  );
}

/**
 * The newest message or call; a room without any lives by its newest event of another kind. What was deleted is not a room's word
 * while it has another one, but the room lives on by its time: deleting moves nothing.
 */
function lastOf(db: Db, room: StoredRoom, ownUserId: string): Last {
  if (room.membership === 'invite' || room.membership === 'knock' || room.section === 'removed') {
    const own = getState(db, room.roomNo, 'm.room.member', ownUserId);
    return { eventNo: null, activityMs: own === null ? room.activityMs : shownTime(own) };
  }
  let before: number | null = null;
  let newest: StoredEvent | null = null;
  let deleted: (Last & { readonly eventNo: number }) | null = null;
  let seen = 0;
  let limit = firstLook;
  while (seen < farthest) {
    const events = newestEvents(db, room.roomNo, limit, before);
    for (const event of events) {
      // The room lives on by what everybody says whom this account hears.
      if (isUnheard(db, event)) continue;
      if (isLastWord(db, event)) {
        const { eventNo } = event;
        const activityMs: number = deleted?.activityMs ?? shownTime(event);
        if (event.redactedBy === null) return { eventNo, activityMs };
        deleted ??= { eventNo, activityMs };
      } else if (!isProfileChange(event) && !isDeparture(event)) newest ??= event;
    }
    const oldest = events.at(-1);
    if (oldest === undefined || events.length < limit) break;
    seen += events.length;
    limit *= 2;
    before = oldest.eventNo;
  }
  if (deleted !== null) return deleted;
  const known = room.lastEventNo === null ? null : getEventByNo(db, room.lastEventNo);
  const isHeard = known !== null && !isUnheard(db, known);
  if (isHeard && (isMessage(known) || lastWordOf(known) !== null))
    return { eventNo: known.eventNo, activityMs: shownTime(known) };
  if (seen >= farthest) {
    const behind = newestOfTypes(db, room.roomNo, [...messageTypes], behindState);
    const word = behind.find(
      (event) => event.redactedBy === null && !isUnheard(db, event) && isLastWord(db, event),
    );
    if (word !== undefined) return { eventNo: word.eventNo, activityMs: shownTime(word) };
  }
  return { eventNo: null, activityMs: newest === null ? room.activityMs : shownTime(newest) };
}

/**
 * When this account came into the room: it stands in the list by that until something newer is said, so that it does not leave the view of
 * whoever has just joined. After a new name of the account the time is no longer told, and the room stays where it stood.
 */
function cameMs(db: Db, room: StoredRoom, last: Last, ownUserId: string): number {
  if (room.membership !== 'join') return 0;
  const own = getState(db, room.roomNo, 'm.room.member', ownUserId);
  if (own === null) return 0;
  if (!isProfileChange(own)) return shownTime(own);
  return room.lastEventNo === last.eventNo ? room.activityMs : 0;
}

/**
 * The server counts what people said before they were ignored, and takes no receipt there. Those that are here are taken off. A device that
 * came later is never told of them: where everything since the last reading is here, what is not here is not unread.
 */
function countsOf(db: Db, stored: StoredRoom, ownUserId: string): RoomFields {
  const { serverHighlights } = stored;
  if (stored.serverUnread === 0) return { unread: 0, highlights: serverHighlights };
  const invited = withoutInvitation(db, stored, ownUserId);
  const serverUnread = withoutActed(db, { ...stored, serverUnread: invited }, ownUserId);
  const highlights =
    serverUnread < invited ? Math.min(serverHighlights, serverUnread) : serverHighlights;
  if (ignoredUsers(db).size === 0) return { unread: serverUnread, highlights };
  const room = { ...stored, serverUnread };
  const { said, isWhole } = saidSince(db, room, ownUserId);
  const known = isWhole ? said.length : serverUnread;
  const unread = known - said.filter((event) => isUnheard(db, event)).length;
  return { unread, highlights: Math.min(unread, highlights) };
}

/**
 * Messages of others since the last reading, newest first, as many as the server counts. `isWhole`: all since then are stored. `oldest`: the
 * oldest event that was looked at.
 */
export function saidSince(
  db: Db,
  { roomNo, serverUnread }: Pick<StoredRoom, 'roomNo' | 'serverUnread'>,
  ownUserId: string,
): {
  readonly said: readonly StoredEvent[];
  readonly isWhole: boolean;
  readonly oldest: StoredEvent | undefined;
} {
  const newest = newestEvents(db, roomNo, farthest);
  const read = latestOf(db, roomNo, ownReceipts(db, roomNo, ownUserId))?.eventId;
  const isRead = (event: StoredEvent): boolean =>
    event.eventId === read || readsAbove(event, ownUserId);
  const readAt = newest.findIndex(isRead);
  const said = newest
    .slice(0, readAt === -1 ? newest.length : readAt)
    .filter((event) => event.sender !== ownUserId && isMessage(event))
    .slice(0, serverUnread);
  const isWhole =
    readAt === -1
      ? newest.length < farthest && (newestGap(db, roomNo)?.chunkNo ?? null) === null
      : gapAfter(db, roomNo, newest[readAt]?.eventNo ?? 0) === null;
  return { said, isWhole, oldest: newest.at(-1) };
}

/** More is counted than is here, so that nobody can say how much of it ignored people said. */
export function isCountOpen(db: Db, room: StoredRoom, ownUserId: string): boolean {
  if (room.encryption !== null) return false;
  const { said, isWhole } = saidSince(db, room, ownUserId);
  return !isWhole && said.length < room.serverUnread;
}

/** The row gets this with the commit in which somebody else takes this account out of a joined room: told once, by the mark. */
export const newlyRemoved: RoomFields = { section: 'removed', markedUnread: true };

/** Its counts go: messages there can no longer be marked as read. */
function removedFields(db: Db, room: StoredRoom, ownUserId: string): RoomFields | null {
  if (!isKept(db, room)) return null;
  const { by } = departureOf(getState(db, room.roomNo, 'm.room.member', ownUserId));
  return {
    ...{ section: 'removed', inviter: by, unread: 0, highlights: 0 },
    ...{ serverUnread: 0, serverHighlights: 0 },
  };
}

/** The identity of the room: its name, its direct person, its section. */
function identityOf(db: Db, room: StoredRoom, ownUserId: string): RoomFields {
  const name = roomName(db, room, ownUserId);
  const directUserId = directUser(db, room, ownUserId);
  const section = sectionOf(db, room, directUserId);
  return { name, nameFolded: fold(name), nameKey: roomNameKey(name), directUserId, section };
}

/**
 * Brings every derived column of one room up to date. Unread counts of encrypted rooms are push's; plain rooms take the server's.
 * Cost does not depend on the size of the room. `events`: nothing but events that are no state have come, or were decrypted; what else
 * the columns follow from is not read then, which in a large store lies on pages that nobody has touched. `told`: what else is to stand
 * on the row, written with it.
 */
export function recomputeRoom(...args: Parameters<typeof recompute>): void {
  const [db, roomNo, ownUserId, changes, came = 'anything'] = args;
  recompute(...args);
  if (came === 'events') return;
  // The list has the room before this one only while this account is not in this one.
  const before = predecessorOf(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  if (beforeNo !== null) recompute(db, beforeNo, ownUserId, changes);
  // Whether the next room continues this one is said here, perhaps after that room came.
  const next = replacementOf(db, roomNo);
  const nextNo = next === null ? null : roomNoOf(db, next);
  if (nextNo !== null) changes.room(nextNo);
}

function recompute(
  db: Db,
  roomNo: number,
  ownUserId: string,
  changes: Changes,
  came: 'anything' | 'events' = 'anything',
  told: RoomFields = {},
): void {
  const read = (): StoredRoom | null => {
    const stored = getRoom(db, roomNo);
    return stored === null ? null : { ...stored, ...told };
  };
  let room = read();
  let restated = came === 'anything';
  if (room?.roomType === 'm.space' && settleTree(db, roomNo)) {
    changes.topic('files');
    room = read();
    restated = true;
  }
  if (room === null) return;
  const removed = removedFields(db, room, ownUserId);
  if (restated && room.membership === 'join') carryWords(db, roomNo, changes);
  const identity = restated ? identityOf(db, room, ownUserId) : null;
  const { section } = { ...room, ...identity, ...removed };
  const isBack = room.section === 'removed' && section !== 'removed';
  const last = lastOf(db, { ...room, section }, ownUserId);
  // Its own membership is read only where the room would fall.
  const mayFall = restated || last.activityMs < room.activityMs;
  const changed = updateRoom(db, roomNo, {
    ...told,
    ...identity,
    // The mark of a removal is of this computer alone.
    ...(isBack && { markedUnread: markAtServer(db, roomNo) }),
    lastEventNo: last.eventNo,
    // A request to join brings the room up like a message, for those who may answer.
    activityMs: Math.max(
      last.activityMs,
      mayFall ? cameMs(db, room, last, ownUserId) : 0,
      requestsFor(db, roomNo, ownUserId)?.atMs ?? 0,
    ),
    ...(room.encryption === null && countsOf(db, room, ownUserId)),
    ...removed,
  });
  if (changed) changes.room(roomNo);
}
