// How well a name answers what was typed, and which of its letters do. Pure.
import { folded, isWordStart, merged, type Mark } from './terms';

export interface Rank {
  /** Higher is better; names that answer alike have the same. */
  readonly score: number;
  /** Units of the text that was ranked, in order, apart from each other. */
  readonly marks: readonly Mark[];
}

const whole = 100;
const begins = 90;
const wordBegins = 80;
const within = 60;
const scattered = 20;
function ofWord(text: string, word: string): Rank | null {
  let at = text.indexOf(word);
  if (at !== -1) {
    let best = at;
    while (at !== -1 && !isWordStart(text, best)) {
      if (isWordStart(text, at)) best = at;
      at = text.indexOf(word, at + 1);
    }
    const marks = [{ from: best, to: best + word.length }];
    if (word.length === text.length) return { score: whole, marks };
    if (best === 0) return { score: begins, marks };
    return { score: isWordStart(text, best) ? wordBegins : within, marks };
  }
  return word.length < 2 ? null : ofLetters(text, word);
}

/** The letters in their order, each the first one of a word or next to the last: `pw` and `prwo` find `Press work`. */
function ofLetters(text: string, word: string): Rank | null {
  const marks: Mark[] = [];
  let at = -1;
  for (const letter of word) {
    let next = text.indexOf(letter, at + 1);
    while (next !== -1 && next !== at + 1 && !isWordStart(text, next))
      next = text.indexOf(letter, next + 1);
    if (next === -1) return null;
    marks.push({ from: next, to: next + letter.length });
    at = next;
  }
  return { score: scattered, marks };
}

/** All words have to be there, in any order. `text` and `words` are folded. Null: it does not answer. */
export function rank(text: string, words: readonly string[]): Rank | null {
  let score = 0;
  const marks: Mark[] = [];
  for (const word of words) {
    const found = ofWord(text, word);
    if (found === null) return null;
    score += found.score;
    marks.push(...found.marks);
  }
  return { score: words.length === 0 ? 0 : score / words.length, marks: merged(marks) };
}

/** The marks as units of the name as it is written. */
export function marksOf(name: string, words: readonly string[]): Mark[] {
  const { text, from } = folded(name);
  const found = rank(text, words);
  if (found === null) return [];
  return found.marks.map((mark) => ({ from: from[mark.from] ?? 0, to: from[mark.to] ?? 0 }));
}
