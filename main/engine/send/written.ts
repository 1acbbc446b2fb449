// Turns a written text into its outgoing form: markdown as HTML, mentions as links, shortcodes as pictures.
import { roomNoOf } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { emoticonsIn } from '../packs/emoticons';
import { ownPermissions } from '../rooms/permissions';
import { viaServers } from '../rooms/via';
import type { Mentions, Written } from './content';
import {
  matrixTo,
  mentionedUsers,
  mentionsRoom,
  soundMentions,
  type TextMention,
} from './textMentions';

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
