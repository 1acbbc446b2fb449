// Cleans names, lines and reasons that others wrote before they are shown. Pure; must not know whose name it is.

const longestName = 255;
const longestTopic = 4_000;
// Controls, bidi overrides and isolates, fillers and blanks that only look like nothing, halves of characters, and invisible characters
// except the joiners that scripts and emoji need.
const unwanted =
  /\u034f|\u17b4|\u17b5|[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu;
/** Letters that nobody sees. After a black flag they name its country. */
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;
/** Line ends, which separate words. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** No script has so many marks on one letter; more of them are drawn over the lines around. */
const stacked = /([\p{Mn}\p{Me}]{8})[\p{Mn}\p{Me}]+/gu;
const seen = /[^\p{M}\p{Z}\p{Cf}]/u;
const ascii = /^[\x20-\x7e]*$/;

/** One line of it, of any length, without control, bidi and invisible characters; empty when nothing would be seen of it. */
export function cleanLine(line: string): string {
  if (ascii.test(line)) return line.trim();
  const clean = line
    .replace(lineEnds, ' ')
    .replace(unwanted, '')
    .replace(tags, '')
    .replace(stacked, '$1')
    .trim();
  return seen.test(clean) ? clean : '';
}

/** An address as it is shown: each letter of it that nobody would see is seen, so that it is not taken for another one. */
export const shownAddress = (userId: string): string =>
  ascii.test(userId) ? userId : userId.replace(unwanted, '\ufffd').replace(tags, '\ufffd');

/** Never half of a character pair. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** {@link cleanLine} cut to 255 characters; null when nothing is left. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const clean = cleanLine(name);
  return clean === '' ? null : cutText(clean, longestName);
}

/** A text of several lines, each cleaned, with at most one empty line between them; null when nothing is left. */
export function cleanTopic(topic: unknown, most = longestTopic): string | null {
  if (typeof topic !== 'string') return null;
  const lines = topic.slice(0, 4 * most).split(/\r\n?|\n/);
  const clean = lines.map(cleanLine).join('\n');
  return cutText(clean.replace(/\n{3,}/g, '\n\n').trim(), most) || null;
}

/** The reason that somebody gave for an invitation or a removal, cleaned and cut to 500 characters; null when nothing is left. */
export const cleanReason = (reason: unknown): string | null => cleanTopic(reason, 500);
