// Which of the ten avatar colours belongs to an id, and which initials stand for a name. Pure.

/** 1 to 10, the same for the same id on every computer (FNV-1a over the id's UTF-16 units). */
export function avatarColour(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 0) % 10) + 1;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Made with the first name that needs it: it costs a start milliseconds. */
// eslint-disable-next-line trellis/module-state -- a pure cache: a segmenter keeps nothing of what it reads
let segmenter: Intl.Segmenter | undefined;
/** Begins with two letters that no mark can join. */
const isPlain = /^[\x20-\x7e](?:[\x20-\x7e]|$)/;

function firstGrapheme(word: string): string {
  if (isPlain.test(word)) return word.charAt(0);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(word)) return segment;
  return '';
}

/** One or two characters: first letters of the first and the last word; an emoji stands for itself; a user id gives its first letter. */
export function initials(name: string): string {
  const words = name
    .replace(/^[@#!]/, '')
    .split(/\s+/u)
    .filter(Boolean);
  const lettered = words.filter((word) => letterOrDigit.test(firstGrapheme(word)));
  const first = lettered[0] ?? words[0];
  if (first === undefined) return '?';
  // Letters of a joined script would melt into a ligature that means nothing.
  const joined = /\p{Script=Arabic}|\p{Script=Syriac}/u.test(first);
  const last = lettered.length > 1 && !joined ? lettered[lettered.length - 1] : undefined;
  const one = firstGrapheme(first).toLocaleUpperCase();
  return last === undefined ? one : one + firstGrapheme(last).toLocaleUpperCase();
}
