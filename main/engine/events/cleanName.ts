// Cleans names and reasons that others wrote before they are shown. Pure; must not know whose name it is.

const longestName = 255;
// Controls, bidi overrides and isolates, and invisible characters except the joiners that scripts and emoji need.
const unwanted =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Without control, bidi and invisible characters, at most 255 characters; null when nothing is left. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const clean = name.replace(unwanted, '').trim();
  return clean === '' ? null : clean.slice(0, longestName);
}
