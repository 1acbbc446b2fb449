// Composes rows of the room list, except what is kept outside the room: drafts, unsent messages, typing. Any number of rows costs the
// same handful of statements. No SDK.
import { getEventsByNo, newestEvents, oldestChunkGap } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import type { Requests } from '#stores/rooms/asking';
import type { ListedRoom } from '#stores/rooms/roomList';
import { getMember, getMembersAt, getState, type StoredMember } from '#stores/rooms/state';
import { ignoredUsers } from '#stores/settings/accountData';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import type { Store } from '#stores/sqlite/store';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type { RoomListItem } from '#contract/areas/rooms/roomsModels';
import type { Trust } from '#contract/areas/encryption/trust';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { departureOf } from '../events/departure';
import { isUnheard } from '../events/ignored';
import { isMessage, lastWordOf } from '../kinds/displayable';
import type { PreviewText } from '../kinds/kind';
import { namedIn, previewOf, withNames } from '../kinds/preview';
import { personName } from '../rooms/names';
import { trustOfMessage } from '../kinds/trust';
import { unreadOf } from '../rooms/unread/unread';
import { avatarHandle } from '../rooms/people';
import { allRequestsFor } from '../rooms/asking';
import { hiddenAmong } from '../rooms/visibility';
import { unreadInThreadsAlone } from '../threads/unread';
import { albumLine } from './albumLine';

type Db = Store['db'];
export type Row = Extract<RoomListItem, { kind: 'room' }>;

const nothing: MessagePreview = { kind: 'none', senderName: null, mine: false, text: '' };

interface Read {
  readonly events: ReadonlyMap<number, StoredEvent>;
  /** By the number of the event. */
  readonly lines: ReadonlyMap<number, PreviewText & { readonly trust: Trust }>;
  readonly member: (roomNo: number, userId: string) => StoredMember | null;
}

function lastEvent(events: ReadonlyMap<number, StoredEvent>, room: ListedRoom): StoredEvent | null {
  if (room.membership === 'invite' || room.lastEventNo === null) return null;
  return events.get(room.lastEventNo) ?? null;
}

function read(db: Db, rooms: readonly ListedRoom[]): Read {
  const nos = rooms.map((room) => room.lastEventNo).filter((no): no is number => no !== null);
  const events = getEventsByNo(db, nos);
  const shown = rooms.flatMap((room) => lastEvent(events, room) ?? []);
  const edits = relatedToMany(db, shown, 'm.replace');
  const hidden = hiddenAmong(db, shown);
  const lines = new Map(
    shown.map((event) => {
      const own = edits.get(event.eventNo) ?? [];
      const by = hidden.get(event.eventNo) ?? null;
      return [
        event.eventNo,
        { ...previewOf(event, own, by), trust: trustOfMessage(db, event, own) },
      ];
    }),
  );
  const people: [number, string][] = shown.flatMap((event) =>
    namedIn(lines.get(event.eventNo) ?? nothing).map((userId): [number, string] => [
      event.roomNo,
      userId,
    ]),
  );
  for (const room of rooms) {
    const sender = lastEvent(events, room)?.sender;
    for (const userId of [room.directUserId, room.inviter, sender])
      if (userId !== null && userId !== undefined) people.push([room.roomNo, userId]);
  }
  const member = getMembersAt(db, people);
  return { events, lines, member };
}

/** Number of newest events searched for a reason why none of them is shown. */
const mostUnheard = 50;

/** Why a room has no message to show. Without its first event on the disk it is unknown whether it has any. */
function silenceOf(db: Db, roomNo: number): 'none' | 'unknown' | 'unheard' {
  const isUnheardMessage = (event: StoredEvent) => isMessage(event) && isUnheard(db, event);
  if (ignoredUsers(db).size > 0 && newestEvents(db, roomNo, mostUnheard).some(isUnheardMessage))
    return 'unheard';
  // A server does not send a new device the messages of ignored users, so some may exist that are not here.
  const isKept = [...ignoredUsers(db)].some((userId) => getMember(db, roomNo, userId) !== null);
  return oldestChunkGap(db, roomNo) === null && !isKept ? 'none' : 'unknown';
}

function preview(
  db: Db,
  from: Read,
  room: ListedRoom,
  ownUserId: string,
  nowMs: number,
): MessagePreview {
  const name = (userId: string): string =>
    personName(from.member(room.roomNo, userId)?.displayName ?? null, userId);
  if (room.membership === 'invite' || room.section === 'removed')
    return { ...nothing, senderName: room.inviter === null ? null : name(room.inviter) };
  const event = lastEvent(from.events, room);
  if (event === null) return { ...nothing, kind: silenceOf(db, room.roomNo) };
  const mine = event.sender === ownUserId;
  const named = !mine && event.sender !== room.directUserId;
  const senderName = named ? name(event.sender) : null;
  const lastWord = lastWordOf(event);
  if (lastWord !== null) {
    const around = { db, roomNo: room.roomNo, events: [], ownUserId, nowMs };
    return { ...lastWord(event, around), mine, senderName };
  }
  return {
    ...withNames(from.lines.get(event.eventNo) ?? nothing, name),
    ...(from.lines.get(event.eventNo)?.kind === 'hidden' ? {} : albumLine(db, event)),
    mine,
    senderName,
  };
}

function avatar(db: Db, from: Read, room: ListedRoom): string | null {
  if (room.avatarMxc !== null || room.directUserId === null)
    return avatarHandle(db, room.avatarMxc);
  return avatarHandle(db, from.member(room.roomNo, room.directUserId)?.avatarMxc ?? null);
}

const rowOf = (room: ListedRoom, parts: Pick<Row, 'avatar' | 'preview'>): Row => ({
  kind: 'room',
  key: room.roomId,
  roomId: room.roomId,
  section: room.section,
  name: room.name,
  ...parts,
  directUserId: room.directUserId,
  membership: room.membership,
  encrypted: room.encrypted,
  muted: room.muted,
  activityMs: room.activityMs,
  ...unreadOf(room),
  unsent: false,
  typing: [],
});

/** How a room of the section `removed` ended that this account was never let into. */
function departedOf(db: Db, { roomNo, section }: ListedRoom, ownUserId: string): Partial<Row> {
  if (section !== 'removed') return {};
  const { how } = departureOf(getState(db, roomNo, 'm.room.member', ownUserId));
  return how === 'refused' || how === 'withdrawn' ? { departed: how } : {};
}

/** The part of the row that tells of requests to join. */
function askingOf(room: ListedRoom, requests: Requests | undefined): Pick<Row, 'asking'> {
  if (requests === undefined) return {};
  const { count, userId, displayName, atMs } = requests;
  const unseen = room.markedUnread;
  const behind = !unseen && atMs < room.activityMs && ({ behind: true } as const);
  return { asking: { count, name: personName(displayName, userId), unseen, ...behind } };
}

/** In the order of `rooms`. A room whose last words break the composition costs the others nothing: it stands there without them. */
export function roomRows(
  db: Db,
  rooms: readonly ListedRoom[],
  ownUserId: string,
  nowMs: number,
  log?: Log,
): Row[] {
  try {
    const from = read(db, rooms);
    const requests = allRequestsFor(db, ownUserId);
    const unread = rooms.filter((room) => room.unread > 0 && room.section !== 'spaces');
    const inThreads = unreadInThreadsAlone(
      db,
      unread.map(({ roomNo }) => roomNo),
      ownUserId,
    );
    return rooms.map((room) => ({
      ...rowOf(room, {
        avatar: avatar(db, from, room),
        preview: preview(db, from, room, ownUserId, nowMs),
      }),
      ...askingOf(room, requests.get(room.roomNo)),
      ...departedOf(db, room, ownUserId),
      ...(inThreads.has(room.roomNo) && { inThreads: true }),
    }));
  } catch (thrown) {
    if (asStoreError(thrown) instanceof StoreError) throw thrown;
    const [room, ...others] = rooms;
    if (others.length > 0)
      return rooms.flatMap((one) => roomRows(db, [one], ownUserId, nowMs, log));
    unexpected(log, 'row of a room', thrown);
    return room === undefined ? [] : [rowOf(room, { avatar: null, preview: nothing })];
  }
}
