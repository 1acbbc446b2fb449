// Turns a written text into its outgoing form: markdown as HTML, mentions as links, shortcodes as pictures. Also judges the mentions: which
// are valid, and which users they notify.
import type { TextMention } from '#contract/areas/messages/messageModels';
import { roomNoOf } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { emoticonsIn } from '../packs/emoticons';
import { ownPermissions } from '../rooms/permissions';
import { viaServers } from '../rooms/via';
import type { Content, Mentions, Written } from './content';

/** The mentions that lie in the text, in order and without overlap; wrong ranges are left out. */
export function soundMentions(text: string, mentions: readonly TextMention[]): TextMention[] {
  const sound: TextMention[] = [];
  for (const mention of [...mentions].sort((a, b) => a.start - b.start)) {
    const { start, end } = mention;
    if (start >= (sound.at(-1)?.end ?? 0) && end > start && end <= text.length) sound.push(mention);
  }
  return sound;
}

const userIdPattern = /(?<![\w@])@[a-z0-9._=/+-]+:[a-z0-9.-]+(?::\d{1,5})?/gi;
/** Replaces a name, so that no name is read as a user id or as `@room`. */
const nobody = '\u{FFFC}';

/** The text without the names of mentioned people and rooms. */
function withoutNames(text: string, mentions: readonly TextMention[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end, id } of mentions) {
    if (id === '@room') continue;
    rest += text.slice(at, start) + nobody;
    at = end;
  }
  return rest + text.slice(at);
}

/** User ids of members that the text mentions, by a mention or typed by hand; each once. */
export function mentionedUsers(
  text: string,
  mentions: readonly TextMention[],
  isMember: (userId: string) => boolean,
): string[] {
  const chosen = mentions.map(({ id }) => id).filter((id) => id.startsWith('@') && id !== '@room');
  const written = [...withoutNames(text, mentions).matchAll(userIdPattern)].map(([match]) =>
    match.replace(/[.-]+$/, ''),
  );
  return [...new Set([...chosen, ...written])].filter(isMember);
}

/** True when the text mentions the whole room. */
export const mentionsRoom = (text: string, mentions: readonly TextMention[]): boolean =>
  /(?<![\w@])@room(?![\w:])/.test(withoutNames(text, mentions));

/** The `matrix.to` link of a user or room. Clients look for an unescaped `@`, `!` and `:`. */
export function matrixTo(id: string, via: readonly string[]): string {
  const bare = encodeURIComponent(id).replace(/%(?:40|3A)/g, decodeURIComponent);
  const servers = via.map((server) => `via=${encodeURIComponent(server)}`).join('&');
  return `https://matrix.to/#/${bare}${servers === '' ? '' : `?${servers}`}`;
}

/** The outgoing form of a text, and its mentions. */
export interface Message extends Written {
  readonly named: readonly TextMention[];
}

export interface WrittenText {
  readonly roomId: string;
  readonly text: string;
  readonly mentions?: readonly TextMention[] | undefined;
  readonly plain?: boolean | undefined;
}

/** Whether the signs of markdown in this message were meant as they stand: it was sent without a format, and an edit keeps that. */
export async function isLiteral({ body, formatted_body: html }: Content): Promise<boolean> {
  if (html !== undefined || typeof body !== 'string') return false;
  return (await import('./markdown')).markdownToHtml(body) !== null;
}

/** The parser is loaded with the first message, so that the start does not pay for it. */
export async function written(
  db: Store['db'],
  { roomId, text, mentions = [], plain = false }: WrittenText,
): Promise<Message> {
  const { markdownToHtml, plainToHtml } = await import('./markdown');
  const named = soundMentions(text, mentions);
  const via = (id: string): string[] => {
    const roomNo = id.startsWith('!') ? roomNoOf(db, id) : null;
    return roomNo === null ? [] : viaServers(db, roomNo);
  };
  const links = named
    .filter(({ id }) => id !== '@room')
    .map(({ start, end, id }) => ({ start, end, href: matrixTo(id, via(id)) }));
  const roomNo = roomNoOf(db, roomId);
  const isFree = ({ start, end }: { start: number; end: number }): boolean =>
    !named.some((mention) => mention.start < end && start < mention.end);
  const pictures =
    roomNo === null ? [] : emoticonsIn(db, roomNo, text).filter((emoticon) => isFree(emoticon));
  const places = [...links, ...pictures].sort((a, b) => a.start - b.start);
  return { text, html: (plain ? plainToHtml : markdownToHtml)(text, places), named };
}

/** `m.mentions` of a message: members that its text mentions, and `answered`, the sender of the message that it replies to. */
export function calledBy(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  { text, named }: Message,
  answered: string | null,
): Mentions {
  const isMember = (userId: string): boolean => {
    const membership = getMember(db, roomNo, userId)?.membership;
    return membership === 'join' || membership === 'invite';
  };
  const called = mentionedUsers(text, named, isMember);
  const userIds = new Set(answered === null ? called : [answered, ...called]);
  userIds.delete(ownUserId);
  return {
    userIds: [...userIds],
    room: mentionsRoom(text, named) && ownPermissions(db, roomNo, ownUserId).notifyRoom,
  };
}
