// Reads the text of the palette, and finds the acts that match it. Pure.
import { personOf } from '#app/places/links';
import type { LucideIcon } from '#ui/marks/Icon';
import type { Mark } from '#ui/text/marked';

/** An act of the palette. `label` is found by the beginnings of its words. */
export interface PaletteAct {
  readonly id: string;
  readonly label: string;
  /** Further words that find the act and are not shown. */
  readonly also?: string;
  readonly icon: LucideIcon;
  /** The keyboard shortcut of the same act, in words. */
  readonly keys?: string;
  /** Offered before anything is typed, if there are few chats. */
  readonly offered?: boolean;
  readonly run: () => void;
}

/** The kind of results: `>` only acts, `@` only people, `#` only rooms. */
export type Wanted = 'all' | 'acts' | 'people' | 'rooms';

export interface Typed {
  readonly wanted: Wanted;
  /** The text without its sign, not longer than lists may be asked with. */
  readonly text: string;
  /** The text with its sign, because an address begins with the same signs; the whole of a pasted link. */
  readonly whole: string;
}

const signs: Readonly<Record<string, Wanted>> = { '>': 'acts', '@': 'people', '#': 'rooms' };

const longestText = 200;

/** Reads the field. A link to a person is read as the address of the person. */
export function readTyped(typed: string): Typed {
  const person = personOf(typed.trim());
  if (person !== null) return readTyped(person);
  const wanted = signs[typed.slice(0, 1)];
  const whole = typed.trim();
  const text = (wanted === undefined ? whole : typed.slice(1).trim()).slice(0, longestText);
  return { wanted: wanted ?? 'all', text, whole };
}

/** The places of the words in a label, in order; null if a word is missing. Each word must be at the beginning of a word of the label. */
export function labelMarks(label: string, text: string, language: string): readonly Mark[] | null {
  const low = label.toLocaleLowerCase(language);
  // The marks would be wrong if lower case changes the length of the text.
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

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Like `labelMarks`, for an act: its hidden words find it too. */
export function actMarks(
  { label, also = '' }: Pick<PaletteAct, 'label' | 'also'>,
  text: string,
  language: string,
): readonly Mark[] | null {
  const marks = labelMarks(`${label} ${also}`, text, language);
  return marks?.filter(({ to }) => to <= label.length) ?? null;
}

/** The text without the words that only name an act; null if there are no such words, or no others. */
export function nameBeside(verbs: string, text: string, language: string): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const names = words.filter(
    (word) => word.length < 2 || labelMarks(verbs, word, language) === null,
  );
  return names.length === 0 || names.length === words.length ? null : names.join(' ');
}

/** Whether a word of the text is one of `verbs`. */
export function saysOne(verbs: string, text: string, language: string): boolean {
  return text
    .split(/\s+/)
    .some((word) => word.length > 1 && labelMarks(verbs, word, language) !== null);
}

/** Whether all words of the text only name an act. */
export function isOnlyVerbs(verbs: string, text: string, language: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isVerb = (word: string): boolean =>
    word.length > 1 && labelMarks(verbs, word, language) !== null;
  return words.length > 0 && words.every(isVerb);
}
