// One line about the last message of a room, or about the message that a reply answers. The text comes from the event itself. Must not
// know any kind by name.
import type { StoredEvent } from '#stores/events/types';
import { userIds } from '#contract/plainLine';
import { shownMessage, type Content } from '../events/relations';
import type { Hidden, PreviewText } from './kind';
import { claim } from './registry';
import { oneLine } from './words';

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

/** Of a message that is still on its way. */
export const lineOfContent = (type: string, content: Content): PreviewText =>
  claim({ type, content, event: null }).line();

/** Of a stored message with its edits. */
export const previewOf = (
  event: StoredEvent,
  edits: readonly StoredEvent[],
  hidden: Hidden | null = null,
): PreviewText => claim({ ...shownMessage(event, edits), event, hidden }).line();
