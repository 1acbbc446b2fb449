// One line about the last message of a room, or about the message that a reply answers. The text comes from the event itself. No SDK.
import { textOf, type StoredEvent } from '#stores/events/types';
import type { MessagePreview } from '#contract/areas/roomsModels';
import { plainLine, userIds } from '#contract/plainLine';
import { explainUndecryptable } from './undecryptable';
import {
  captionOf,
  formattedBody,
  shownMessage,
  withoutReplyFallback,
  type Content,
} from '../events/relations';
import { cleanName } from '../rooms/names';

const longest = 200;

/** White space folded, no control or bidi characters, at most 200 characters; never half of a character pair. */
export function oneLine(text: string): string {
  const line = (cleanName(text.slice(0, 4 * longest).replace(/\s+/gu, ' ')) ?? '').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

type Kind = MessagePreview['kind'];
export type PreviewText = Pick<MessagePreview, 'kind' | 'text'>;

const mediaKinds: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ['m.image', 'image'],
  ['m.video', 'video'],
  ['m.audio', 'audio'],
  ['m.file', 'file'],
]);

/** Of a content as it is shown. A media message shows its caption, else its file name. */
export function previewOfContent(type: string, content: Content): PreviewText {
  const body = content['body'];
  if (type === 'm.sticker')
    return { kind: 'image', text: typeof body === 'string' ? oneLine(body) : '' };
  if (type !== 'm.room.message') return { kind: 'notice', text: '' };
  if (typeof body !== 'string') return { kind: 'none', text: '' };
  const kind = mediaKinds.get(content['msgtype']);
  if (kind !== undefined) {
    const caption = captionOf(content);
    const fileName = textOf(content['filename']) ?? body;
    const line = caption === null ? fileName : plainLine(caption, formattedBody(content));
    return { kind, text: oneLine(line) };
  }
  const text = oneLine(plainLine(withoutReplyFallback(body), formattedBody(content)));
  return { kind: content['msgtype'] === 'm.notice' ? 'notice' : 'text', text };
}

/** Ids of the people that a line names. */
export const namedIn = ({ text }: PreviewText): string[] =>
  [...text.matchAll(userIds)].map(([userId]) => userId);

/** A line with the names of people for their ids, as the timeline shows them. `nameOf` answers the id where it knows no name. */
export function withNames(line: PreviewText, nameOf: (userId: string) => string): PreviewText {
  const text = line.text.replace(userIds, (userId) => {
    const name = nameOf(userId);
    return name === userId ? userId : `@${name}`;
  });
  return text === line.text ? line : { ...line, text: oneLine(text) };
}

/** Of a stored message with its edits. */
export function previewOf(event: StoredEvent, edits: readonly StoredEvent[]): PreviewText {
  if (event.redactedBy !== null) return { kind: 'redacted', text: '' };
  if (event.type === 'm.room.encrypted' && event.plain === null)
    return { kind: 'undecryptable', text: explainUndecryptable(event.utdCode).text };
  const shown = shownMessage(event, edits);
  return previewOfContent(shown.type, shown.content);
}
