// Cleans names and reasons that others wrote before they are shown. Pure; must not know whose name it is.

const longestName = 255;
// Controls, bidi overrides and isolates, fillers and blanks that only look like nothing, and invisible characters except the joiners that
// scripts and emoji need.
const unwanted =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;
/** Letters that nobody sees. After a black flag they name its country. */
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

/** One line of it, of any length, without control, bidi and invisible characters; may be empty. */
export const cleanLine = (line: string): string =>
  line.replace(unwanted, '').replace(tags, '').trim();

/** As {@link cleanLine}, at most 255 characters; null when nothing is left. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const clean = cleanLine(name);
  return clean === '' ? null : clean.slice(0, longestName);
}
