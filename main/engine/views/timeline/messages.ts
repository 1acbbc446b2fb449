// One message of the timeline, finished for display: edits, reactions, quote, status and permitted actions folded in. No SDK.
import { threadOf } from '#stores/events/threads';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import type { OutboxRow } from '#stores/outbox/outbox';
import type { StoredRoom } from '#stores/rooms/rooms';
import type { MissedEvents } from '#stores/settings/missed';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import { AppError } from '#contract/wire/errorSchemas';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { Trust } from '#contract/areas/encryption/trust';
import type { MessageBody } from '#contract/areas/messages/messageModels';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type {
  MessageItem,
  ReplyQuote,
  ThreadSummary,
} from '#contract/areas/messages/timelineModels';
import { shownTime } from '../../rooms/derive';
import type { OwnPermissions } from '../../rooms/permissions';
import type { Claimed, Hidden, PreviewText, Source, Staged } from '../../kinds/kind';
import { withNames } from '../../kinds/preview';
import { reactionKey } from '../../kinds/reaction';
import { pendingRedaction } from '../../kinds/redaction';
import { claim } from '../../kinds/registry';
import {
  newContentOf,
  replyTarget,
  replyTargetIn,
  shownMessage,
  threadRoot,
  threadRootIn,
  type Content,
} from '../../events/relations';
import { cleanName } from '../../events/cleanName';
import { canForward, isForwarded } from '../../events/forwarded';
import { cameInClear } from '../../kinds/trust';
import type { People } from '../../rooms/people';
import { replacementOf } from '../../rooms/upgrades';
import { mentionsOf } from './mentionedPeople';
import { missedBy } from './missedPeople';
import { foldedInto, statusWith, type Pending } from './pending';
import { reactionsOf } from './reactions';
import type { References } from './references';

export interface Quoted {
  readonly sender: string;
  readonly line: PreviewText;
  readonly trust: Trust;
}

export interface MessageContext {
  readonly db: Store['db'];
  readonly room: StoredRoom;
  readonly ownUserId: string;
  readonly permissions: OwnPermissions;
  readonly people: People;
  /** By the number of the event that is edited or reacted to. */
  readonly edits: ReadonlyMap<number, readonly StoredEvent[]>;
  readonly reactions: ReadonlyMap<number, readonly StoredEvent[]>;
  readonly references: References;
  /** Quotes of the messages that replies answer, by event id. */
  readonly quoted: ReadonlyMap<string, Quoted>;
  readonly pending: Pending;
  /** The thread that is shown; null for the room. */
  readonly threadId: string | null;
  /** Summaries of threads, by the event id of the thread root. */
  readonly threads: ReadonlyMap<string, ThreadSummary>;
  /** Messages that moderators hid, by event number; `seesHidden`: this account sees them all the same. */
  readonly hidden: ReadonlyMap<number, Hidden>;
  readonly seesHidden: boolean;
  /** True for events that were sent before the room was encrypted. */
  readonly beforeEncryption: (eventNo: number) => boolean;
  /** Those who could not read an own message when it was sent. */
  readonly missed: MissedEvents;
  /** Own messages that the server does not have any more. */
  readonly lost: Pick<ReadonlySet<string>, 'has'>;
  readonly isHighlight: ((event: StoredEvent) => boolean | null) | null;
  readonly progress: (localKey: string) => number | null;
}

const noActions: MessageItem['actions'] = {
  react: false,
  reply: false,
  thread: false,
  edit: false,
  redact: false,
  forward: false,
  retry: false,
  cancel: false,
};

/** True when `m.mentions` of the content names this account. */
export function mentioned(content: Content, ownUserId: string): boolean {
  const mentions = content['m.mentions'];
  if (!isRecord(mentions)) return false;
  const userIds = mentions['user_ids'];
  return mentions['room'] === true || (Array.isArray(userIds) && userIds.includes(ownUserId));
}

/** The line and the sender of a message that is shown outside its place, e.g. in a quote. */
export function quotedLine(
  { people, ownUserId }: Pick<MessageContext, 'people' | 'ownUserId'>,
  { sender: userId, line, trust }: Quoted,
): { readonly sender: Person; readonly preview: MessagePreview } {
  const sender = people.get(userId);
  const words = withNames(line, (named) => people.get(named).name);
  return {
    sender,
    preview: { ...words, mine: userId === ownUserId, trust, senderName: sender.name },
  };
}

function quoteOf(
  context: MessageContext,
  targetId: string | null,
  inThread: boolean,
): ReplyQuote | null {
  if (targetId === null) return null;
  const target = context.quoted.get(targetId);
  const said = target === undefined ? { sender: null, preview: null } : quotedLine(context, target);
  return { eventId: targetId, inThread, ...said };
}

interface Shown {
  readonly type: string;
  readonly body: MessageBody;
  readonly content: Content;
  readonly edited: boolean;
  readonly trust: Trust;
  readonly editText: string | null;
  readonly editMentions: Claimed['editMentions'];
  /** Readable, and not redacted. */
  readonly live: boolean;
}

const bodyOf = (
  context: MessageContext,
  source: Source,
  staged: Staged | null = null,
): Pick<Shown, 'body' | 'editText' | 'editMentions'> => {
  const claimed = claim(source);
  const person = (userId: string): Person => context.people.get(userId);
  return {
    body: claimed.body({
      ...{ db: context.db, person, staged },
      ...context.references.of(source.event, context.pending),
    }),
    editText: claimed.editText,
    editMentions: claimed.editMentions,
  };
};

/** True when the message is hidden from this account; false for its sender and for moderators. */
const hiddenFrom = (
  { hidden, seesHidden, ownUserId }: MessageContext,
  { eventNo, sender }: StoredEvent,
): Hidden | null => (seesHidden || sender === ownUserId ? null : (hidden.get(eventNo) ?? null));

function show(context: MessageContext, event: StoredEvent, key: string): Shown {
  const { people } = context;
  const { redactions, edits } = context.pending.folded;
  const bare = {
    type: event.type,
    content: {},
    edited: false,
    trust: 'ok' as const,
    editText: null,
    editMentions: () => [],
    live: false,
  };
  const redaction = foldedInto(redactions, event.eventId, key).at(-1);
  if (event.redactedBy === null && redaction !== undefined)
    return { ...bare, body: pendingRedaction(redaction, people.get(context.ownUserId)) };
  const shown = shownMessage(event, context.edits.get(event.eventNo) ?? []);
  const isReadable = event.type !== 'm.room.encrypted' || event.plain !== null;
  const hidden = hiddenFrom(context, event);
  if (event.redactedBy !== null || !isReadable || hidden !== null)
    return { ...bare, ...bodyOf(context, { ...shown, event, hidden }) };
  const edit = foldedInto(edits, event.eventId, key).at(-1);
  const pendingContent = edit === undefined ? null : newContentOf(edit.content, shown.type);
  const content = pendingContent ?? shown.content;
  return {
    ...bodyOf(context, { type: shown.type, content, event }),
    type: shown.type,
    content,
    edited: shown.edited || pendingContent !== null,
    trust: shown.trust,
    live: true,
  };
}

const trustOf = (context: MessageContext, event: StoredEvent, shown: Shown): Trust =>
  cameInClear(context.room, context.beforeEncryption, event) ? 'not_encrypted' : shown.trust;

/** A thread does not quote its root, which stands above. */
function answeredBy(context: MessageContext, event: StoredEvent): ReplyQuote | null {
  const eventId = replyTarget(event);
  return eventId === context.threadId
    ? null
    : quoteOf(context, eventId, inOtherThread(context, event));
}

const inOtherThread = ({ threadId }: MessageContext, event: StoredEvent): boolean =>
  threadId === null && threadRoot(event) !== null;

/** An event of the server; `readBy` and `continuation` are the timeline's. */
export function messageItem(context: MessageContext, event: StoredEvent): MessageItem {
  const { ownUserId, permissions } = context;
  const key = event.localKey ?? event.eventId;
  const mine = event.sender === ownUserId;
  const shown = show(context, event, key);
  const editText = mine && shown.live ? shown.editText : null;
  const redacted = shown.body.type === 'redacted';
  const isGone = redacted || shown.body.type === 'hidden';
  const hides = context.hidden.get(event.eventNo);
  const highlight = context.isHighlight?.(event) ?? mentioned(shown.content, ownUserId);
  return {
    kind: 'message',
    key,
    eventId: event.eventId,
    sender: context.people.get(event.sender),
    mine,
    sentAtMs: shownTime(event),
    continuation: false,
    body: shown.body,
    reply: isGone ? null : answeredBy(context, event),
    edited: shown.edited,
    ...forwardedOf(shown.content),
    ...(hides !== undefined && !isGone && { hidden: { reason: cleanName(hides.reason) } }),
    ...editOf(permissions.send ? editText : null, shown),
    reactions: isGone
      ? []
      : reactionsOf(
          context,
          context.reactions.get(event.eventNo) ?? [],
          event.eventId,
          event.localKey,
        ),
    ...threadOfMessage(context, event),
    readBy: [],
    status: statusWith(context.pending, event.eventId, key, null),
    ...(mine && !redacted && missedBy(context, event.eventId)),
    error: null,
    progress: null,
    highlight: !mine && shown.live && highlight,
    trust: trustOf(context, event, shown),
    actions: {
      ...noActions,
      react: shown.live && permissions.react,
      reply: shown.live && permissions.send,
      // An answer in a thread begins no thread of its own.
      thread:
        context.threadId === null && threadOf(event) === null && shown.live && permissions.send,
      edit: editText !== null && permissions.send,
      forward: shown.live && canForward(shown.type, shown.content),
      redact: !redacted && (mine ? permissions.redactOwn : permissions.redactOthers),
    },
    ...mentionsOf(context.people, shown.body),
    ...(mine && shown.live && context.lost.has(event.eventId) && lostThere),
  };
}

/** A lost message keeps its place and offers two acts. */
const lostThere: Pick<MessageItem, 'status' | 'error' | 'actions'> = {
  status: 'not_sent',
  error: appFailure('lost_by_server', 'The server was set back to an earlier state').error,
  actions: { ...noActions, retry: true, cancel: true },
};

function editOf(
  editText: string | null,
  { editMentions }: Pick<Shown, 'editMentions'>,
): Pick<MessageItem, 'editText' | 'editMentions'> {
  const mentions = editText === null ? [] : editMentions();
  return mentions.length === 0 ? { editText } : { editText, editMentions: [...mentions] };
}

function threadOfMessage(
  context: MessageContext,
  { eventId }: StoredEvent,
): Pick<MessageItem, 'thread' | 'answers'> {
  const thread = context.threads.get(eventId);
  if (eventId === context.threadId) return { answers: thread?.count ?? 0 };
  return thread === undefined ? {} : { thread };
}

const forwardedOf = (content: Content): Pick<MessageItem, 'forwarded'> =>
  isForwarded(content) ? { forwarded: true } : {};

/** Shown instead of an event whose content breaks an assumption of the code. */
export function invalidItem(event: StoredEvent, sender: Person, mine: boolean): MessageItem {
  return {
    kind: 'message',
    key: event.localKey ?? event.eventId,
    eventId: event.eventId,
    sender,
    mine,
    sentAtMs: shownTime(event),
    continuation: false,
    body: { type: 'invalid', text: '' },
    reply: null,
    edited: false,
    editText: null,
    reactions: [],
    readBy: [],
    status: null,
    error: null,
    progress: null,
    highlight: false,
    trust: 'ok',
    actions: noActions,
  };
}

/** Handles of the staged file, as the media folder wrote them into the row. */
function stagedOf(attachment: unknown): Staged | null {
  const handle = isRecord(attachment) ? textOf(attachment['handle']) : null;
  if (!isRecord(attachment) || handle === null) return null;
  const thumbnail = attachment['thumbnail'];
  return { handle, thumbnail: isRecord(thumbnail) ? textOf(thumbnail['handle']) : null };
}

/** A message in the outbox may be edited: the edit is sent after it. */
const mayChange = ({ permissions }: MessageContext, row: OutboxRow): boolean =>
  permissions.send &&
  row.type === 'm.room.message' &&
  row.attachment === null &&
  row.status !== 'not_sent';

function echoBody(
  context: MessageContext,
  row: OutboxRow,
): Pick<Shown, 'body' | 'edited' | 'editText' | 'editMentions'> {
  if (row.type === 'm.reaction')
    return {
      body: { type: 'unsupported', eventType: row.type, text: reactionKey(row) ?? '' },
      edited: false,
      editText: null,
      editMentions: () => [],
    };
  // A failed edit shows the text that did not get through.
  const own = newContentOf(row.content, row.type) ?? row.content;
  const edit = foldedInto(context.pending.folded.edits, row.eventId, row.localKey).at(-1);
  const edited = edit === undefined ? null : newContentOf(edit.content, row.type);
  const source = { type: row.type, content: edited ?? own, event: null };
  const shown = bodyOf(context, source, stagedOf(row.attachment));
  return {
    ...shown,
    editText: own === row.content && mayChange(context, row) ? shown.editText : null,
    edited: edited !== null || own !== row.content,
  };
}

function echoQuote(context: MessageContext, { content }: OutboxRow): ReplyQuote | null {
  const eventId = replyTargetIn(content);
  const inThread = context.threadId === null && threadRootIn(content) !== null;
  return eventId === context.threadId ? null : quoteOf(context, eventId, inThread);
}

/** False: the room has moved or was left, and the words can only be copied. */
const takesMore = ({ db, room }: MessageContext): boolean =>
  room.membership === 'join' && replacementOf(db, room.roomNo) === null;
/** The item of a message in the outbox. */
export function echoItem(context: MessageContext, row: OutboxRow): MessageItem {
  const error = row.error === null ? null : AppError.safeParse(row.error);
  const { body, edited, ...written } = echoBody(context, row);
  return {
    kind: 'message',
    key: row.localKey,
    eventId: row.eventId,
    sender: context.people.get(context.ownUserId),
    mine: true,
    sentAtMs: row.createdMs,
    continuation: false,
    body,
    reply: echoQuote(context, row),
    edited,
    ...forwardedOf(row.content),
    ...editOf(written.editText, written),
    reactions: reactionsOf(context, [], row.eventId ?? row.localKey, row.localKey),
    readBy: [],
    status: statusWith(context.pending, row.eventId, row.localKey, row.status),
    ...missedBy(context, row.eventId),
    error: error?.success === true ? error.data : null,
    progress: context.progress(row.localKey),
    highlight: false,
    trust: 'ok',
    actions: {
      ...noActions,
      edit: written.editText !== null,
      retry: row.status === 'not_sent' && takesMore(context),
      cancel: row.status === 'not_sent' || row.status === 'queued' || row.status === 'encrypting',
    },
  };
}
