// What is typed in the palette, and which acts answer it. Pure.
import type { LucideIcon } from '#ui/marks/Icon';
import type { Mark } from '#ui/text/marked';

/** Something to do from the palette. `label` is found by parts of its words. */
export interface PaletteAct {
  readonly id: string;
  readonly label: string;
  /** Further words that find it, not shown. */
  readonly also?: string;
  readonly icon: LucideIcon;
  /** The keys that do the same, as they are written. */
  readonly keys?: string;
  /** Stands there before anything is typed, where there are few chats. */
  readonly offered?: boolean;
  readonly run: () => void;
}

/** What is wanted: `>` only acts, `@` only people, `#` only rooms. */
export type Wanted = 'all' | 'acts' | 'people' | 'rooms';

export interface Typed {
  readonly wanted: Wanted;
  /** Without the sign. */
  readonly text: string;
  /** An address begins with the same signs. */
  readonly whole: string;
}

const signs: Readonly<Record<string, Wanted>> = { '>': 'acts', '@': 'people', '#': 'rooms' };

export function readTyped(typed: string): Typed {
  const wanted = signs[typed.slice(0, 1)];
  const whole = typed.trim();
  return wanted === undefined
    ? { wanted: 'all', text: whole, whole }
    : { wanted, text: typed.slice(1).trim(), whole };
}

/** Where the words stand in a label, in order; null where one is missing. All words stand at the begin of a word. */
export function labelMarks(label: string, text: string, language: string): readonly Mark[] | null {
  const low = label.toLocaleLowerCase(language);
  // Letters that change their number with their case cannot be marked.
  if (low.length !== label.length) return null;
  const marks: Mark[] = [];
  for (const word of text.toLocaleLowerCase(language).split(/\s+/)) {
    if (word === '') continue;
    const at = ` ${low}`.search(new RegExp(`[^\\p{L}\\p{N}]${escaped(word)}`, 'u'));
    if (at === -1) return null;
    marks.push({ from: at, to: at + word.length });
  }
  return marks.sort((a, b) => a.from - b.from);
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** As `labelMarks`, of an act: words that are not shown find it, too. */
export function actMarks(
  { label, also = '' }: Pick<PaletteAct, 'label' | 'also'>,
  text: string,
  language: string,
): readonly Mark[] | null {
  const marks = labelMarks(`${label} ${also}`, text, language);
  return marks?.filter(({ to }) => to <= label.length) ?? null;
}

/** What is typed without the words that only say what to do; null where none says so, or nothing else is left. */
export function nameBeside(verbs: string, text: string, language: string): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const names = words.filter(
    (word) => word.length < 2 || labelMarks(verbs, word, language) === null,
  );
  return names.length === 0 || names.length === words.length ? null : names.join(' ');
}

/** A word of it is one of `verbs`. */
export function saysOne(verbs: string, text: string, language: string): boolean {
  return text
    .split(/\s+/)
    .some((word) => word.length > 1 && labelMarks(verbs, word, language) !== null);
}

/** All words only say what to do. */
export function isOnlyVerbs(verbs: string, text: string, language: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isVerb = (word: string): boolean =>
    word.length > 1 && labelMarks(verbs, word, language) !== null;
  return words.length > 0 && words.every(isVerb);
}
