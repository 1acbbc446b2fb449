// Makes contents of outgoing events: texts, replies, edits, reactions, redactions. Pure functions of their arguments.
import type { Voice } from '#contract/areas/messages/sending';
import { appFailure } from '#contract/wire/errors';

export type Content = Record<string, unknown>;
export type TextKind = 'text' | 'notice' | 'emote';

/** The message that a reply answers, as far as the store knows it. */
export interface ReplyTarget {
  readonly eventId: string;
  readonly sender: string | null;
  /** Root of the thread that the message belongs to. */
  readonly threadId: string | null;
}

export interface Mentions {
  readonly userIds: readonly string[];
  readonly room: boolean;
}

const htmlFormat = 'org.matrix.custom.html';
function mentionsContent(mentions: Mentions): Content {
  const content: Content = {};
  if (mentions.userIds.length > 0) content['user_ids'] = [...mentions.userIds];
  if (mentions.room) content['room'] = true;
  return content;
}

/** The text that the user wrote, and its `formatted_body` where plain text does not say the same (markdown.ts). */
export interface Written {
  readonly text: string;
  readonly html: string | null;
}

/** A text, notice or emote. Replies carry no fallback in the body: the quote is made from the event itself. */
export function messageContent(
  { text, html }: Written,
  kind: TextKind,
  mentions: Mentions,
  relation: Content | null,
): Content {
  const content: Content = { msgtype: `m.${kind}`, body: text };
  if (html !== null) Object.assign(content, { format: htmlFormat, formatted_body: html });
  content['m.mentions'] = mentionsContent(mentions);
  if (relation !== null) content['m.relates_to'] = relation;
  return content;
}

/** `m.in_reply_to`, inside the thread of the answered message when it has one. */
export function replyRelation(target: ReplyTarget): Content {
  const reply = { 'm.in_reply_to': { event_id: target.eventId } };
  if (target.threadId === null) return reply;
  return { rel_type: 'm.thread', event_id: target.threadId, is_falling_back: false, ...reply };
}

/** Relation of a thread answer that replies to no message; clients without threads show it as a reply to `latest`. */
export const threadRelation = (threadId: string, latest: string): Content => ({
  rel_type: 'm.thread',
  event_id: threadId,
  is_falling_back: true,
  'm.in_reply_to': { event_id: latest },
});

/**
 * The edit of the event with content `original`. A caption is edited in place; the mentions at the top are only those that
 * are new, so that nobody is notified twice.
 */
export function editContent(
  original: Content,
  targetId: string,
  { text, html }: Written,
  mentions: Mentions,
): Content {
  const msgtype = typeof original['msgtype'] === 'string' ? original['msgtype'] : 'm.text';
  const isText = ['m.text', 'm.notice', 'm.emote'].includes(msgtype);
  const changed: Content = isText ? { msgtype } : { ...original };
  delete changed['m.relates_to'];
  delete changed['format'];
  delete changed['formatted_body'];
  if (!isText && typeof changed['filename'] !== 'string') changed['filename'] = original['body'];
  changed['body'] = text;
  changed['m.mentions'] = mentionsContent(mentions);
  const formatted = html === null ? {} : { format: htmlFormat, formatted_body: html };
  const fallback = html === null ? {} : { format: htmlFormat, formatted_body: `* ${html}` };
  const before = mentionsOf(original);
  return {
    msgtype: isText ? msgtype : 'm.text',
    body: `* ${text}`,
    ...fallback,
    'm.mentions': mentionsContent({
      userIds: mentions.userIds.filter((userId) => !before.userIds.includes(userId)),
      room: mentions.room && !before.room,
    }),
    'm.new_content': { ...changed, ...formatted },
    'm.relates_to': { rel_type: 'm.replace', event_id: targetId },
  };
}

/** The `m.mentions` of a content, wrong shapes left out. */
export function mentionsOf(content: Content): Mentions {
  const value = content['m.mentions'];
  if (typeof value !== 'object' || value === null) return { userIds: [], room: false };
  const userIds = 'user_ids' in value && Array.isArray(value.user_ids) ? value.user_ids : [];
  return {
    userIds: userIds.filter((userId): userId is string => typeof userId === 'string'),
    room: 'room' in value && value.room === true,
  };
}

/**
 * Content that marks an attachment as a voice message (MSC3245, with duration and waveform of MSC3246), in the unstable names that clients
 * read and write today. No release of the specification has stable ones.
 */
export const voiceContent = ({ durationMs, waveform }: Voice): Content => ({
  msgtype: 'm.audio',
  'org.matrix.msc1767.audio': { duration: durationMs, waveform },
  'org.matrix.msc3245.voice': {},
});

/** `shortcode`: the name of a custom emoji, whose address is the key, without its colons (MSC4027). */
export const reactionContent = (
  targetId: string,
  key: string,
  shortcode: string | null = null,
): Content => ({
  'm.relates_to': { rel_type: 'm.annotation', event_id: targetId, key },
  ...(shortcode !== null && { shortcode: `:${shortcode}:` }),
});

/** Key of a redaction that names relation types to redact along with the message (MSC3912). */
export const relatedKey = 'org.matrix.msc3912.with_relations';

/** The outbox's form of a redaction; the request splits it into path and body. */
export const redactionContent = (
  targetId: string,
  reason: string | null,
  related: readonly string[] = [],
): Content => ({
  redacts: targetId,
  ...(reason !== null && { reason }),
  ...(related.length > 0 && { [relatedKey]: related }),
});

/** CHAT-3.16: a message without a string body is refused before it gets a row. */
export function assertStringBody(type: string, content: Content): void {
  if (type !== 'm.room.message' || typeof content['body'] === 'string') return;
  throw appFailure('invalid_event', 'A message needs a plain-text body');
}

/** `content` with `from` replaced in its relation: a pending message got its real event id. */
export function retarget(content: Content, from: string, to: string): Content {
  const copy: Content = { ...content };
  if (copy['redacts'] === from) copy['redacts'] = to;
  const relation = copy['m.relates_to'];
  if (typeof relation !== 'object' || relation === null) return copy;
  const changed: Content = { ...relation };
  if (changed['event_id'] === from) changed['event_id'] = to;
  const reply = changed['m.in_reply_to'];
  if (typeof reply === 'object' && reply !== null && 'event_id' in reply && reply.event_id === from)
    changed['m.in_reply_to'] = { event_id: to };
  copy['m.relates_to'] = changed;
  return copy;
}
