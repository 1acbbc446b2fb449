// Decides about notifications for new events of rooms that are not in view, and about unread counts of encrypted rooms, muted rooms and the
// badge. Judges the decrypted content. Must not show anything itself.
import type { StoredEvent } from '#stores/events/types';
import { threadOf } from '#stores/events/threads';
import { getEventByNo } from '#stores/events/timeline';
import { getRoom, listRooms, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { isIgnored } from '#stores/settings/accountData';
import { getSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import type { ConversationId } from '#contract/areas/ids';
import type { NoticeTone } from '#contract/areas/notifications';
import type { Notice } from '#contract/control';
import { isolateValue } from '#contract/locales/interpolation';
import { retried } from '../base/clock';
import type { Clock, Log } from '../base/types';
import { cleanName } from '../events/cleanName';
import { isRefused } from '../events/invitePolicy';
import { requestsFor } from '../rooms/asking';
import { personName } from '../rooms/names';
import { ownPermissions } from '../rooms/permissions';
import { isMessage } from '../kinds/displayable';
import { previewOf, withNames } from '../kinds/preview';
import { trustOfMessage } from '../kinds/trust';
import type { Found } from '../sync/roomContext';
import { effective, isEdit } from '../events/relations';
import { createEvaluator, quiet, type Evaluator, type PushOutcome } from './evaluate';
import { accountRules } from './accountRules';
import { createBadge } from './badge';
import { createCounting, type Counting } from './counting';
import { createElsewhere, isFromElsewhere } from './elsewhere';
import { pushEvent, roomFacts } from './facts';
import { isHeldBack } from './hold';
import { createMentions } from './mentions';
import { noticePicture } from './noticePicture';
import { mutedRooms } from './rules';
import { storedRules } from './storedRules';
import { answersInRoomSetting } from '../threads/unread';
import { toneOf } from './tones';
import { createRecount, type Recount } from './recount';
import { countUnread, type Judges } from './unread';
import { createWhenReadable, type Step } from './whenReadable';
import { isWithheld, takenAway, type ToldOf } from './withheld';

export interface PushDeps {
  readonly store: Store;
  readonly ownUserId: string;
  /** The user reads this room, or thread of it, right now. */
  readonly inView: (conversation: ConversationId) => boolean;
  readonly notify: (notice: Notice) => void;
  /** Lets a window play the sound of a notification; false when there is no window. */
  readonly play: (tone: NoticeTone) => boolean;
  /** Removes the notifications of a room that was read. */
  readonly unnotify: (roomId: string) => void;
  readonly badge: (unread: number, highlights: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Push {
  /** To be called after each sync. */
  found(found: Found): void;
  /** Takes events that were decrypted; `late`: an earlier attempt had failed. */
  decrypted(eventNos: readonly number[], late: boolean): void;
  /** A call was missed; its invitation counts as unread. */
  missedCall(roomNo: number, callId: string): void;
  /** To be called within the transaction in which `m.push_rules` changed. */
  rulesChanged(changes: Changes): void;
  /** The own receipt of this room moved: counts again by its newest events at once, else the numbers stay for a moment (CHAT-9.15). */
  recount(roomNo: number): void;
  readonly inThreads: Recount['inThreads'];
  isHighlight(event: StoredEvent): boolean;
  stop(): void;
}

/** After a long absence, at most so many notifications have a sound. */
const mostLoudAtOnce = 3;
const mostWaiting = 500;
/** An older act on another device does not say where the user is now. */
const justNowMs = 60_000;
/** Older events are counted, not announced. */
const mostAgeMs = 24 * 3_600_000;

/** Name of the window's setting: false keeps the text of messages out of the system's notifications, which have a history of their own. */
const textSetting = 'ui.notifications.text';

/** State that is only in memory. */
interface PushState {
  /** Made anew after the rules have changed. */
  evaluator: Evaluator | null;
  /** New encrypted events that are announced when they are decrypted. */
  readonly waiting: Set<number>;
  /** Rooms with a notification, and the message of it; null for any other kind. */
  readonly told: Map<string, ToldOf | null>;
  /** Rooms that changed, where it is not known yet whether they were read, or whether the announced message is gone. */
  readonly changed: Set<number>;
}

interface Parts extends PushDeps {
  readonly notify: (notice: Notice, mention?: boolean) => void;
  readonly state: PushState;
  readonly counting: Counting;
  readonly recount: Recount;
}

const rules = ({ ownUserId, store }: Parts) => storedRules(store.db, ownUserId);

/** The outcome of the rules for a message, whoever sent it. */
function judged({ ownUserId, state, store: { db } }: Parts, event: StoredEvent): PushOutcome {
  state.evaluator ??= createEvaluator(storedRules(db, ownUserId));
  return state.evaluator.evaluate(pushEvent(db, event), roomFacts(db, event.roomNo, ownUserId));
}

/** The same, but messages of ignored people are quiet. */
const outcome = (parts: Parts, event: StoredEvent): PushOutcome =>
  isIgnored(parts.store.db, event.sender) ? quiet : judged(parts, event);

/** Announces the newest of these events in each room; one step for each notification. */
function announce(parts: Parts, events: readonly StoredEvent[]): Step[] {
  const { notify, state, store } = parts;
  const newest = new Map<number, { event: StoredEvent; result: PushOutcome }>();
  for (const told of events) {
    // It may have been decrypted or redacted since.
    const event = getEventByNo(store.db, told.eventNo) ?? told;
    if (!mayAnnounce(parts, event) || isDirectory(parts, event.roomNo)) continue;
    if (event.type === 'm.room.encrypted' && event.plain === null) {
      const [oldest] = state.waiting;
      if (oldest !== undefined && state.waiting.size >= mostWaiting) state.waiting.delete(oldest);
      state.waiting.add(event.eventNo);
      continue;
    }
    // Calls ring or are missed: calls/ announces them.
    if (isCallSignal(event)) continue;
    const result = outcome(parts, event);
    if (result.notify) newest.set(event.roomNo, { event, result });
  }
  let loud = 0;
  return [...newest.values()].map(({ event, result }) => () => {
    const told = noticeOf(store.db, event, result.sound && loud < mostLoudAtOnce);
    const canReply =
      told.kind === 'message' && ownPermissions(store.db, event.roomNo, parts.ownUserId).send;
    const notice = canReply ? { ...told, canReply } : told;
    if (isInView(parts, notice.roomId, threadOf(event))) return;
    notify(notice, result.highlight);
    loud += 1;
    const { roomNo, eventNo } = event;
    state.told.set(notice.roomId, { roomNo, eventNo });
  });
}

/** Replies of threads are shown in the room, too, where the user wants that. */
function isInView({ inView, store }: Parts, roomId: string, threadId: string | null): boolean {
  if (inView({ roomId, threadId })) return true;
  if (threadId === null || getSetting(store.db, answersInRoomSetting) !== true) return false;
  return inView({ roomId, threadId: null });
}

/** Directories are shown in Files, with marks of their own. */
function isDirectory(parts: Parts, roomNo: number): boolean {
  const { store } = parts;
  return getRoom(store.db, roomNo)?.isTree === true;
}

/** The server knows how old an event was when it came; the sender's clock may be days off, and so may ours. */
function ageMs(event: StoredEvent, nowMs: number): number {
  const { age } = event.raw.unsigned ?? {};
  return typeof age === 'number' && age >= 0 ? age + nowMs - event.receivedTs : nowMs - event.ts;
}

function mayAnnounce(parts: Parts, event: StoredEvent): boolean {
  const { ownUserId, clock, store } = parts;
  if (event.sender === ownUserId || isEdit(event)) return false;
  if (isWithheld(store.db, ownUserId, event)) return false;
  return ageMs(event, clock.now()) < mostAgeMs;
}

/** Removes notifications of rooms that were read meanwhile, here or on another device, and of messages that were redacted or hidden. */
function takeBack(parts: Parts): void {
  const { ownUserId, unnotify, state, store } = parts;
  const judges: Judges = { outcome: (event) => outcome(parts, event) };
  for (const roomId of takenAway(store.db, ownUserId, state.told, state.changed)) {
    state.told.delete(roomId);
    unnotify(roomId);
  }
  for (const roomNo of state.changed) {
    const room = getRoom(store.db, roomNo);
    if (room !== null && state.told.has(room.roomId)) {
      // A request to join has no number but the mark.
      const counted = room.unread > 0 || room.highlights > 0 || room.markedUnread;
      const read = !counted && room.membership !== 'invite';
      // Sync writes the counts of an encrypted room after its events: zero then only means "not counted yet".
      if (
        read &&
        (room.encryption === null || countUnread(store.db, roomNo, ownUserId, judges).unread === 0)
      ) {
        state.told.delete(room.roomId);
        unnotify(room.roomId);
      }
    }
    state.changed.delete(roomNo);
  }
}

function announceInvite(parts: Parts, { roomNo, eventId, sender }: Found['invites'][number]): void {
  const { notify, ownUserId, state, store } = parts;
  const room = getRoom(store.db, roomNo);
  if (room === null || room.membership !== 'invite' || room.isTree) return;
  if (isIgnored(store.db, sender) || isRefused(store.db, room.roomId, sender)) return;
  state.evaluator ??= createEvaluator(rules(parts));
  const { roomId } = room;
  const content = { membership: 'invite' };
  const result = state.evaluator.evaluate(
    { type: 'm.room.member', stateKey: ownUserId, sender, roomId, content },
    roomFacts(store.db, roomNo, ownUserId),
  );
  if (!result.notify) return;
  state.told.set(roomId, null);
  notify({
    roomId,
    eventId,
    title: room.name,
    body: personOf(store.db, roomNo, sender),
    silent: !result.sound,
    kind: 'invite',
  });
}

/** One notice for all who ask to be let into a room, by the settings of messages there; no other until somebody has looked. */
function announceRequest(parts: Parts, request: Found['requests'][number], silent: boolean): void {
  const { notify, state, store, inView, ownUserId } = parts;
  const { roomNo, eventId, sender, others } = request;
  const room = getRoom(store.db, roomNo);
  if (room === null || room.muted || !accountRules(rules(parts)).all) return;
  // It may have been answered meanwhile.
  if (requestsFor(store.db, roomNo, ownUserId) === null) return;
  const { roomId, name: title } = room;
  if (inView({ roomId, threadId: null })) return;
  state.told.set(roomId, null);
  const body = personOf(store.db, roomNo, sender);
  const more = others > 0 && { others };
  notify({ roomId, eventId, title, body, ...more, silent, kind: 'knock' });
}

function decrypted(parts: Parts, eventNos: readonly number[]): Step[] {
  const { state, store } = parts;
  const events = eventNos.flatMap((eventNo) => getEventByNo(store.db, eventNo) ?? []);
  parts.counting.later(events.map((event) => event.roomNo));
  const waited = events.filter((event) => state.waiting.delete(event.eventNo));
  return [() => announce(parts, waited)];
}

function missedCall(parts: Parts, roomNo: number, callId: string): void {
  const { state, store, inView, notify } = parts;
  const room = getRoom(store.db, roomNo);
  if (!accountRules(rules(parts)).all) return;
  if (room === null || room.muted || inView({ roomId: room.roomId, threadId: null })) return;
  state.told.set(room.roomId, null);
  const { roomId, name: title } = room;
  notify({ roomId, eventId: callId, title, body: '', silent: false, kind: 'missed_call' });
}

function rulesChanged(parts: Parts, changes: Changes): void {
  const { state, store } = parts;
  state.evaluator = null;
  parts.recount.rulesChanged();
  const muted = mutedRooms(rules(parts));
  for (const room of [...listRooms(store.db, 'join'), ...listRooms(store.db, 'invite')]) {
    const isMuted = muted.has(room.roomId);
    if (isMuted !== room.muted && updateRoom(store.db, room.roomNo, { muted: isMuted }))
      changes.room(room.roomNo);
    if (room.quietNews || parts.recount.isQuiet(room.roomId)) parts.counting.later([room.roomNo]);
  }
}

export function createPush(deps: PushDeps): Push {
  const state: PushState = {
    evaluator: null,
    waiting: new Set(),
    told: new Map(),
    changed: new Set(),
  };
  const notify: Parts['notify'] = (notice, mention = false) => {
    const { db } = deps.store;
    if (isHeldBack(db, deps.clock.now()) || elsewhere.isQuiet()) return;
    const tone = notice.silent ? 'none' : toneOf(db, mention);
    const isOurs = tone !== 'none' && tone !== 'system' && deps.play(tone);
    deps.notify(isOurs || tone === 'none' ? { ...notice, silent: true } : notice);
  };
  const { store, clock, log } = deps;
  const count = (changes: Changes, roomNo: number): void => void recount.room(changes, roomNo);
  const elsewhere = createElsewhere(store, clock);
  const recount = createRecount({
    ...{ store, ownUserId: deps.ownUserId },
    outcome: (event) => outcome(parts, event),
    rules: () => rules(parts),
  });
  const counting = createCounting({ store, clock, log, count });
  const parts: Parts = { ...deps, notify, state, counting, recount };
  const badge = createBadge(store, clock, deps.badge);
  const whenReadable = createWhenReadable(clock);
  const taking = retried(clock, () => takeBack(parts));
  const off = deps.store.onCommit(({ rooms, timelines }) => {
    if (rooms.size > 0) badge.look();
    if (state.told.size === 0) return;
    for (const roomNo of [...rooms, ...timelines.keys()]) state.changed.add(roomNo);
    taking.now();
  });
  const highlights = (judge: typeof outcome) => (event: StoredEvent) =>
    event.sender !== deps.ownUserId && judge(parts, event).highlight;
  const isHighlight = highlights(outcome);
  // A message is judged once, so the list itself leaves out ignored people, as long as they are ignored.
  const mentions = createMentions({ store, clock, log, isHighlight: highlights(judged) });
  badge.look();
  mentions.look();

  return {
    found(found) {
      counting.later([...found.live.keys(), ...found.ownReceipts, ...found.quiet]);
      const live = [...found.live.values()].flat();
      const isElsewhere = (one: StoredEvent): boolean =>
        isFromElsewhere(one, deps.ownUserId) && ageMs(one, clock.now()) < justNowMs;
      if (found.readElsewhere.size > 0 || live.some(isElsewhere)) elsewhere.seen();
      whenReadable.do([
        ...found.invites.map((event) => () => announceInvite(parts, event)),
        ...found.requests.map(
          (request, at) => () => announceRequest(parts, request, at >= mostLoudAtOnce),
        ),
        () => announce(parts, live),
      ]);
    },
    decrypted(eventNos) {
      mentions.look();
      whenReadable.do([() => decrypted(parts, eventNos)]);
    },
    missedCall: (roomNo, callId) => missedCall(parts, roomNo, callId),
    rulesChanged: (changes) => rulesChanged(parts, changes),
    recount(roomNo) {
      elsewhere.here();
      // Older events are counted later in the queue.
      if (!store.write((changes) => recount.room(changes, roomNo, true))) counting.later([roomNo]);
    },
    inThreads: recount.inThreads,
    isHighlight,
    stop() {
      off();
      mentions.stop();
      badge.stop();
      taking.end();
      whenReadable.stop();
      counting.stop();
    },
  };
}

const isCallSignal = (event: StoredEvent): boolean =>
  /^(m|org\.matrix)\.call\./.test(effective(event).type);

function personOf(db: Store['db'], roomNo: number, userId: string): string {
  const member = getMember(db, roomNo, userId);
  return personName(cleanName(member?.displayName ?? null), userId);
}

/** The text of a notification; a direct room's title has the sender's name already. */
function bodyOf(text: string, sender: string, direct: boolean): string {
  if (direct) return text;
  return text === '' ? sender : `${isolateValue(sender)}: ${text}`;
}

/** The notification of a message; `hidden_message`: its text is not shown. */
export function noticeOf(db: Store['db'], event: StoredEvent, sound: boolean): Notice {
  const room = getRoom(db, event.roomNo);
  const named = (userId: string): string => personOf(db, event.roomNo, userId);
  // A request for verification has text for apps that do not know it; the window has a card.
  const { text } = isMessage(event) ? withNames(previewOf(event, []), named) : { text: '' };
  const sender = named(event.sender);
  // Something without text (a location, an unknown type) is announced like one whose text is hidden, so that a notification is never empty.
  const hidden = getSetting<boolean>(db, textSetting) === false || text === '';
  const threadId = threadOf(event);
  return {
    roomId: roomIdOf(db, event.roomNo),
    eventId: event.eventId,
    ...(threadId === null ? {} : { threadId }),
    title: room?.directUserId ? sender : (room?.name ?? sender),
    body: bodyOf(hidden ? '' : text, sender, Boolean(room?.directUserId)),
    silent: !sound,
    kind: hidden ? 'hidden_message' : 'message',
    trust: trustOfMessage(db, event),
    ...(hidden ? {} : noticePicture(db, event)),
  };
}
