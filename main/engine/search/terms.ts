// A searched text as words, the line of a message that shows them, and that line cut around where they stand. Pure.
import { plainLine } from '#contract/plainLine';
import { isRecord, textOf } from '#stores/events/types';
import { foldedWords, mostCharacters } from '#stores/search/texts';
import { cleanLine } from '../events/cleanName';
import { formattedBody, type Content } from '../events/relations';
import { isPlainVoice, voiceName } from '../kinds/messages/sound';

const mostTerms = 12;

/** Folded, each once. What stands within `"`, also within one that is not closed yet, is one term. */
export function termsOf(text: string): readonly string[] {
  const found = [...text.matchAll(/"([^"]*)"?|([^\s"]+)/g)]
    .map(([, together, word]) => foldedWords(together ?? word ?? '').trim())
    .filter((term) => term !== '');
  return [...new Set(found)].slice(0, mostTerms);
}

/**
 * The shown line of a found message: the words of its formatted body, without signs of markup. `text` is the searched text; it is shown where
 * the terms stand in it alone, in the address of a link, say, unless the writer hid something.
 */
export function shownLine(text: string, content: Content, terms: readonly string[]): string {
  const shown = isRecord(content['m.new_content']) ? content['m.new_content'] : content;
  const has = (line: string): boolean => {
    const body = foldedWords(line);
    return terms.every((term) => body.includes(term));
  };
  if (isPlainVoice(shown) && has(voiceName)) return voiceName;
  const html = formattedBody(shown);
  const words = html === null ? '' : plainLine('', html, mostCharacters);
  if (html === null || words === '') return text;
  const fileName = textOf(shown['filename']);
  const line = fileName !== null && text.endsWith(fileName) ? `${words} ${fileName}` : words;
  if (/data-mx-spoiler/i.test(html)) return line;
  return has(line) ? line : text;
}

export interface Mark {
  readonly from: number;
  readonly to: number;
}

export interface Excerpt {
  readonly text: string;
  /** UTF-16 units of `text`. */
  readonly marks: Mark[];
}

/** Characters that stand before the first hit; a row of a narrow panel holds about as many. */
const before = 40;
const longest = 300;
/** A word that is longer is cut. */
const longestWord = 40;

export interface Folded {
  readonly text: string;
  /** For each unit of `text`, and its end, the unit of the line that it comes from. */
  readonly from: readonly number[];
}

/** Letter by letter, so that each knows where it came from. */
export function folded(line: string): Folded {
  const from: number[] = [];
  let text = '';
  let at = 0;
  for (const letter of line) {
    const same = letter === ' ' ? ' ' : foldedWords(letter);
    for (let unit = 0; unit < same.length; unit += 1) from.push(at);
    text += same;
    at += letter.length;
  }
  return { text, from: [...from, at] };
}

/** Limit of marks for one term, so that a line that repeats it is not all marked. */
const mostMarks = 3;

/** Begins a word: no letter and no digit stands before it. */
export const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]/u.test(text.slice(at - 1, at));

/** The first places of a term that begin words; where none does, as in scripts without spaces, the first ones of all. */
function placesOf(text: string, term: string): readonly number[] {
  const begins: number[] = [];
  const all: number[] = [];
  for (
    let at = text.indexOf(term);
    at !== -1 && begins.length < mostMarks;
    at = text.indexOf(term, at + term.length)
  ) {
    if (all.length < mostMarks) all.push(at);
    if (isWordStart(text, at)) begins.push(at);
  }
  return begins.length > 0 ? begins : all;
}

function marksIn({ text, from }: Folded, terms: readonly string[]): Mark[] {
  return merged(
    terms.flatMap((term) =>
      placesOf(text, term).map((at) => ({
        from: from[at] ?? 0,
        to: from[at + term.length] ?? 0,
      })),
    ),
  );
}

/** In order, and those that touch as one. */
export function merged(all: readonly Mark[]): Mark[] {
  const apart: Mark[] = [];
  for (const mark of [...all].sort((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last === undefined || mark.from > last.to) apart.push(mark);
    else apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, mark.to) };
  }
  return apart;
}

const windowLength = 2_000;
/** Before a hit, so that an excerpt shows that it begins within the text. */
const lead = 200;

/** The part of a long text around the first hit of any term. */
export function aroundHit(text: string, terms: readonly string[]): string {
  for (let at = 0; at < text.length; at += windowLength / 2) {
    const part = foldedWords(text.slice(at, at + windowLength));
    if (terms.some((term) => part.includes(term)))
      return text.slice(Math.max(0, at - lead), at + windowLength);
  }
  return text.slice(0, windowLength);
}

/** Made with its first use: it reads its tables from the disk. */
// eslint-disable-next-line trellis/module-state -- a pure cache: a segmenter keeps nothing of what it reads
let characters: Intl.Segmenter | undefined;

/** The begin of the character that `at` stands in, be it made of several code points. */
function wholeAt(line: string, at: number): number {
  const from = line.lastIndexOf(' ', at - 1) + 1;
  // A word of any length is looked at from near the place.
  const near = Math.max(from, at - 64);
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const found = characters.segment(line.slice(near, at + 64)).containing(at - near);
  return found === undefined ? at : near + found.index;
}

/** Between words where there are any, else between characters. */
function beginAt(line: string, first: number): number {
  const earliest = first - before;
  const space = line.indexOf(' ', earliest - 1);
  return space !== -1 && space < first ? space + 1 : wholeAt(line, earliest);
}

function endAt(line: string, latest: number): number {
  if (latest >= line.length) return line.length;
  const space = line.lastIndexOf(' ', latest);
  return latest - space <= longestWord ? space : wholeAt(line, latest);
}

const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u;
const isRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');

/** The sign for the words that were cut off at the start; it keeps the direction of the whole line. */
function leadOf(line: string, rest: string): string {
  const toLeft = isRightToLeft(line);
  if (toLeft === isRightToLeft(rest)) return '…';
  return toLeft ? '…\u200f' : '…\u200e';
}

/** The first hit stands near the begin, whatever the length of the message. */
export function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const line = cleanLine(text.replaceAll(/\s+/gu, ' '));
  const marks = marksIn(folded(line), terms);
  const first = marks[0]?.from ?? 0;
  const begin = first <= before ? 0 : beginAt(line, first);
  const end = endAt(line, begin + longest);
  const rest = line.slice(begin, end);
  const lead = begin > 0 ? leadOf(line, rest) : '';
  const shift = lead.length - begin;
  return {
    text: `${lead}${rest}${end < line.length ? '…' : ''}`,
    marks: marks
      .filter(({ from }) => from < end)
      .map(({ from, to }) => ({ from: from + shift, to: Math.min(to, end) + shift })),
  };
}
