// Makes a durable row of each message, edit, reaction and deletion before its call returns (D17). Must not use the network or the SDK.
import type { TextMention } from '#contract/areas/messages/messageModels';
import { appFailure } from '#contract/wire/errors';
import { getEvent, getEventByLocalKey, newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { countPending, findRequest, getOutbox, unsentSummary } from '#stores/outbox/outbox';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Database } from '#stores/sqlite/statements';
import { endDraft, endEdit } from '#stores/settings/drafts';
import type { Changes, Store } from '#stores/sqlite/store';
import type { ConversationId } from '#contract/areas/ids';
import type { Clock } from '../base/types';
import { reactedShortcode } from '../packs/emoticons';
import { packImage } from '../packs/packs';
import { threadRoot, threadRootIn } from '../events/relations';
import {
  assertStringBody,
  editContent,
  messageContent,
  reactionContent,
  redactionContent,
  replyRelation,
  threadRelation,
  type Content,
  type ReplyTarget,
  type TextKind,
} from './content';
import { assertMayRedact, assertMaySend } from './permission';
import { createAttachmentActs, type AttachmentActs, type Sent } from './attachmentActs';
import { createForwardAct, type ForwardAct } from './forwardAct';
import { createLocationActs, type LocationActs } from './locationActs';
import { createPollActs, type PollActs } from './pollActs';
import { createOutboxRows, type OutboxRows } from './rows';
import { calledBy, isLiteral, written, type Message } from './written';
import { createTxnIds, localEchoId } from './txnId';

interface Act {
  readonly requestId: string;
  readonly roomId: string;
  readonly place?: number | undefined;
}

/** An act that writes into a conversation: a room, or a thread of it. */
type Write = Act & ConversationId;

interface Text {
  readonly text: string;
  readonly mentions?: readonly TextMention[] | undefined;
}

/** Wherever an event id is asked for, the key of a message that still waits here does as well. */
export interface Outbox {
  readonly rows: OutboxRows;
  sendMessage(
    act: Write &
      Text & {
        plain?: boolean | undefined;
        kind: TextKind;
        replyTo: string | null;
        /** It was written before: the draft that is there now is something else. */
        later?: boolean;
      },
  ): Promise<{ key: string }>;
  /** The content that `sendMessage` would send now; null when it answers a message that is still in this outbox. */
  contentOf(act: ActOf<'sendMessage'>): Promise<Content | null>;
  editMessage(act: Act & Text & { eventId: string }): Promise<{ key: string }>;
  readonly forwardMessage: ForwardAct;
  react(
    act: Act & { eventId: string; key: string; pack?: string | undefined },
  ): Promise<{ key: string }>;
  /** `sentHere`: this engine itself sent it, and sync may not have brought it yet. */
  redact(
    act: Act & {
      eventId: string;
      reason: string | null;
      sentHere?: boolean;
      related?: readonly string[] | undefined;
    },
  ): Promise<{ key: string }>;
  /** @throws AppFailure `not_found` when no pack of the room has it */
  sendSticker(
    act: Write & { pack: string; shortcode: string; replyTo: string | null },
  ): Promise<{ key: string }>;
  readonly attachments: AttachmentActs;
  readonly polls: PollActs;
  readonly locations: LocationActs;
  retry(key: string): Promise<void>;
  cancel(key: string): Promise<void>;
  /** Messages written here that are not yet on the server. */
  waiting(): number;
  unsent(): { readonly count: number; readonly roomId: string } | null;
}

export interface OutboxDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly ownUserId: () => string | null;
  /** True while a new row may go out at once. */
  readonly ready: () => boolean;
  /** The transfer of a cancelled attachment should end. */
  readonly onCancelled?: (localKey: string) => void;
}

interface Target {
  readonly eventId: string;
  /** Set while the target itself still waits. */
  readonly waitsFor: string | null;
  readonly sender: string;
  readonly type: string;
  readonly content: Content;
  readonly event: StoredEvent | null;
}

const record = (value: unknown): Content =>
  typeof value === 'object' && value !== null ? (value as Content) : {};

type Named = Exclude<keyof Outbox, 'rows' | 'attachments' | 'polls' | 'locations'>;
type ActOf<Name extends Named> = Parameters<Outbox[Name]>[0];
/** The dependencies of each act. */
interface Parts extends OutboxDeps {
  readonly rows: OutboxRows;
  readonly nextTxnId: () => string;
}

function ownUser(parts: Pick<Parts, 'ownUserId'>): string {
  const userId = parts.ownUserId();
  if (userId === null) throw appFailure('signed_out', 'Not signed in');
  return userId;
}

function room(db: Database, roomId: string): number {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) throw appFailure('not_found', 'Unknown room');
  return roomNo;
}

function findTarget(parts: Parts, roomNo: number, id: string): Target | null {
  const { db } = parts.store;
  const row = id.startsWith('~') ? getOutbox(db, id) : null;
  if (row !== null && row.roomNo === roomNo)
    return {
      eventId: row.eventId ?? row.localKey,
      waitsFor: row.eventId === null ? row.localKey : null,
      sender: ownUser(parts),
      type: row.type,
      content: row.content,
      event: null,
    };
  const event = id.startsWith('~') ? getEventByLocalKey(db, id) : getEvent(db, roomNo, id);
  if (event === null || event.roomNo !== roomNo) return null;
  const { type, content } = event.plain ?? event.raw;
  return { eventId: event.eventId, waitsFor: null, sender: event.sender, type, content, event };
}

function target(parts: Parts, roomNo: number, id: string): Target {
  const found = findTarget(parts, roomNo, id);
  if (found === null) throw appFailure('not_found', 'The message is not here');
  if (found.event !== null && found.event.redactedBy !== null)
    throw appFailure('conflict', 'The message was removed');
  return found;
}

/** `threadId`: where the answer is written; else it goes where the answered message stands. */
function replyTarget(
  parts: Parts,
  roomNo: number,
  id: string | null,
  threadId: string | null,
): (ReplyTarget & { waitsFor: string | null }) | null {
  if (id === null) return null;
  const found = findTarget(parts, roomNo, id);
  if (found === null && id.startsWith('~'))
    throw appFailure('not_found', 'The message is not here');
  // A message that is not on this disk may still be answered.
  if (found === null) return { eventId: id, sender: null, threadId, waitsFor: null };
  return {
    eventId: found.eventId,
    sender: found.sender,
    threadId:
      threadId ?? (found.event === null ? threadRootIn(found.content) : threadRoot(found.event)),
    waitsFor: found.waitsFor,
  };
}

/** The `m.relates_to` of a message: the message that it answers, or the thread that it is written in. */
function relationOf(
  parts: Parts,
  roomNo: number,
  threadId: string | null,
  reply: ReplyTarget | null,
): Content | null {
  if (reply !== null) return replyRelation(reply);
  if (threadId === null) return null;
  const [latest] = newestEvents(parts.store.db, roomNo, 1, null, threadId);
  return threadRelation(threadId, latest?.eventId ?? threadId);
}

const mentions = (parts: Parts, roomNo: number, message: Message, replyTo: ReplyTarget | null) =>
  calledBy(parts.store.db, roomNo, ownUser(parts), message, replyTo?.sender ?? null);

function enqueue(
  parts: Parts,
  act: Act,
  make: (roomNo: number) => {
    type: string;
    content: Content;
    attachment?: Content;
    waitsFor?: string | null;
  },
  within?: (changes: Changes, roomNo: number) => void,
): { key: string } {
  const { rows, clock, store } = parts;
  const known = findRequest(store.db, act.requestId);
  if (known !== null) return { key: known.localKey };
  const roomNo = room(store.db, act.roomId);
  const { type, content, attachment = null, waitsFor = null } = make(roomNo);
  assertStringBody(type, content);
  const txnId = parts.nextTxnId();
  const localKey = localEchoId(act.roomId, txnId);
  rows.add(
    {
      localKey,
      requestId: act.requestId,
      roomNo,
      txnId,
      ...{ type, content, attachment, waitsFor, place: act.place },
      createdMs: clock.now(),
    },
    parts.ready(),
    (changes) => within?.(changes, roomNo),
  );
  return { key: localKey };
}

const mayMessage = (parts: Parts, roomNo: number): void =>
  assertMaySend(parts.store.db, roomNo, ownUser(parts), 'message');

/** The relation of a message that is written now, and the people whom it calls. @throws AppFailure `forbidden` */
function answered(
  parts: Parts,
  roomNo: number,
  act: ConversationId & { readonly replyTo: string | null; readonly refused?: unknown },
  message: Message,
) {
  if (act.refused === undefined) mayMessage(parts, roomNo);
  const reply = replyTarget(parts, roomNo, act.replyTo, act.threadId);
  return {
    calls: mentions(parts, roomNo, message, reply),
    relation: relationOf(parts, roomNo, act.threadId, reply),
    waitsFor: reply?.waitsFor ?? null,
  };
}

/** Its text is read first; what it relates to and whom it calls is of the moment in which its row is made. */
async function makerOf(parts: Parts, act: ActOf<'sendMessage'>) {
  const message = await written(parts.store.db, act);
  return (roomNo: number) => {
    const { calls, relation, waitsFor } = answered(parts, roomNo, act, message);
    const content = messageContent(message, act.kind, calls, relation);
    return { type: 'm.room.message', content, waitsFor };
  };
}

async function sendMessage(parts: Parts, act: ActOf<'sendMessage'>): Promise<Sent> {
  const make = await makerOf(parts, act);
  // Deletes the draft in the same commit: the window, which would empty its field, may be gone.
  return enqueue(parts, act, make, (changes, roomNo) => {
    const isDraft = act.later !== true && endDraft(parts.store.db, roomNo, act.threadId, act);
    if (isDraft) changes.topic('drafts');
  });
}

async function editMessage(parts: Parts, act: ActOf<'editMessage'>): Promise<Sent> {
  const { db } = parts.store;
  const before = findTarget(parts, room(db, act.roomId), act.eventId);
  const plain = before !== null && (await isLiteral(before.content));
  const message = await written(db, { ...act, plain });
  const make = (roomNo: number) => {
    mayMessage(parts, roomNo);
    const found = target(parts, roomNo, act.eventId);
    const relation = record(found.content['m.relates_to']);
    if (found.sender !== ownUser(parts))
      throw appFailure('forbidden', 'Only own messages can be edited');
    if (found.type === 'm.room.encrypted')
      throw appFailure('unable_to_decrypt', 'The message cannot be read yet');
    if (found.type !== 'm.room.message' || relation['rel_type'] === 'm.replace')
      throw appFailure('bad_request', 'This cannot be edited');
    const content = editContent(
      found.content,
      found.eventId,
      message,
      mentions(parts, roomNo, message, null),
    );
    return { type: 'm.room.message', content, waitsFor: found.waitsFor };
  };
  return enqueue(parts, act, make, (changes, roomNo) => {
    if (endEdit(parts.store.db, roomNo, act.eventId)) changes.topic('drafts');
  });
}

/** Key and shortcode of a reaction: a custom emoji has its address as the key. */
function emojiOf(db: Database, roomNo: number, { pack, key, eventId }: ActOf<'react'>) {
  if (pack === undefined) return { key, shortcode: reactedShortcode(db, roomNo, eventId, key) };
  const image = packImage(db, roomNo, pack, key);
  if (image?.emoticon !== true) throw appFailure('not_found', 'The emoji is not there any more');
  return { key: image.mxc, shortcode: image.shortcode };
}

const react = (parts: Parts, act: ActOf<'react'>): Sent =>
  enqueue(parts, act, (roomNo) => {
    assertMaySend(parts.store.db, roomNo, ownUser(parts), 'reaction');
    const found = target(parts, roomNo, act.eventId);
    const { key, shortcode } = emojiOf(parts.store.db, roomNo, act);
    const content = reactionContent(found.eventId, key, shortcode);
    return { type: 'm.reaction', content, waitsFor: found.waitsFor };
  });

const redact = (parts: Parts, act: ActOf<'redact'>): Sent =>
  enqueue(parts, act, (roomNo) => {
    const isOnItsWay = act.sentHere === true && findTarget(parts, roomNo, act.eventId) === null;
    const found = isOnItsWay
      ? { eventId: act.eventId, sender: ownUser(parts), waitsFor: null }
      : target(parts, roomNo, act.eventId);
    assertMayRedact(parts.store.db, roomNo, ownUser(parts), found.sender);
    const content = redactionContent(found.eventId, act.reason, act.related);
    return { type: 'm.room.redaction', content, waitsFor: found.waitsFor };
  });

/** `m.sticker` with the picture of the pack, which is never encrypted: the event is, in an encrypted room (spec, "Stickers"). */
const sendSticker = (parts: Parts, act: ActOf<'sendSticker'>): Sent =>
  enqueue(parts, act, (roomNo) => {
    mayMessage(parts, roomNo);
    const image = packImage(parts.store.db, roomNo, act.pack, act.shortcode);
    if (image?.sticker !== true) throw appFailure('not_found', 'The sticker is not there any more');
    const reply = replyTarget(parts, roomNo, act.replyTo, act.threadId);
    const relation = relationOf(parts, roomNo, act.threadId, reply);
    const { text: body, mxc: url, info } = image;
    const content = { body, url, info, ...(relation !== null && { 'm.relates_to': relation }) };
    return { type: 'm.sticker', content, waitsFor: reply?.waitsFor ?? null };
  });

export function createOutbox(deps: OutboxDeps): Outbox {
  const { store, clock } = deps;
  const rows = createOutboxRows(store, clock);
  const parts: Parts = { ...deps, rows, nextTxnId: createTxnIds(clock) };
  const acts = {
    db: store.db,
    ownUser: () => ownUser(parts),
    room: (roomId: string) => room(store.db, roomId),
    mayMessage: (roomNo: number) => mayMessage(parts, roomNo),
    threadRelation: (roomNo: number, threadId: string | null) =>
      relationOf(parts, roomNo, threadId, null),
    target: (roomNo: number, id: string) => target(parts, roomNo, id),
    enqueue: (act: Act, make: Parameters<typeof enqueue>[2]) => enqueue(parts, act, make),
  };
  return {
    rows,
    sendMessage: (act) => sendMessage(parts, act),
    async contentOf(act) {
      const made = (await makerOf(parts, act))(room(parts.store.db, act.roomId));
      return made.waitsFor === null ? made.content : null;
    },
    editMessage: (act) => editMessage(parts, act),
    forwardMessage: createForwardAct(acts),
    react: async (act) => react(parts, act),
    redact: async (act) => redact(parts, act),
    sendSticker: async (act) => sendSticker(parts, act),
    attachments: createAttachmentActs({
      store,
      answered: (...of) => answered(parts, ...of),
      enqueue: (...of) => enqueue(parts, ...of),
      fail: (key, error) => rows.fail(key, error, 0),
    }),
    polls: createPollActs(acts),
    locations: createLocationActs({ ...acts, now: () => clock.now() }),
    retry: async (key) => rows.retry(key, deps.ready()),
    cancel: async (key) => {
      rows.cancel(key);
      deps.onCancelled?.(key);
    },
    waiting: () => countPending(store.db),
    unsent: () => unsentSummary(store.db),
  };
}
