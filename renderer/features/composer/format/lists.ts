// Lists and quotations: their signs, and what keys do in them. Pure.
import type { KeyboardEvent } from 'react';
import type { Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { isInFence } from './codeBlock';
import { changedBy, moved, spliced, wholeLines, type Splice } from './splices';

const marks = { quote: /^> ?/, bullets: /^[-*+] /, numbers: /^\d+[.)] / } as const;
const anyList = /^(?:[-*+] |\d+[.)] )/;

export function prefixed(
  written: Marked,
  selection: Selection,
  format: keyof typeof marks,
): Formatted {
  const { text } = written;
  const lines = wholeLines(text, selection);
  const all = text.slice(lines.start, lines.end).split('\n');
  const isEmptyLine = (line: string): boolean => line.trim() === '' && all.length > 1;
  // A deeper item keeps its depth.
  const depth = (line: string): number =>
    format === 'quote' ? 0 : (/^ */.exec(line)?.[0].length ?? 0);
  const off = all.every((line) => isEmptyLine(line) || marks[format].test(line.slice(depth(line))));
  let at = lines.start;
  let number = 0;
  const splices = all.flatMap((whole): Splice[] => {
    const line = whole.slice(depth(whole));
    const here = at + depth(whole);
    at += whole.length + 1;
    if (isEmptyLine(line) && format !== 'quote') return [];
    number += 1;
    const sign = { quote: '> ', bullets: '- ', numbers: `${number}. ` }[format];
    if (off) return [{ at: here, remove: marks[format].exec(line)?.[0].length ?? 0, insert: '' }];
    const other = format === 'quote' ? '' : (anyList.exec(line)?.[0] ?? '');
    return [{ at: here, remove: other.length, insert: sign }];
  });
  const isCaret = selection.start === selection.end;
  const changed = changedBy(written, isCaret ? selection : lines, splices);
  if (!isCaret)
    return { ...changed, selection: { start: lines.start, end: changed.selection.end } };
  const caret = Math.max(lines.start, moved(splices, selection.start, true));
  return { ...changed, selection: { start: caret, end: caret } };
}

interface Item {
  /** Blanks and signs of quotations before the mark. */
  readonly before: string;
  /** The sign of the item with its blank; empty in a quotation without a list. */
  readonly mark: string;
  /** The number of the item. */
  readonly number: number | null;
}

/** Null: the line is neither an item nor quoted. */
function itemOf(line: string): Item | null {
  const found = /^(\s*(?:>\s?)*)([-*+] |(\d{1,9})[.)] )?/.exec(line);
  const [, before = '', mark = '', number] = found ?? [];
  if (mark === '' && !before.includes('>')) return null;
  return { before, mark, number: number === undefined ? null : Number(number) };
}

const numbered = (mark: string, number: number): string => mark.replace(/\d+/, String(number));

const startOf = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;
const endOf = (text: string, place: number): number => {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end;
};

function caretAt(written: Marked, splices: readonly Splice[], caret: number): Formatted {
  return { written: spliced(written, splices), selection: { start: caret, end: caret } };
}

/** Items with the numbers from `number` on right below `from` get the next number each: one was put in before them. */
function pushedOn(text: string, from: number, { before }: Item, number: number): Splice[] {
  const splices: Splice[] = [];
  let at = from;
  let wanted = number;
  for (const line of text.slice(from).split('\n')) {
    const item = itemOf(line);
    if (item?.before !== before || item.number !== wanted) break;
    wanted += 1;
    const place = at + before.length;
    splices.push({ at: place, remove: item.mark.length, insert: numbered(item.mark, wanted) });
    at += line.length + 1;
  }
  return splices;
}

/** The nearest item above the line at `start` that fits; a line that is no item ends the search. */
function itemAbove(text: string, start: number, fits: (item: Item) => boolean): Item | null {
  const lines = text
    .slice(0, Math.max(0, start - 1))
    .split('\n')
    .toReversed();
  for (const line of start === 0 ? [] : lines) {
    const item = itemOf(line);
    if (item === null || item.mark === '') return null;
    if (fits(item)) return item;
  }
  return null;
}

/** The item at `start` with another depth and, in a numbered list, another number. */
function redone(written: Marked, start: number, item: Item, to: Omit<Item, 'mark'>, caret: number) {
  const mark = to.number === null ? item.mark : numbered(item.mark, to.number);
  const insert = to.before + mark;
  const remove = item.before.length + item.mark.length;
  const place = Math.max(start + insert.length, caret + insert.length - remove);
  return caretAt(written, [{ at: start, remove, insert }], place);
}

function outdented(written: Marked, start: number, item: Item, caret: number): Formatted | null {
  const { length } = item.before;
  const above = itemAbove(written.text, start, ({ before }) => before.length < length);
  if (above === null && !/\s\s$/.test(item.before)) return null;
  const number =
    item.number === null ? null : above?.number === null ? 1 : (above?.number ?? 0) + 1;
  return redone(written, start, item, { before: above?.before ?? '', number }, caret);
}

/**
 * Tab moves an item below the one above it, Shift+Tab back out. Null where there is nothing above that it can belong to, or it is out: the key
 * then leaves the field as everywhere.
 */
export function indented(written: Marked, caret: number, isOut: boolean): Formatted | null {
  const { text } = written;
  const start = startOf(text, caret);
  const item = itemOf(text.slice(start, endOf(text, caret)));
  if (item === null || item.mark === '' || isInFence(text, caret)) return null;
  if (isOut) return outdented(written, start, item, caret);
  const { before } = item;
  const above = itemAbove(text, start, (one) => one.before.length <= before.length);
  if (above === null) return null;
  const deeper = above.before + ' '.repeat(above.mark.length);
  // It belongs to the one above already.
  if (deeper.length <= before.length) return caretAt(written, [], caret);
  const sibling = itemAbove(text, start, (one) => one.before.length <= deeper.length);
  const next = sibling?.before === deeper ? (sibling.number ?? 0) + 1 : 1;
  const number = item.number === null ? null : next;
  return redone(written, start, item, { before: deeper, number }, caret);
}

/** The end of an item or quotation: one step out, at last without its sign. */
function left(written: Marked, start: number, item: Item, caret: number): Formatted {
  const out = item.mark === '' ? null : outdented(written, start, item, caret);
  if (out !== null) return out;
  const quote = item.mark !== '' && item.before.includes('>') ? item.before.length : 0;
  const remove = item.before.length + item.mark.length - quote;
  return caretAt(written, [{ at: start + quote, remove, insert: '' }], caret - remove);
}

/** Backspace right behind the sign of an item takes the whole sign, and none of the line above. */
export function ended(written: Marked, caret: number): Formatted | null {
  const { text } = written;
  const start = startOf(text, caret);
  const line = text.slice(start, caret);
  const item = itemOf(line);
  if (item === null || line !== item.before + item.mark || isInFence(text, caret)) return null;
  return left(written, start, item, caret);
}

/**
 * Continues a list or quote on the next line: the new line begins with the same sign. A line without words ends the list instead. Null if
 * the caret is in neither.
 */
export function continued(written: Marked, caret: number): Formatted | null {
  const { text } = written;
  const start = startOf(text, caret);
  const line = text.slice(start, caret);
  const item = itemOf(line);
  if (item === null || isInFence(text, caret)) return null;
  const sign = item.before + item.mark;
  if (line === sign && text.slice(caret, endOf(text, caret)).trim() === '')
    return left(written, start, item, caret);
  const number = item.number === null ? 0 : item.number + 1;
  const next = `\n${item.before}${item.number === null ? item.mark : numbered(item.mark, number)}`;
  const below = item.number === null ? [] : pushedOn(text, endOf(text, caret) + 1, item, number);
  return caretAt(written, [{ at: caret, remove: 0, insert: next }, ...below], caret + next.length);
}

/**
 * Handles a blank after a list sign that is typed although the line was given one already: the line keeps only its first sign. Null in all
 * other cases.
 */
export function unrepeated(written: Marked, caret: number): Formatted | null {
  const { text } = written;
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const [sign, indent = ''] =
    /^(\s*)(?:([-*+]) \2|(\d{1,9}[.)]) \3)$/.exec(text.slice(start, caret)) ?? [];
  const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
  const isBelow = above.startsWith(indent) && anyList.test(above.slice(indent.length));
  if (sign === undefined || !isBelow || !/^(?:\n|$)/.test(text.slice(caret))) return null;
  const length = (sign.length - indent.length - 1) / 2;
  const at = caret - length;
  return {
    written: spliced(written, [{ at, remove: length, insert: '' }]),
    selection: { start: at, end: at },
  };
}

export type Change = (written: Marked, caret: number) => Formatted | null;

/** Keys that do more in a list or a quotation than elsewhere. */
export function changeBy(event: KeyboardEvent): Change | null {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (key === 'Enter') return continued;
  if (ctrlKey || altKey || metaKey) return null;
  if (key === 'Tab') return (written, caret) => indented(written, caret, shiftKey);
  if (shiftKey) return null;
  if (key === 'Backspace') return ended;
  return key === ' ' ? unrepeated : null;
}
