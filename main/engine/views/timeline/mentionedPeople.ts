// Finds the people whose user ids stand in the texts of a timeline, so that their names can be shown. No SDK.
import { isRecord, type StoredEvent } from '#stores/events/types';
import type { MessageBody } from '#contract/areas/messages/messageModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { effective } from '../../events/relations';
import { namedIn } from '../../kinds/preview';
import type { People } from '../../rooms/people';

/** Only the start of a text is searched; user ids further on are shown as they are. */
const longestLooked = 4_000;

/** Links to people as clients write them in markup, also escaped. */
const links = /matrix\.to\/#\/((?:@|%40)[^"'<>\s?]+)|matrix:u\/([^"'<>\s?]+)/gi;

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Somebody wrote a link that is none.
    return '';
  }
}

/** The words of a text that are searched; the last one is whole, for a part of an address is that of somebody else. */
function searchedWords(text: string): string {
  if (text.length <= longestLooked) return text;
  let end = longestLooked;
  while (end > 0 && !/\s/.test(text.charAt(end))) end -= 1;
  return text.slice(0, end);
}

/** Addresses in the links of the markup that is searched. A link that its end cuts is left out, for it leads to somebody else. */
function linkedIn(html: string): string[] {
  const searched = html.slice(0, longestLooked);
  const isCut = ({ 0: whole, index }: RegExpExecArray): boolean =>
    searched.length < html.length && index + whole.length === searched.length;
  return [...searched.matchAll(links)].flatMap((match) => {
    const [, to = '', uri] = match;
    return isCut(match) ? [] : unescaped(uri === undefined ? to : `@${uri}`);
  });
}

/** User ids in a text and in the links of its markup. A link's own words name nobody: they may say anything. */
function idsIn(text: unknown, html: unknown): string[] {
  const parts: string[] = [];
  if (typeof text === 'string' && text.includes('@')) parts.push(searchedWords(text));
  if (typeof html === 'string' && html.includes('matrix')) parts.push(...linkedIn(html));
  return parts.flatMap((part) => namedIn({ kind: 'text', text: part }));
}

/** User ids that stand in the texts of these events, or that their links lead to. */
export function mentionedIn(events: Iterable<StoredEvent>): string[] {
  const ids: string[] = [];
  for (const event of events) {
    const { content } = effective(event);
    for (const one of [content, content['m.new_content']])
      if (isRecord(one)) ids.push(...idsIn(one['body'], one['formatted_body']));
  }
  return ids;
}

/** People whom the message's text or its links name by address, and who have a display name. */
export function mentionsOf(people: People, body: MessageBody): Pick<MessageItem, 'mentions'> {
  if (!('text' in body)) return {};
  const mentions = [...new Set(idsIn(body.text, 'html' in body ? body.html : null))]
    .map((userId) => people.get(userId))
    .filter((person) => person.name !== person.userId);
  return mentions.length === 0 ? {} : { mentions };
}
