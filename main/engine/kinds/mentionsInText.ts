// Finds the mentions of a message in its plain text, where an edit begins: the formatted body says whom each name means.
import type { TextMention } from '#contract/areas/messages/messageModels';
import { plainLine } from '#contract/plainLine';
import { formattedBody, type Content } from '../events/relations';

/** Bounded, because a forwarded message carries the markup of somebody else. */
const links =
  /<a\s[^>]{0,200}?href="https:\/\/matrix\.to\/#\/([^"/]{2,800})"[^>]{0,200}>([^<]{1,600})<\/a>/gi;
const most = 100;
const idShape = /^[@!#][^\s]{1,254}$/;

/** The id in a link's path, without the servers behind it; null when it is none. */
function idOf(path: string): string | null {
  try {
    const id = decodeURIComponent(path.split('?')[0] ?? '');
    return idShape.test(id) ? id : null;
  } catch {
    // Percent signs that are no encoding: the sender wrote no address.
    return null;
  }
}

/** In the order of the text; a name that the plain text does not hold is left out. */
export function mentionsInText(text: string, content: Content): TextMention[] {
  const html = formattedBody(content);
  if (html === null || text === '') return [];
  const mentions: TextMention[] = [];
  let at = 0;
  for (const [, path = '', words = ''] of html.matchAll(links)) {
    const id = idOf(path);
    const name = plainLine('', words);
    const start = id === null || name === '' ? -1 : text.indexOf(name, at);
    if (id === null || start < 0) continue;
    at = start + name.length;
    mentions.push({ start, end: at, id });
    if (mentions.length === most) break;
  }
  return mentions;
}
