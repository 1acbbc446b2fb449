// A searched text as words, and a line of a message cut around where they stand. Pure.
import { foldedWords } from '#stores/search/texts';

const mostTerms = 12;

/** Folded, each once. What stands within `"`, also within one that is not closed yet, is one term. */
export function termsOf(text: string): readonly string[] {
  const found = [...text.matchAll(/"([^"]*)"?|([^\s"]+)/g)]
    .map(([, together, word]) => foldedWords(together ?? word ?? '').trim())
    .filter((term) => term !== '');
  return [...new Set(found)].slice(0, mostTerms);
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

/** Control characters and those that turn the direction of what follows. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const before = 60;
const longest = 300;

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

function marksIn({ text, from }: Folded, terms: readonly string[]): Mark[] {
  const all: Mark[] = [];
  for (const term of terms)
    for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length))
      all.push({ from: from[at] ?? 0, to: from[at + term.length] ?? 0 });
  return merged(all);
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

/** Not within a surrogate pair. */
const whole = (line: string, at: number): number =>
  /^[\udc00-\udfff]/.test(line.slice(at)) ? at - 1 : at;

/** The first hit stands near the begin, whatever the length of the message. */
export function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();
  const marks = marksIn(folded(line), terms);
  const first = marks[0]?.from ?? 0;
  const begin = line.length <= longest || first < 2 * before ? 0 : whole(line, first - before);
  const end = Math.min(line.length, whole(line, begin + longest));
  const lead = begin > 0 ? '…' : '';
  const cut = `${lead}${line.slice(begin, end)}${end < line.length ? '…' : ''}`;
  return {
    text: cut,
    marks: marks
      .filter(({ from, to }) => from >= begin && to <= end)
      .map(({ from, to }) => ({ from: from - begin + lead.length, to: to - begin + lead.length })),
  };
}
