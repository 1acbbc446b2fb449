// Validates relations: which edit of a message counts, which reactions, where a reply points (CHAT-3.9). The server relays
// any content, so every rule of the specification is checked here. Pure; no SDK.
import {
  isRecord,
  textOf,
  type PlainEvent,
  type SenderTrust,
  type StoredEvent,
} from '#stores/events/types';
import { cleanLine, cutText } from './cleanName';

export type Content = Record<string, unknown>;

/** Type and content as the sender meant them: decrypted where the event was encrypted. */
export function effective(event: StoredEvent): { type: string; content: Content } {
  if (event.redactedBy !== null) return { type: event.type, content: event.raw.content };
  const plain: PlainEvent | null = event.plain;
  if (plain === null) return { type: event.type, content: event.raw.content };
  return { type: plain.type, content: isRecord(plain.content) ? plain.content : {} };
}

export const isEncrypted = (event: StoredEvent): boolean => event.type === 'm.room.encrypted';

/** The relation in the clear part, which is the only one that the server and other devices see. */
export function relationIn(content: Content): { relType: string | null; eventId: string | null } {
  const relates = content['m.relates_to'];
  if (!isRecord(relates)) return { relType: null, eventId: null };
  return { relType: textOf(relates['rel_type']), eventId: textOf(relates['event_id']) };
}

export const isEdit = (event: StoredEvent): boolean =>
  relationIn(event.raw.content).relType === 'm.replace';

/** The new content of an edit that would be shown; null when it has none or breaks CHAT-3.16. */
export function newContentOf(content: Content, type: string): Content | null {
  const newContent = content['m.new_content'];
  if (!isRecord(newContent)) return null;
  if (type === 'm.room.message' && typeof newContent['body'] !== 'string') return null;
  return newContent;
}

/**
 * All rules for edits (Matrix specification, "Validity of replacement events"): same room, sender and type, neither is state, the
 * original is no edit, the edit has new content; an edit of an encrypted message was itself encrypted; nothing is redacted.
 */
export function isValidEdit(original: StoredEvent, edit: StoredEvent): boolean {
  if (original.roomNo !== edit.roomNo || original.sender !== edit.sender) return false;
  if (original.stateKey !== null || edit.stateKey !== null) return false;
  if (original.redactedBy !== null || edit.redactedBy !== null) return false;
  const relation = relationIn(edit.raw.content);
  if (relation.relType !== 'm.replace' || relation.eventId !== original.eventId) return false;
  if (isEdit(original)) return false;
  if (isEncrypted(original) && (!isEncrypted(edit) || edit.plain === null)) return false;
  const [before, after] = [effective(original), effective(edit)];
  return before.type === after.type && newContentOf(after.content, after.type) !== null;
}

/** The edit that counts: the latest by time, then by id. */
export function winningEdit(
  original: StoredEvent,
  candidates: readonly StoredEvent[],
): StoredEvent | null {
  let best: StoredEvent | null = null;
  for (const edit of candidates) {
    if (!isValidEdit(original, edit)) continue;
    const later =
      best === null || edit.ts > best.ts || (edit.ts === best.ts && edit.eventId > best.eventId);
    if (later) best = edit;
  }
  return best;
}

export interface ShownMessage {
  readonly type: string;
  readonly content: Content;
  readonly edited: boolean;
  /** The worse of the original's and the edit's. */
  readonly trust: SenderTrust;
}

/** From good to bad. */
const trusts: readonly SenderTrust[] = [
  'ok',
  'from_backup',
  'device_unknown',
  'device_not_signed',
  'identity_changed',
];

const worse = (a: SenderTrust, b: SenderTrust): SenderTrust =>
  trusts.indexOf(a) > trusts.indexOf(b) ? a : b;

/** A message as it is to be shown, with its edit folded in. */
export function shownMessage(
  original: StoredEvent,
  candidates: readonly StoredEvent[],
): ShownMessage {
  const { type, content } = effective(original);
  const edit = winningEdit(original, candidates);
  const trust = worse(original.trust, edit?.trust ?? 'ok');
  if (edit === null) return { type, content, edited: false, trust };
  const newContent = newContentOf(effective(edit).content, type);
  return { type, content: newContent ?? content, edited: newContent !== null, trust };
}

export interface CountedReaction {
  readonly key: string;
  /** Each sender once, in the order of their reactions. */
  readonly senders: readonly string[];
  /** Event id by sender. */
  readonly eventIds: ReadonlyMap<string, string>;
}

const longestKey = 64;
/** Longest `mxc:` address of a custom emoji; a longer one is not shown. */
const longestAddress = 512;

/** The emoji, or the words that somebody took for one; empty when nothing would be seen. */
const shownKey = (key: string): string =>
  key.startsWith('mxc://') && key.length <= longestAddress
    ? key
    : cutText(cleanLine(key.slice(0, longestAddress)), longestKey);

/** Reactions by key, the first one first, however they were loaded; each sender counts once per key. */
export function countReactions(events: readonly StoredEvent[]): CountedReaction[] {
  const keys = new Map<string, Map<string, string>>();
  for (const event of [...events].sort((a, b) => a.ts - b.ts)) {
    if (event.redactedBy !== null || event.stateKey !== null) continue;
    if (effective(event).type !== 'm.reaction') continue;
    const relates = event.raw.content['m.relates_to'];
    const key = isRecord(relates) ? textOf(relates['key']) : null;
    if (key === null || relationIn(event.raw.content).relType !== 'm.annotation') continue;
    const shown = shownKey(key);
    if (shown === '') continue;
    let senders = keys.get(shown);
    if (senders === undefined) keys.set(shown, (senders = new Map()));
    if (!senders.has(event.sender)) senders.set(event.sender, event.eventId);
  }
  return [...keys].map(([key, eventIds]) => ({ key, senders: [...eventIds.keys()], eventIds }));
}

/** Id of the event that this one answers, in a thread else its root; from the clear part first. */
export function replyTarget(event: StoredEvent): string | null {
  return inEither(event, replyTargetIn);
}

export function replyTargetIn(content: Content): string | null {
  const root = threadRootIn(content);
  const relates = content['m.relates_to'];
  if (!isRecord(relates)) return null;
  // In a thread the reply may be a fallback for clients that know no threads: it names whatever stood there last.
  if (root !== null && relates['is_falling_back'] === true) return root;
  const reply = relates['m.in_reply_to'];
  return (isRecord(reply) ? eventIdOf(reply['event_id']) : null) ?? root;
}

/** Root of the thread that the event belongs to, null for the main timeline; from the clear part first. */
export function threadRoot(event: StoredEvent): string | null {
  return inEither(event, threadRootIn);
}

export function threadRootIn(content: Content): string | null {
  const { relType, eventId } = relationIn(content);
  return relType === 'm.thread' ? eventIdOf(eventId) : null;
}

const inEither = <T>(event: StoredEvent, read: (content: Content) => T | null): T | null =>
  read(event.raw.content) ?? read(effective(event).content);

function eventIdOf(value: unknown): string | null {
  const eventId = textOf(value);
  return eventId !== null && eventId.startsWith('$') && eventId.length <= 255 ? eventId : null;
}

const htmlFormat = 'org.matrix.custom.html';

/** The formatted text of a message, null when it has none. */
export const formattedBody = (content: Content): string | null =>
  content['format'] === htmlFormat ? textOf(content['formatted_body']) : null;

const fallbackStart = /^> (\* )?<@/;

/** A body without the quote that older clients put in front of replies; the quote comes from the event itself. */
export function withoutReplyFallback(body: string): string {
  if (!fallbackStart.test(body)) return body;
  const lines = body.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('> ') && line !== '>');
  if (end === -1) return body;
  return lines.slice(lines[end] === '' ? end + 1 : end).join('\n');
}

/** Caption of a media message: `body`, where `filename` gives the name apart (media captions). */
export function captionOf(content: Content): string | null {
  const [body, fileName] = [textOf(content['body']), textOf(content['filename'])];
  if (body === null || fileName === null || body === fileName) return null;
  return withoutReplyFallback(body);
}
