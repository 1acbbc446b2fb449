// Writes one room of an answer into the store, in small steps: each step is complete in itself and may be repeated after a crash.
// Runs inside transactions of apply.ts. Must not touch the network.
import { newestEvent } from '#stores/events/timeline';
import type { RawEvent, StoredEvent } from '#stores/events/types';
import { ensureTimeline, standByTime } from '#stores/events/chunks';
import { report } from '#stores/ingest/placing';
import { appendLive } from '#stores/ingest/timeline';
import { isFilesState } from '#stores/files/trees';
import {
  ensureRoom,
  getRoom,
  updateRoom,
  type RoomFields,
  type StoredRoom,
} from '#stores/rooms/rooms';
import { isIgnored } from '#stores/settings/accountData';
import { clearState, putState } from '#stores/ingest/state';
import { getMember, getState } from '#stores/rooms/state';
import type { Changes } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { policyRooms } from '../events/invitePolicy';
import { requestFields } from '../rooms/asking';
import { recomputeRoom } from '../rooms/derive';
import { policyChanged } from '../rooms/ignored';
import type { RoomAnswer } from './answer';
import type { Span } from '../events/cursor';
import type { RoomContext } from './roomContext';
import { afterRequest, answersRequest, leaveRoom } from './leaving';
import { applyEphemeral, applyRoomAccountData } from './roomData';
import { markerLetters, tellsOfImport } from './imported';
import { strippedAsState } from './stripped';
import { countOf, unreadFields } from './unreadNumbers';
import { vetRoomEvent, vetStripped } from '../events/vet';

export type Step = (changes: Changes) => void;

/** Few enough that a step stays within a few milliseconds. */
const eventsPerStep = 40;
/** After a long absence, only so many of the newest events of a room can be news. */
const mostLiveEvents = 50;

export function* roomSteps(context: RoomContext, room: RoomAnswer): Generator<Step> {
  yield (changes) => beginRoom(context, room, changes);
  const state = room.stateAfter ?? room.state;
  for (const spans of batches(state)) {
    yield (changes) => applyState(context, room, vetted(context, spans, 'state'), changes);
  }
  let first = true;
  const leftOut = new Set<string>();
  for (const spans of batches(room.timeline, room.limited)) {
    const begins = first;
    first = false;
    yield (changes) => applyTimeline(context, room, spans, { begins, leftOut }, changes);
  }
  yield (changes) => endRoom(context, room, changes);
}

/** At least one batch if `evenEmpty`: a limited timeline without events is a gap, too. */
function* batches(spans: readonly Span[], evenEmpty = false): Generator<readonly Span[]> {
  if (spans.length === 0 && evenEmpty) yield [];
  for (let at = 0; at < spans.length; at += eventsPerStep)
    yield spans.slice(at, at + eventsPerStep);
}

function beginRoom(context: RoomContext, room: RoomAnswer, changes: Changes): void {
  const { db } = context;
  const roomNo = ensureRoom(db, room.roomId);
  const before = getRoom(db, roomNo);
  changes.room(roomNo);
  const joins = before?.membership !== 'join';
  if (!joins) rememberNewest(context, roomNo);
  if (room.kind === 'join' && (joins || !context.keepLive)) {
    // The server's full state replaces all that is known from an earlier stay, an invitation or an earlier session.
    clearState(db, roomNo);
    // Events that a new device finds are not new to the user.
    const seen = context.keepLive || !joins ? {} : { seenMs: context.receivedMs };
    updateRoom(db, roomNo, { membership: 'join', membersLoaded: false, inviter: null, ...seen });
    changes.members(roomNo);
    context.joined.add(room.roomId);
  }
  if (room.kind === 'leave' && answersRequest(context, before)) context.answered.add(roomNo);
  if (room.kind === 'invite' || room.kind === 'knock')
    applyStripped(context, room, roomNo, isNews(context, before), changes);
}

/**
 * Remembers the newest event, which separates repeated events from news. It takes the earlier of two timestamps, so that a clock that is
 * fast hides nothing.
 */
function rememberNewest({ db, anew }: RoomContext, roomNo: number): void {
  if (anew === null || anew.has(roomNo)) return;
  const newest = newestEvent(db, roomNo);
  if (newest === null) return;
  const { eventId, ts, receivedTs } = newest;
  anew.set(roomNo, { eventId, atMs: Math.min(ts, receivedTs), isPassed: false });
}

/** An invitation that was not stored. */
const isNews = ({ keepLive, anew }: RoomContext, before: StoredRoom | null): boolean =>
  keepLive || (anew !== null && before?.membership !== 'invite');

const isOwnMember = ({ ownUserId }: RoomContext, event: RawEvent): boolean =>
  event.type === 'm.room.member' && event.state_key === ownUserId;

function applyStripped(
  context: RoomContext,
  room: RoomAnswer,
  roomNo: number,
  news: boolean,
  changes: Changes,
): void {
  const { db, drops, ownUserId } = context;
  const asked = getMember(db, roomNo, ownUserId)?.membership === 'knock';
  const events = room.stripped.flatMap((span): RawEvent[] => {
    const result = vetStripped(context.bytes, span);
    if ('event' in result) {
      const event = strippedAsState(result.event, context.receivedMs);
      return [asked && isOwnMember(context, event) ? { ...event, ...afterRequest } : event];
    }
    drops.add('stripped', result.bad);
    return [];
  });
  putState(db, roomNo, events, context.receivedMs);
  const own = events.find((event) => isOwnMember(context, event));
  if (news && room.kind === 'invite' && own && own.sender !== ownUserId) {
    context.found.invites.push({ roomNo, eventId: own.event_id, sender: own.sender });
  }
  updateRoom(db, roomNo, {
    membership: room.kind === 'knock' ? 'knock' : 'invite',
    inviter: room.kind === 'invite' && own && own.sender !== ownUserId ? own.sender : null,
  });
  changes.members(roomNo);
}

function vetted(
  context: RoomContext,
  spans: readonly Span[],
  kind: 'timeline' | 'state',
): RawEvent[] {
  return spans.flatMap((span) => {
    const result = vetRoomEvent(context.bytes, span, kind);
    if ('event' in result) return [result.event];
    context.drops.add(kind, result.bad);
    return [];
  });
}

function applyState(
  context: RoomContext,
  room: RoomAnswer,
  events: RawEvent[],
  changes: Changes,
): void {
  const roomNo = ensureRoom(context.db, room.roomId);
  const news = events.filter((event) => !isRetold(context, roomNo, event));
  if (news.length === 0) return;
  putState(context.db, roomNo, news, context.receivedMs);
  noteState(context, roomNo, news, changes);
}

/** With lazily loaded members a server repeats the member events of those who write: they need no write and no announcement. */
function isRetold({ db, retold }: RoomContext, roomNo: number, event: RawEvent): boolean {
  const { type, state_key: userId, event_id: eventId } = event;
  if (type !== 'm.room.member' || userId === undefined) return false;
  // A redaction within a gap is only seen here.
  if (event.unsigned?.['redacted_because'] !== undefined) return false;
  if (getState(db, roomNo, type, userId)?.eventId !== eventId) return false;
  retold.add(userId);
  return true;
}

function noteState(
  context: RoomContext,
  roomNo: number,
  events: readonly RawEvent[],
  changes: Changes,
): void {
  changes.room(roomNo);
  context.restated.add(roomNo);
  for (const event of events) {
    if (isFilesState(event.type)) changes.topic('files');
    if (event.type === 'm.room.encryption' && event.state_key === '') {
      context.found.encryption.push({ roomNo, event });
    }
    if (event.type === 'm.room.member') {
      if (event.state_key === context.ownUserId) context.retold.add(event.state_key);
      changes.members(roomNo);
      const { state_key: userId, content } = event;
      const { membership } = content;
      if (typeof userId !== 'string' || typeof membership !== 'string') continue;
      noteRequest(context, roomNo, event, userId);
      const members = context.found.members.get(roomNo);
      if (members) members.push({ userId, membership });
      else context.found.members.set(roomNo, [{ userId, membership }]);
    }
  }
}

/** Notes who asks to join, and whose request came to its end. */
function noteRequest(context: RoomContext, roomNo: number, event: RawEvent, userId: string): void {
  const asks = event.content['membership'] === 'knock' && event.sender === userId;
  const before = event.unsigned?.['prev_content'];
  const asked = isRecord(before) && before['membership'] === 'knock';
  const ofRoom = context.requests.get(roomNo) ?? new Map<string, string | null>();
  if (!asks && !asked && !ofRoom.has(userId)) return;
  context.requests.set(roomNo, ofRoom.set(userId, asks ? event.event_id : null));
}

/** Answers the fields of the row that follow from requests to join. What a new device finds, or a room that was just joined has, is no news. */
function requestsOf(context: RoomContext, { roomId }: RoomAnswer, roomNo: number): RoomFields {
  const { db, ownUserId, requests, found, joined, keepLive } = context;
  const ofRoom = requests.get(roomNo);
  if (ofRoom === undefined || !keepLive || joined.has(roomId)) return {};
  const asking = [...ofRoom].flatMap(([userId, eventId]) =>
    eventId === null || isIgnored(db, userId) ? [] : [{ sender: userId, eventId }],
  );
  const asked = new Set(asking.map(({ sender }) => sender));
  const news = { asked, ended: ofRoom.size > asked.size };
  const { fields, isFirst } = requestFields(db, roomNo, ownUserId, news);
  const last = asking.at(-1);
  if (isFirst && last !== undefined)
    found.requests.push({ roomNo, ...last, others: asking.length - 1 });
  return fields;
}

function applyTimeline(
  context: RoomContext,
  room: RoomAnswer,
  spans: readonly Span[],
  { begins, leftOut }: { readonly begins: boolean; readonly leftOut: Set<string> },
  changes: Changes,
): void {
  const { db, receivedMs, ownUserId } = context;
  const roomNo = ensureRoom(db, room.roomId);
  const events = vetted(context, spans, 'timeline');
  const imported = begins && isImported(context, room, roomNo);
  const state =
    room.stateAfter === null
      ? events.filter((event) => event.state_key !== undefined)
      : membersLeftOut(context, room, roomNo, events, leftOut);
  if (state.length > 0) {
    putState(db, roomNo, state, receivedMs);
    noteState(context, roomNo, state, changes);
  }
  if (imported) standByTime(db, ensureTimeline(db, roomNo));
  const result = appendLive(db, {
    roomNo,
    events,
    limited: begins && room.limited,
    prevBatch: room.prevBatch,
    // The token bounds a gap only where the last answer had the room; after a rejoin more is missing.
    since: imported || context.joined.has(room.roomId) ? null : context.since,
    byTime: context.provisional || isBeforeJoining(context, room, roomNo),
    receivedMs,
    ownUserId,
  });
  report(changes, roomNo, result);
  // Within a gap the server does not send all member changes while members are loaded lazily.
  if (begins && room.limited) updateRoom(db, roomNo, { membersLoaded: false });
  if (result.echoed.length > 0) changes.topic('outbox');
  const news = newsOf(context, room, roomNo, result.inserted, events);
  if (news.length < result.inserted.length) context.found.quiet.add(roomNo);
  if (news.length === 0) return;
  const live = [...(context.found.live.get(roomNo) ?? []), ...news];
  context.found.live.set(roomNo, live.slice(-mostLiveEvents));
}

/**
 * An own request or invitation has ended, or this account was banned after it left: of what was said between such events the server sends
 * nothing, so that they stand by time until the room is joined.
 */
const isBeforeJoining = ({ db }: RoomContext, { kind }: RoomAnswer, roomNo: number): boolean =>
  kind === 'leave' && getRoom(db, roomNo)?.membership !== 'join';

function newsOf(
  { keepLive, joined, anew }: RoomContext,
  { roomId }: RoomAnswer,
  roomNo: number,
  inserted: readonly StoredEvent[],
  events: readonly RawEvent[],
): readonly StoredEvent[] {
  if (keepLive) return joined.has(roomId) ? [] : inserted;
  const reached = anew?.get(roomNo);
  if (reached === undefined) return [];
  const { eventId, atMs, isPassed } = reached;
  const at = isPassed ? 0 : events.findIndex(({ event_id: id }) => id === eventId);
  if (at !== -1) reached.isPassed = true;
  // By the order of the server, so that a slow clock does not hide a notification.
  const after = new Set(at === -1 ? [] : events.slice(at).map(({ event_id: id }) => id));
  return inserted.filter(({ eventId: id, ts }) => after.has(id) || ts > atMs);
}

/** A marker event anywhere in the answer says that older messages were imported before the stored ones. */
function isImported(
  { bytes, db, joined, keepLive }: RoomContext,
  { roomId, timeline }: RoomAnswer,
  roomNo: number,
): boolean {
  if (!keepLive || joined.has(roomId)) return false;
  const events = timeline
    .filter(({ start, end }) => bytes.subarray(start, end).includes(markerLetters))
    .flatMap((span) => {
      const result = vetRoomEvent(bytes, span, 'timeline');
      return 'event' in result ? [result.event] : [];
    });
  return tellsOfImport(db, roomNo, events);
}

/**
 * With lazily loaded members, the state of a room that this answer joined lacks everybody who wrote nothing, also people whom the timeline
 * invites, removes or bans: for those the timeline's member events are the only source. So may it be for the own one that ends a stay, which
 * nothing follows.
 */
function membersLeftOut(
  { db, joined, ownUserId }: RoomContext,
  { roomId, kind }: RoomAnswer,
  roomNo: number,
  events: readonly RawEvent[],
  leftOut: Set<string>,
): RawEvent[] {
  if (kind === 'leave')
    return events.filter((one) => one.type === 'm.room.member' && one.state_key === ownUserId);
  if (!joined.has(roomId)) return [];
  return events.filter(({ type, state_key: userId }) => {
    if (type !== 'm.room.member' || userId === undefined) return false;
    if (!leftOut.has(userId) && getState(db, roomNo, type, userId) !== null) return false;
    leftOut.add(userId);
    return true;
  });
}

function endRoom(context: RoomContext, room: RoomAnswer, changes: Changes): void {
  const { db } = context;
  const roomNo = ensureRoom(db, room.roomId);
  const left = room.kind === 'leave' ? leaveRoom(context, roomNo) : {};
  const summary = summaryFields(room.summary);
  applyRoomAccountData(context, room, roomNo, changes);
  applyEphemeral(context, room, roomNo, changes);
  const onlyEvents =
    room.kind === 'join' &&
    !context.joined.has(room.roomId) &&
    !context.restated.has(roomNo) &&
    room.accountData.length === 0 &&
    Object.keys(summary).length === 0;
  const came = onlyEvents ? 'events' : 'anything';
  const asked = requestsOf(context, room, roomNo);
  const told = { ...summary, ...unreadFields(context, room, roomNo), ...asked, ...left };
  recomputeRoom(db, roomNo, context.ownUserId, changes, came, told);
  if (policyRooms(db).includes(room.roomId)) policyChanged(db, context.ownUserId, changes);
}

const mostHeroes = 5;

function summaryFields(summary: unknown): RoomFields {
  if (!isRecord(summary)) return {};
  const fields: { -readonly [K in keyof RoomFields]: RoomFields[K] } = {};
  const heroes = summary['m.heroes'];
  if (Array.isArray(heroes)) {
    fields.heroes = heroes
      .filter((id): id is string => typeof id === 'string' && id.startsWith('@'))
      .slice(0, mostHeroes);
  }
  const joined = countOf(summary['m.joined_member_count']);
  if (joined !== null) fields.joinedCount = joined;
  const invited = countOf(summary['m.invited_member_count']);
  if (invited !== null) fields.invitedCount = invited;
  return fields;
}
