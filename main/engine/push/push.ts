// Decides what the person is told: notifications for new events of rooms that are not in view, unread counts of encrypted rooms, muted
// rooms, the badge. Judges the decrypted content. Must not show anything itself.
import type { StoredEvent } from '#stores/events/types';
import { getEventByNo } from '#stores/events/timeline';
import { getRoom, listRooms, roomIdOf, unreadTotals, updateRoom } from '#stores/rooms/rooms';
import { countMembers, getMember } from '#stores/rooms/state';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Changes, ChangeSet, Store } from '#stores/sqlite/store';
import type { Notice } from '../deps';
import type { Clock, Log } from '../base/types';
import { cleanName, personName } from '../rooms/names';
import { powerLevels } from '../rooms/permissions';
import { previewOf, withNames } from '../messages/preview';
import type { Found } from '../sync/roomContext';
import { effective, isEdit } from '../events/relations';
import { createEvaluator, type Evaluator, type PushOutcome, type PushRoom } from './evaluate';
import { mutedRooms, readRules } from './rules';
import { countUnread } from './unread';

export interface PushDeps {
  readonly store: Store;
  readonly ownUserId: string;
  /** The person reads this room right now. */
  readonly inView: (roomId: string) => boolean;
  readonly notify: (notice: Notice) => void;
  /** What was told of this room is read. */
  readonly unnotify: (roomId: string) => void;
  readonly badge: (unread: number, highlights: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Push {
  /** After each sync. */
  found(found: Found): void;
  /** Events that could be decrypted now; `late`: they had failed before. */
  decrypted(eventNos: readonly number[], late: boolean): void;
  /** Somebody called and was not answered; its invitation is what counts as unread. */
  missedCall(roomNo: number, callId: string): void;
  /** Within the transaction in which `m.push_rules` changed. */
  rulesChanged(changes: Changes): void;
  /** The own receipt of this room moved. */
  recount(roomNo: number): void;
  outcome(event: StoredEvent): PushOutcome;
  isHighlight(event: StoredEvent): boolean;
  stop(): void;
}

/** Of what a long absence brought, only this much is told with a sound. */
const mostLoudAtOnce = 3;
const mostWaiting = 500;
/** Between two slices the engine answers others. */
const sliceMs = 8;
/** Older news are counted, not announced. */
const mostAgeMs = 24 * 3_600_000;

export function createPush(deps: PushDeps): Push {
  const { store, ownUserId } = deps;
  const { db } = store;
  let evaluator: Evaluator | null = null;
  /** New encrypted events that are announced when they can be read. */
  const waiting = new Set<number>();
  const told = new Set<string>();
  /** Rooms whose count is to be made; the rest of a slice. */
  const uncounted = new Set<number>();
  let counting: NodeJS.Immediate | null = null;
  let badge = '';

  const rules = () => readRules(getAccountData(db, account, 'm.push_rules'), ownUserId);

  function outcome(event: StoredEvent): PushOutcome {
    evaluator ??= createEvaluator(rules());
    const { type, content: shown } = effective(event);
    // The relation of an encrypted event stands in its clear part; edits are recognised by it.
    const relation = event.raw.content['m.relates_to'];
    const content =
      event.plain === null || relation === undefined
        ? shown
        : { ...shown, 'm.relates_to': relation };
    return evaluator.evaluate(
      {
        type,
        content,
        sender: event.sender,
        stateKey: event.stateKey,
        roomId: roomIdOf(db, event.roomNo),
      },
      roomFacts(db, event.roomNo, ownUserId),
    );
  }

  function announce(events: readonly StoredEvent[]): void {
    const newest = new Map<number, { event: StoredEvent; result: PushOutcome }>();
    for (const event of events) {
      if (!mayAnnounce(event) || isDirectory(event.roomNo)) continue;
      if (event.type === 'm.room.encrypted' && event.plain === null) {
        if (waiting.size < mostWaiting) waiting.add(event.eventNo);
        continue;
      }
      // Calls ring or are missed: calls/ tells.
      if (isCallSignal(event)) continue;
      const result = outcome(event);
      if (result.notify) newest.set(event.roomNo, { event, result });
    }
    let loud = 0;
    for (const { event, result } of newest.values()) {
      const notice = noticeOf(db, event, result.sound && loud < mostLoudAtOnce);
      if (deps.inView(notice.roomId)) continue;
      loud += 1;
      told.add(notice.roomId);
      deps.notify(notice);
    }
  }

  /** Files have a place of their own with its own signs of news. */
  const isDirectory = (roomNo: number): boolean => getRoom(db, roomNo)?.isTree === true;

  function mayAnnounce(event: StoredEvent): boolean {
    if (event.sender === ownUserId || event.redactedBy !== null || isEdit(event)) return false;
    return deps.clock.now() - event.ts < mostAgeMs;
  }

  function recountIn(changes: Changes, roomNo: number): void {
    const room = getRoom(db, roomNo);
    if (room === null || room.encryption === null || room.membership !== 'join') return;
    if (room.isTree) return;
    const counts = countUnread(db, roomNo, ownUserId, outcome);
    if (updateRoom(db, roomNo, counts)) changes.room(roomNo);
  }

  const recount = (roomNo: number): void => store.write((changes) => recountIn(changes, roomNo));

  /** One transaction for a slice of rooms: a first sync brings thousands, and each transaction waits for the disk. */
  function recountAll(roomNos: Iterable<number>): void {
    for (const roomNo of roomNos) uncounted.add(roomNo);
    if (counting === null) countSlice();
  }

  function countRest(): void {
    try {
      countSlice();
    } catch {
      // A full disk: each room is counted again with its next event.
      deps.log.warn('unread messages could not be counted');
    }
  }

  function countSlice(): void {
    counting = null;
    if (uncounted.size === 0) return;
    const until = deps.clock.monotonic() + sliceMs;
    store.write((changes) => {
      for (const roomNo of uncounted) {
        uncounted.delete(roomNo);
        recountIn(changes, roomNo);
        if (deps.clock.monotonic() >= until) break;
      }
    });
    if (uncounted.size > 0) counting = setImmediate(countRest);
  }

  function tellBadge(): void {
    const { unread, highlights } = unreadTotals(db);
    const now = `${unread} ${highlights}`;
    if (now === badge) return;
    badge = now;
    deps.badge(unread, highlights);
  }

  /** What was announced and is read meanwhile, here or on another device, is taken back. */
  function afterCommit(set: ChangeSet): void {
    if (set.rooms.size === 0) return;
    tellBadge();
    for (const roomNo of set.rooms) {
      const room = getRoom(db, roomNo);
      if (room === null || !told.has(room.roomId)) continue;
      const read = room.unread === 0 && room.highlights === 0 && room.membership !== 'invite';
      // Sync writes the counts of an encrypted room after its events: zero then only means "not counted yet".
      if (
        read &&
        (room.encryption === null || countUnread(db, roomNo, ownUserId, outcome).unread === 0)
      ) {
        told.delete(room.roomId);
        deps.unnotify(room.roomId);
      }
    }
  }

  const off = store.onCommit(afterCommit);
  tellBadge();

  return {
    found(found) {
      recountAll([...found.live.keys(), ...found.ownReceipts, ...found.quiet]);
      for (const event of found.invites) announceInvite(event);
      announce([...found.live.values()].flat());
    },
    decrypted(eventNos) {
      const events = eventNos.flatMap((eventNo) => getEventByNo(db, eventNo) ?? []);
      recountAll(events.map((event) => event.roomNo));
      announce(events.filter((event) => waiting.delete(event.eventNo)));
    },
    missedCall(roomNo, callId) {
      const room = getRoom(db, roomNo);
      if (room === null || room.muted || deps.inView(room.roomId)) return;
      told.add(room.roomId);
      const { roomId, name: title } = room;
      deps.notify({ roomId, eventId: callId, title, body: '', silent: false, kind: 'missed_call' });
    },
    rulesChanged(changes) {
      evaluator = null;
      const muted = mutedRooms(rules());
      for (const room of [...listRooms(db, 'join'), ...listRooms(db, 'invite')]) {
        if (updateRoom(db, room.roomNo, { muted: muted.has(room.roomId) }))
          changes.room(room.roomNo);
      }
    },
    recount,
    outcome,
    isHighlight: (event) => event.sender !== ownUserId && outcome(event).highlight,
    stop() {
      off();
      uncounted.clear();
      if (counting !== null) clearImmediate(counting);
    },
  };

  function announceInvite({ roomNo, eventId, sender }: Found['invites'][number]): void {
    const room = getRoom(db, roomNo);
    if (room === null || room.membership !== 'invite' || room.isTree) return;
    told.add(room.roomId);
    deps.notify({
      roomId: room.roomId,
      eventId,
      title: room.name,
      body: personOf(db, roomNo, sender),
      silent: false,
      kind: 'invite',
    });
  }
}

const isCallSignal = (event: StoredEvent): boolean =>
  /^(m|org\.matrix)\.call\./.test(effective(event).type);

function personOf(db: Store['db'], roomNo: number, userId: string): string {
  const member = getMember(db, roomNo, userId);
  return personName(cleanName(member?.displayName ?? null), userId);
}

/** A direct room carries the person's name already. */
function noticeOf(db: Store['db'], event: StoredEvent, sound: boolean): Notice {
  const room = getRoom(db, event.roomNo);
  const named = (userId: string): string => personOf(db, event.roomNo, userId);
  const { text } = withNames(previewOf(event, []), named);
  const sender = named(event.sender);
  return {
    roomId: roomIdOf(db, event.roomNo),
    eventId: event.eventId,
    title: room?.directUserId ? sender : (room?.name ?? sender),
    body: room?.directUserId ? text : text === '' ? sender : `${sender}: ${text}`,
    silent: !sound,
    kind: 'message',
  };
}

function roomFacts(db: Store['db'], roomNo: number, ownUserId: string): PushRoom {
  return {
    joinedCount: () => getRoom(db, roomNo)?.joinedCount ?? countMembers(db, roomNo, 'join'),
    ownDisplayName: () => getMember(db, roomNo, ownUserId)?.displayName ?? null,
    mayNotify(userId, key) {
      const levels = powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1');
      return key === 'room' && levels.of(userId) >= levels.forRoomNotification();
    },
  };
}
