// How well a name answers what was typed, and which of its letters do. Pure.
import { folded, merged, type Mark } from './terms';

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
/** Letters that stand so far apart are chance. */
const widest = 3;

const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}]/u.test(text.slice(at - 1, at));

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

/** The letters in their order, first ones of words preferred: `pw` and `pwt` find `Press work`. */
function ofLetters(text: string, word: string): Rank | null {
  const marks: Mark[] = [];
  let at = -1;
  let inside = 0;
  for (const letter of word) {
    let next = text.indexOf(letter, at + 1);
    if (next === -1) return null;
    if (next !== at + 1) {
      let start = next;
      while (start !== -1 && !isWordStart(text, start)) start = text.indexOf(letter, start + 1);
      if (start !== -1) next = start;
      else inside += 1;
    }
    marks.push({ from: next, to: next + letter.length });
    at = next;
  }
  const [first] = marks;
  if (first === undefined || !isWordStart(text, first.from)) return null;
  const span = at + 1 - first.from;
  // Letters from anywhere answer nothing: they begin words, or stand close together.
  if (inside > 0 && span > widest * word.length) return null;
  return { score: scattered - inside, marks };
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
