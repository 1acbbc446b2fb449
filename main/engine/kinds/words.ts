// Cuts what others wrote into what is shown: a body with its formatting, one line. Must not know where it stands.
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { plainLine } from '#contract/plainLine';
import type { Store } from '#stores/sqlite/store';
import { cleanLine, cutText } from '../events/cleanName';
import { formattedBody, type Content } from '../events/relations';
import { picturesIn } from '../packs/emoticons';

export const longestText = 65_536;
const longestLine = 200;

/** `text` with the formatting that its content has. */
export function formattedText(db: Store['db'], text: string, content: Content): FormattedText {
  const html = formattedBody(content);
  const pictures = picturesIn(db, html);
  return {
    text: text.slice(0, longestText),
    html: html === null ? null : html.slice(0, longestText),
    ...(pictures.length > 0 && { pictures }),
  };
}

/** White space folded, no control or bidi characters, at most 200 characters; never half of a character pair. */
export function oneLine(text: string): string {
  const line = cleanLine(text.slice(0, 4 * longestLine).replace(/\s+/gu, ' '));
  return line.length <= longestLine ? line : `${cutText(line, longestLine - 1)}…`;
}

/** One line of a text, what its writer hid left out. */
export const lineOf = (text: string, content: Content): string =>
  oneLine(plainLine(text, formattedBody(content)));
