// The one-line text of a room's last message, or of a message that a reply quotes. The text comes from the event itself. Must not
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

/** The line with names instead of user ids, as the timeline shows them. `nameOf` returns the id where it knows no name. */
export function withNames(line: PreviewText, nameOf: (userId: string) => string): PreviewText {
  const text = line.text.replace(userIds, (userId) => {
    const name = nameOf(userId);
    return name === userId ? userId : `@${name}`;
  });
  return text === line.text ? line : { ...line, text: oneLine(text) };
}

/** The line of a message in the outbox. */
export const lineOfContent = (type: string, content: Content): PreviewText =>
  claim({ type, content, event: null }).line();

/** The line of a stored message with its edits applied. */
export const previewOf = (
  event: StoredEvent,
  edits: readonly StoredEvent[],
  hidden: Hidden | null = null,
): PreviewText => claim({ ...shownMessage(event, edits), event, hidden }).line();
