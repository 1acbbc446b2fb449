// The value `room`: the header of one room, with what this account may do there. No SDK.
import { isRecord } from '#stores/events/types';
import { newestEvents } from '#stores/events/timeline';
import { hasScheduled } from '#stores/outbox/scheduled';
import { isOut } from '#stores/rooms/membership';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { countMembers, getMembers, getState } from '#stores/rooms/state';
import { getAccountData } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { Departure } from '#contract/areas/rooms/departureModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { cleanReason, cleanTopic } from '../events/cleanName';
import { deletedReason, departureOf } from '../events/departure';
import { roomNotifications } from '../push/roomRules';
import { storedRules } from '../push/storedRules';
import { addressesOf } from '../rooms/addresses';
import { askingIn, countAsking } from '../rooms/asking';
import { isMessage } from '../kinds/displayable';
import { isBlockedChat } from '../rooms/direct';
import { ownPermissions, powerLevels, runsAlone } from '../rooms/permissions';
import { liveIn, mayShareLive } from '../rooms/liveLocations';
import { unreadOf } from '../rooms/unread/unread';
import { leftBehindNamed, predecessorOf, replacementOf, replacementVia } from '../rooms/upgrades';
import { avatarHandle, loadPeople } from '../rooms/people';
import { reading } from './reading';
import type { Sink, View, ViewDeps } from './view';

type Db = Store['db'];

const minMs = 16;
/** Events among which a message shows that this account was in a room; a request to join leaves others. */
const mostLooked = 100;

function unknownRoom(roomId: string): RoomHeader {
  return {
    roomId,
    membership: 'unknown',
    name: '',
    topic: null,
    avatar: null,
    directUserId: null,
    encrypted: false,
    public: false,
    version: '1',
    joinedCount: 0,
    invitedCount: 0,
    inviter: null,
    typing: [],
    permissions: {
      send: false,
      invite: false,
      rename: false,
      setTopic: false,
      redactOthers: false,
      pin: false,
      notifyRoom: false,
      kick: false,
      ban: false,
      setRoles: false,
    },
    tags: [],
    replacementRoomId: null,
    replacementVia: [],
    predecessorRoomId: null,
    unread: 0,
    hasNew: false,
    notifications: 'default',
    isSpace: false,
  };
}

function tagsOf(db: Db, roomNo: number): string[] {
  const tags = getAccountData(db, roomNo, 'm.tag')?.['tags'];
  return isRecord(tags) ? Object.keys(tags).sort() : [];
}

const addressOf = (db: Db, roomNo: number): string | undefined =>
  addressesOf(db, [roomNo]).get(roomNo);

/** Null unless this account is invited, with words. */
function inviteReasonOf(db: Db, room: StoredRoom, ownUserId: string): string | null {
  if (room.membership !== 'invite') return null;
  const member = getState(db, room.roomNo, 'm.room.member', ownUserId);
  return cleanReason(member?.raw.content['reason']);
}

/** By the join rule of the room; `private` is the same as `invite` since ever. Into a `knock_restricted` one some come without asking. */
const entryBy: ReadonlyMap<unknown, Departure['entry']> = new Map([
  ...(['invite', 'private'] as const).map((rule) => [rule, 'invite'] as const),
  ['knock', 'ask'] as const,
]);

/** Null while this account is in the room, or may come in. */
export function departureIn(
  { store: { db } }: Pick<ViewDeps, 'store'>,
  room: StoredRoom,
  ownUserId: string,
): Departure | null {
  if (!isOut(room.membership)) return null;
  const { roomNo } = room;
  const told = departureOf(getState(db, roomNo, 'm.room.member', ownUserId));
  const { how, by, reason } = told;
  const rule = getState(db, roomNo, 'm.room.join_rules')?.raw.content['join_rule'];
  const entry = entryBy.get(rule);
  const deleted = room.isTree && reason === deletedReason;
  return {
    how,
    by: by === null ? null : loadPeople(db, roomNo, [by]).get(by),
    ...(deleted ? { deleted } : by !== null && reason !== null && { reason }),
    ...(entry !== undefined && { entry }),
    listed: room.section === 'removed',
  };
}

const mostAsking = 20;

function askingOf(db: Db, roomNo: number): Pick<RoomHeader, 'asking' | 'askingCount'> {
  const askingCount = countAsking(db, roomNo);
  return askingCount === 0 ? {} : { asking: askingIn(db, roomNo, mostAsking), askingCount };
}

/** An invitation that somebody takes back is among them only where it answered a request to join: then the room is listed. */
const doneByOthers: ReadonlySet<Departure['how']> = new Set(['removed', 'banned', 'refused']);

/** The same, where somebody else ended that this account was in the room, or waited for it. */
export function removalIn(...of: Parameters<typeof departureIn>): Departure | null {
  const departure = departureIn(...of);
  if (departure === null) return null;
  const { how, listed } = departure;
  return doneByOthers.has(how) || (how === 'withdrawn' && listed) ? departure : null;
}

/** Everything about a room that its header shows. */
export function roomHeader(deps: ViewDeps, room: StoredRoom, ownUserId: string): RoomHeader {
  const { db } = deps.store;
  const { roomNo } = room;
  const typing = deps.typing?.of(room.roomId) ?? [];
  const direct = room.directUserId;
  const blocked = direct !== null && isBlockedChat(db, room, ownUserId) ? direct : null;
  const named = [...typing, room.inviter, blocked].filter((userId) => userId !== null);
  const people = loadPeople(db, roomNo, named);
  const other = direct === null ? undefined : getMembers(db, roomNo, [direct]).get(direct);
  const { unread, dot } = unreadOf(room);
  const levels = powerLevels(db, roomNo, room.version);
  const replacement = replacementOf(db, roomNo);
  const may = ownPermissions(db, roomNo, ownUserId, { room, levels, replacement });
  const predecessor = predecessorOf(db, roomNo);
  const address = addressOf(db, roomNo);
  const inviteReason = inviteReasonOf(db, room, ownUserId);
  const departure = departureIn(deps, room, ownUserId);
  const { send, invite, rename, setTopic, redactOthers, pin } = may;
  const { notifyRoom, kick, ban, setRoles } = may;
  return {
    roomId: room.roomId,
    membership: room.membership,
    name: room.name,
    topic: cleanTopic(room.topic),
    avatar: avatarHandle(db, room.avatarMxc ?? other?.avatarMxc ?? null),
    directUserId: direct,
    ...(blocked !== null && { blocked: people.get(blocked) }),
    ...(address !== undefined && { address }),
    encrypted: room.encryption !== null,
    public: room.isPublic,
    version: room.version,
    joinedCount: room.joinedCount ?? countMembers(db, roomNo, 'join'),
    invitedCount: room.invitedCount ?? countMembers(db, roomNo, 'invite'),
    inviter:
      room.membership === 'invite' && room.inviter !== null ? people.get(room.inviter) : null,
    ...(inviteReason !== null && { inviteReason }),
    ...((room.membership === 'invite' || departure !== null) &&
      newestEvents(db, roomNo, mostLooked).some(isMessage) && { wasHere: true }),
    ...(departure !== null && { departure }),
    typing: typing.map((userId) => people.get(userId)),
    permissions: {
      ...{ send, invite, rename, setTopic, redactOthers, pin },
      ...{ notifyRoom, kick, ban, setRoles },
      ...(mayShareLive(db, roomNo, ownUserId) && { shareLive: true }),
    },
    ...((invite || kick) && askingOf(db, roomNo)),
    tags: tagsOf(db, roomNo),
    replacementRoomId: replacement,
    replacementVia: replacementVia(db, roomNo),
    predecessorRoomId: predecessor,
    ...(predecessor !== null && may.invite && may.kick && leftBehindNamed(db, roomNo)),
    unread,
    hasNew: unread > 0 || dot,
    notifications: roomNotifications(storedRules(db, ownUserId), room.roomId),
    isSpace: room.roomType === 'm.space',
    ...(setRoles && runsAlone(db, room, ownUserId, levels) && { runsAlone: true }),
    // The list itself removes locations that run out later.
    ...(liveIn(db, roomNo, deps.clock.now()).length > 0 && { live: true }),
    ...(hasScheduled(db, room.roomId) && { scheduled: true }),
  };
}

export function createRoomView(
  deps: ViewDeps,
  query: { readonly roomId: string },
  sink: Sink<RoomHeader>,
): View {
  const { db } = deps.store;
  let roomNo: number | null = null;
  let address: string | undefined;
  /** Number of the room before this one, whose people may be missing here. */
  let beforeNo: number | null = null;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  function compose(): void {
    roomNo = roomNoOf(db, query.roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    const ownUserId = deps.ownUserId();
    const header =
      room === null || ownUserId === null
        ? unknownRoom(query.roomId)
        : roomHeader(deps, room, ownUserId);
    ({ address } = header);
    beforeNo = header.predecessorRoomId === null ? null : roomNoOf(db, header.predecessorRoomId);
    sink.set(header);
  }

  const stopTyping = deps.typing?.onChange((roomId) => {
    if (roomId === query.roomId) update.ask();
  });
  update.now();

  return {
    refresh(changes) {
      const known = roomNo !== null;
      const isTouched = (no: number | null): boolean =>
        no !== null && (changes.rooms.has(no) || changes.members.has(no));
      const touched = isTouched(roomNo) || isTouched(beforeNo);
      const ruled = changes.topics.has('accountData') || changes.topics.has('scheduled');
      if (touched || ruled || changes.topics.has('session') || (!known && changes.rooms.size > 0))
        update.ask();
      // Another room took its name, or gave it up.
      else if (roomNo !== null && changes.rooms.size > 0 && addressOf(db, roomNo) !== address)
        update.ask();
    },
    close() {
      stopTyping?.();
      update.close();
    },
  };
}
