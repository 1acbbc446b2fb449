// A folded text as the words that the index knows, and what a message must have to contain a term. Pure. The index takes words out by
// naming them again: whoever changes what is made of a text makes the index anew, by a migration.

/** Written without spaces: each two neighbours are a word. */
const dense =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const runs = /[\p{L}\p{N}]+/gu;
const denseRuns = new RegExp(`(${dense.source}+)`, 'u');
/** The trigram tokenizer knows no shorter parts. */
export const shortestPart = 3;
/** A longer word is indexed in pieces of this length, each begun half a piece after the last: any half stands in one of them. */
const longestWord = 64;
const half = longestWord / 2;

interface Run {
  readonly text: string;
  /** UTF-16 units. */
  readonly at: number;
  readonly dense: boolean;
}

function runsOf(text: string): readonly Run[] {
  const found: Run[] = [];
  const spaced = !dense.test(text);
  for (const match of text.matchAll(runs)) {
    let at = match.index;
    if (spaced) {
      found.push({ text: match[0], at, dense: false });
      continue;
    }
    for (const part of match[0].split(denseRuns)) {
      if (part !== '') found.push({ text: part, at, dense: dense.test(part) });
      at += part.length;
    }
  }
  return found;
}

function pairsOf(text: string): readonly string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, n) => `${letters[n] ?? ''}${letter}`);
}

function piecesOf(word: string): readonly string[] {
  if (word.length <= longestWord) return [word];
  const letters = [...word];
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from + half < letters.length; from += half)
    pieces.push(letters.slice(from, from + longestWord).join(''));
  return pieces;
}

/** Number of letters that a neighbour term takes: the first ones of the second word and the last ones of the first. */
export const neighbourLetters = 3;
/** Neither a word nor a room: no text has a character of the private area as a letter. */
const neighbourSign = '\u{e001}';

/** A letter may be of two units. */
const ofTwoUnits = /[\ud800-\udfff]/;

function firstOf(text: string): string {
  const units = text.slice(0, neighbourLetters);
  if (!ofTwoUnits.test(units)) return units;
  return [...text.slice(0, 2 * neighbourLetters)].slice(0, neighbourLetters).join('');
}

/** The last comes first. */
function lastOf(text: string): string {
  const units = text.slice(-neighbourLetters);
  const letters = ofTwoUnits.test(units)
    ? [...text.slice(-2 * neighbourLetters)].slice(-neighbourLetters)
    : units;
  let found = '';
  for (const letter of letters) found = letter + found;
  return found;
}

const isShort = (text: string): boolean =>
  [...text.slice(0, 2 * neighbourLetters)].length < neighbourLetters;

/** The index term of two neighbouring words. The first word's letters stand backwards, so that fewer letters make a prefix of the term. */
export const neighbourWord = (first: string, second: string): string =>
  neighbourSign + firstOf(second) + lastOf(first);

export interface Words {
  /** Words of which a part may be looked for. */
  readonly whole: readonly string[];
  readonly pairs: readonly string[];
  /** Which words stand beside each other: what a phrase of frequent words is found by. */
  readonly neighbours: readonly string[];
}

/** Each once. */
export function wordsOf(text: string): Words {
  const whole = new Set<string>();
  const pairs = new Set<string>();
  const neighbours = new Set<string>();
  let left: Run | undefined;
  for (const run of runsOf(text)) {
    if (left !== undefined && !run.dense) neighbours.add(neighbourWord(left.text, run.text));
    left = run.dense ? undefined : run;
    if (run.dense) for (const pair of pairsOf(run.text)) pairs.add(pair);
    else for (const piece of piecesOf(run.text)) whole.add(piece);
  }
  return { whole: [...whole], pairs: [...pairs], neighbours: [...neighbours] };
}

/** Words of which at least one has the part. */
export interface NeededPart {
  readonly part: string;
  /** The term goes on before it, so that the word begins with it. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** Two words of which the one stands behind the other. */
export interface NeededNeighbours {
  readonly first: string;
  readonly second: string;
  /** More letters may stand before the term, or behind it, than the index has of such words. */
  readonly firstOpen: boolean;
  readonly secondOpen: boolean;
}

/** A condition that every text with the searched term meets. */
export type Need = { readonly word: string } | NeededNeighbours | NeededPart;

/** Empty for a term of which the index knows nothing: signs, or too few letters. */
export function needsOf(term: string): readonly Need[] {
  const all = runsOf(term);
  const begins = ({ at }: Run): boolean => at > 0;
  const ends = ({ at, text }: Run): boolean => at + text.length < term.length;
  return all.flatMap((run, n): readonly Need[] => {
    const needed = neededOf(run, begins(run), ends(run));
    const next = all[n + 1];
    if (next === undefined || run.dense || next.dense) return needed;
    const firstOpen = !begins(run) && isShort(run.text);
    const secondOpen = !ends(next) && isShort(next.text);
    return [...needed, { first: run.text, second: next.text, firstOpen, secondOpen }];
  });
}

function neededOf(run: Run, begins: boolean, ends: boolean): readonly Need[] {
  if (run.dense) return pairsOf(run.text).map((word) => ({ word }));
  const letters = [...run.text];
  if (letters.length > half)
    return [{ part: letters.slice(0, half).join(''), begins: false, ends: false }];
  if (begins && ends) return [{ word: run.text }];
  return letters.length < shortestPart ? [] : [{ part: run.text, begins, ends }];
}
