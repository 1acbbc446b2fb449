// A text with its mentions while it is written: the field shows names, and ranges say which people they mean. Pure.
import { localpartOf } from '#contract/plainNames';
import type { TextMention } from '#contract/areas/messages/messageModels';

/** `mentions` are in the order of the text and do not overlap; each is the range of the text that names a person or room. */
export interface Marked {
  readonly text: string;
  readonly mentions: readonly TextMention[];
}

export const unmarked = (text: string): Marked => ({ text, mentions: [] });
export const empty = unmarked('');

interface Named {
  readonly userId: string;
  readonly name: string;
  readonly ambiguous: boolean;
}

/** A name of this form could be read as another person's user id. */
const looksLikeAddress = /^@?[^\s:]+:[^\s:]+\.[^\s]+$|^@/u;

/** How a person stands in the text. Two of one name are told apart. */
export function mentionText({ userId, name, ambiguous }: Named): string {
  if (name === userId || looksLikeAddress.test(name)) return `@${localpartOf(userId)}`;
  return ambiguous ? `@${name} (${localpartOf(userId)})` : `@${name}`;
}

const moved = (mentions: readonly TextMention[], by: number): TextMention[] =>
  mentions.map(({ start, end, id }) => ({ start: start + by, end: end + by, id }));

function commonStart(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** The part in which two texts differ: the range that was replaced in the old one, and its new text. */
export function difference(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  const shorter = Math.min(before.length, after.length);
  const from = commonStart(before, after, shorter);
  const tail = commonEnd(before, after, shorter - from);
  return { from, to: before.length - tail, text: after.slice(from, after.length - tail) };
}

/**
 * The text after something was typed or deleted. A mention moves with its name, and ends as soon as the name itself is touched. `caret` is
 * where it stands now: it tells which of two equal letters is the new one.
 */
export function changed(before: Marked, text: string, caret: number | null): Marked {
  if (before.mentions.length === 0) return unmarked(text);
  const shorter = Math.min(before.text.length, text.length);
  const behind = Math.min(shorter, text.length - (caret ?? 0));
  const tail = commonEnd(before.text, text, behind);
  const head = commonStart(before.text, text, shorter - tail);
  const by = text.length - before.text.length;
  const untouched = before.mentions.filter(({ end }) => end <= head);
  const shifted = before.mentions.filter(
    ({ start, end }) => end > head && start >= before.text.length - tail,
  );
  return { text, mentions: [...untouched, ...moved(shifted, by)] };
}

/** Adds a mention for a range of the existing text; it replaces mentions that overlap. */
export const withMention = ({ text, mentions }: Marked, mention: TextMention): Marked => ({
  text,
  mentions: [
    ...mentions.filter(({ start, end }) => end <= mention.start || start >= mention.end),
    mention,
  ].sort((a, b) => a.start - b.start),
});

/** The part from `from` to `to`. */
export function part({ text, mentions }: Marked, from: number, to = text.length): Marked {
  const whole = mentions.filter(({ start, end }) => start >= from && end <= to);
  return { text: text.slice(from, to), mentions: moved(whole, -from) };
}

export function joined(...parts: readonly Marked[]): Marked {
  return parts.reduce(
    (all, next) => ({
      text: all.text + next.text,
      mentions: [...all.mentions, ...moved(next.mentions, all.text.length)],
    }),
    empty,
  );
}

/** Removes white space at both ends. */
export function trimmed(marked: Marked): Marked {
  const start = marked.text.length - marked.text.trimStart().length;
  return part(marked, start, Math.max(start, marked.text.trimEnd().length));
}

const remembered = 200;

/** Knows the mentions of former texts, so that undo brings back a mention with its name. */
export interface MentionMemory {
  add(marked: Marked): void;
  /** `marked` itself when its text was never there. */
  recall(marked: Marked): Marked;
}

export function createMentionMemory(): MentionMemory {
  const known = new Map<string, Marked>();
  return {
    add(marked) {
      known.delete(marked.text);
      known.set(marked.text, marked);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    },
    recall: (marked) => known.get(marked.text) ?? marked,
  };
}
