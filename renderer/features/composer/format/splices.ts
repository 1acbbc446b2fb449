// Changes of a text that carry its mentions and its selection along. Pure.
import { joined, part, unmarked, type Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';

/** Removes `remove` characters at `at` and inserts `insert` there. Splices are sorted and do not overlap. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Maps a position of the old text to the new one. `after`: text that is inserted at this very position comes before it. */
export function moved(splices: readonly Splice[], place: number, after: boolean): number {
  let by = 0;
  for (const { at, remove, insert } of splices) {
    if (at > place || (at === place && !after && remove === 0)) break;
    by += insert.length - Math.min(remove, place - at);
  }
  return place + by;
}

export function spliced(written: Marked, splices: readonly Splice[]): Marked {
  const parts: Marked[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices) {
    parts.push(part(written, from, at), unmarked(insert));
    from = at + remove;
  }
  return joined(...parts, part(written, from));
}

/** The selection stays around the same words, without the inserted text. */
export function changedBy(
  written: Marked,
  { start, end }: Selection,
  splices: Splice[],
): Formatted {
  const selection = { start: moved(splices, start, true), end: moved(splices, end, false) };
  return { written: spliced(written, splices), selection };
}

/** Removes blanks at both ends: `** word**` is no markdown. */
function shrunk(text: string, { start, end }: Selection): Selection {
  const words = text.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return from >= end ? { start, end: start } : { start: from, end: start + words.trimEnd().length };
}

/** The range from the start of the first line to the end of the last one. */
export function wholeLines(text: string, { start, end }: Selection): Selection {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const stop = text.indexOf('\n', last);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: stop === -1 ? text.length : stop };
}

/** The lines of a selection without the signs of quotes and lists: emphasis ends with its paragraph. */
export function linesIn(text: string, { start, end }: Selection): Selection[] {
  const lines: Selection[] = [];
  let from = start;
  for (const line of text.slice(start, end).split('\n')) {
    const atLineStart = from === 0 || text[from - 1] === '\n';
    const prefix = atLineStart ? (/^\s*(?:>\s?|[-*+] |\d+[.)] )*/.exec(line)?.[0].length ?? 0) : 0;
    const words = shrunk(text, { start: from + prefix, end: from + line.length });
    if (words.end > words.start) lines.push(words);
    from += line.length + 1;
  }
  return lines;
}
