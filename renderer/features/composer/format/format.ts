// Carries out formatting keys and buttons: inserts markdown around or before the selection, or removes it. Pure.
import type { Format } from '#app/formatKeys';
import { joined, part, unmarked, type Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';

/** Removes `remove` characters at `at` and inserts `insert` there. Splices are sorted and do not overlap. */
interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const signs = { bold: '**', italic: '*', strike: '~~', code: '`', spoiler: '||' } as const;
type Inline = keyof typeof signs;

const isInline = (format: Format): format is Inline => format in signs;

/** Maps a position of the old text to the new one. `after`: text that is inserted at this very position comes before it. */
function moved(splices: readonly Splice[], place: number, after: boolean): number {
  let by = 0;
  for (const { at, remove, insert } of splices) {
    if (at > place || (at === place && !after && remove === 0)) break;
    by += insert.length - Math.min(remove, place - at);
  }
  return place + by;
}

function spliced(written: Marked, splices: readonly Splice[]): Marked {
  const parts: Marked[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices) {
    parts.push(part(written, from, at), unmarked(insert));
    from = at + remove;
  }
  return joined(...parts, part(written, from));
}

/** The selection stays around the same words, without the inserted text. */
function changedBy(written: Marked, { start, end }: Selection, splices: Splice[]): Formatted {
  const selection = { start: moved(splices, start, true), end: moved(splices, end, false) };
  return { written: spliced(written, splices), selection };
}

/** Counts the successive signs before (-1) or behind (1) a position. */
function run(text: string, place: number, sign: string, step: -1 | 1): number {
  let count = 0;
  const first = step === -1 ? place - 1 : place;
  while (text[first + step * count] === sign) count += 1;
  return count;
}

/** Whether the sign is on both sides of a range; one star of two is bold, not italic. */
function isWrapped(text: string, { start, end }: Selection, format: Inline): boolean {
  const sign = signs[format];
  const [before, behind] = [run(text, start, sign[0] ?? '', -1), run(text, end, sign[0] ?? '', 1)];
  const least = Math.min(before, behind);
  if (format === 'italic') return least === 1 || least >= 3;
  return least >= sign.length;
}

/** Removes blanks at both ends: `** word**` is no markdown. */
function shrunk(text: string, { start, end }: Selection): Selection {
  const words = text.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return from >= end ? { start, end: start } : { start: from, end: start + words.trimEnd().length };
}

/** The word around the caret; the caret alone if it is in no word. */
function wordAt(text: string, caret: number): Selection {
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, caret))?.[0].length ?? 0;
  const behind = /^[\p{L}\p{N}_]*/u.exec(text.slice(caret))?.[0].length ?? 0;
  const isInside = before > 0 && behind > 0;
  return isInside ? { start: caret - before, end: caret + behind } : { start: caret, end: caret };
}

/** The lines of a selection without the signs of quotes and lists: emphasis ends with its paragraph. */
function linesIn(text: string, { start, end }: Selection): Selection[] {
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

/** Behind the closing sign, where the caret stands right before it: so a second press ends what the first one began. */
function steppedOut(written: Marked, caret: number, format: Inline): Formatted | null {
  const { text } = written;
  const sign = signs[format];
  if (!text.startsWith(sign, caret)) return null;
  if (format === 'italic' && run(text, caret, '*', 1) === 2) return null;
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const parts = (format === 'italic' ? line.replaceAll('**', '') : line).split(sign);
  const words = parts.at(-1) ?? '';
  if (parts.length % 2 === 1 || words.trim() === '') return null;
  // `**word **` is no markdown: a blank that was typed before stands behind.
  const blank = words.slice(words.trimEnd().length);
  const splices = [
    { at: caret - blank.length, remove: blank.length, insert: '' },
    { at: caret + sign.length, remove: 0, insert: blank },
  ];
  const place = caret + sign.length;
  return { written: spliced(written, splices), selection: { start: place, end: place } };
}

function inline(written: Marked, selection: Selection, format: Inline): Formatted {
  const { text } = written;
  const sign = signs[format];
  const isCaret = selection.start === selection.end;
  const out = isCaret ? steppedOut(written, selection.start, format) : null;
  if (out !== null) return out;
  const around = isCaret ? wordAt(text, selection.start) : selection;
  const ranges = around.start === around.end ? [around] : linesIn(text, around);
  // If the signs are selected too, the range is the text within them.
  const inner = ranges.map((range): Selection => {
    const within = { start: range.start + sign.length, end: range.end - sign.length };
    const words = text.slice(range.start, range.end);
    const isWhole =
      within.end > within.start &&
      words.startsWith(sign) &&
      words.endsWith(sign) &&
      isWrapped(text, within, format);
    return isWhole && !isWrapped(text, range, format) ? within : range;
  });
  const off = inner.length > 0 && inner.every((range) => isWrapped(text, range, format));
  const splices = inner.flatMap(({ start, end }): Splice[] =>
    off
      ? [
          { at: start - sign.length, remove: sign.length, insert: '' },
          { at: end, remove: sign.length, insert: '' },
        ]
      : [
          { at: start, remove: 0, insert: sign },
          { at: end, remove: 0, insert: sign },
        ],
  );
  if (isCaret && around.start !== around.end) {
    const caret = moved(splices, selection.start, true);
    return { written: spliced(written, splices), selection: { start: caret, end: caret } };
  }
  if (around.start === around.end) {
    const caret = off ? around.start - sign.length : around.start + sign.length;
    return { written: spliced(written, splices), selection: { start: caret, end: caret } };
  }
  const [first] = inner;
  if (inner.length === 1 && first !== undefined) return changedBy(written, first, splices);
  // Several lines stay selected together with their signs.
  return {
    written: spliced(written, splices),
    selection: {
      start: moved(splices, around.start, false),
      end: moved(splices, around.end, true),
    },
  };
}

/** The range from the start of the first line to the end of the last one. */
function wholeLines(text: string, { start, end }: Selection): Selection {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const stop = text.indexOf('\n', last);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: stop === -1 ? text.length : stop };
}

const marks = { quote: /^> ?/, bullets: /^[-*+] /, numbers: /^\d+[.)] / } as const;
const anyList = /^(?:[-*+] |\d+[.)] )/;

function prefixed(written: Marked, selection: Selection, format: keyof typeof marks): Formatted {
  const { text } = written;
  const lines = wholeLines(text, selection);
  const all = text.slice(lines.start, lines.end).split('\n');
  const isEmptyLine = (line: string): boolean => line.trim() === '' && all.length > 1;
  const off = all.every((line) => isEmptyLine(line) || marks[format].test(line));
  let at = lines.start;
  let number = 0;
  const splices = all.flatMap((line): Splice[] => {
    const here = at;
    at += line.length + 1;
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

const fence = '```';

/** The fences of the block that the selection lies in, each with its line break: `[from, to]`. Null: it lies in none. */
function fencesAround(text: string, { start, end }: Selection) {
  let open: readonly [from: number, to: number] | null = null;
  let at = 0;
  for (const line of text.split('\n')) {
    const next = at + line.length + 1;
    if (/^```[^`]*$/.test(line)) {
      if (open !== null && open[1] < at && start >= open[1] && end < at)
        return { open, close: [at - 1, next - 1] as const };
      open = open === null ? [at, next] : null;
    }
    at = next;
  }
  return null;
}

function codeBlock(written: Marked, selection: Selection): Formatted {
  const { text } = written;
  const fences = fencesAround(text, selection);
  if (fences !== null)
    return changedBy(
      written,
      selection,
      [fences.open, fences.close].map(([from, to]) => ({
        at: from,
        remove: to - from,
        insert: '',
      })),
    );
  const lines = wholeLines(text, selection);
  const isCaret = selection.start === selection.end;
  const begin = `${fence}\n`;
  const splices = [
    { at: lines.start, remove: 0, insert: begin },
    { at: lines.end, remove: 0, insert: `\n${fence}` },
  ];
  if (!isCaret) return changedBy(written, lines, splices);
  // Also where the line is empty: what is typed stands between the fences.
  const caret = selection.start + begin.length;
  return { written: spliced(written, splices), selection: { start: caret, end: caret } };
}

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

/** An address with blanks or brackets would end too early without angle brackets. */
const target = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

/**
 * Turns the selected words into a link, with the caret at its address; or turns a selected address into a link, with the caret at its
 * words.
 * @param url the address, if it is known
 */
export function linked(
  written: Marked,
  selection: Selection,
  url: string | null = null,
): Formatted {
  const { text } = written;
  const range = shrunk(text, selection);
  const words = text.slice(range.start, range.end);
  if (url === null && address.test(words)) {
    const [open, close] = ['[](', ')'];
    const caret = range.start + 1;
    const splices = [
      { at: range.start, remove: 0, insert: open },
      { at: range.end, remove: 0, insert: close },
    ];
    return { written: spliced(written, splices), selection: { start: caret, end: caret } };
  }
  const tail = `](${url === null ? '' : target(url)})`;
  const splices = [
    { at: range.start, remove: 0, insert: '[' },
    { at: range.end, remove: 0, insert: tail },
  ];
  const end = range.end + 1 + tail.length;
  const caret = words === '' ? range.start + 1 : url === null ? end - 1 : end;
  return { written: spliced(written, splices), selection: { start: caret, end: caret } };
}

export function formatted(written: Marked, selection: Selection, format: Format): Formatted {
  if (isInline(format)) return inline(written, selection, format);
  if (format === 'link') return linked(written, selection);
  return format === 'codeBlock'
    ? codeBlock(written, selection)
    : prefixed(written, selection, format);
}

/**
 * Continues a list or quote on the next line: the new line begins with the same sign. A line without words ends the list instead. Null if
 * the caret is in neither.
 */
export function continued(written: Marked, caret: number): Formatted | null {
  const { text } = written;
  const start = text.lastIndexOf('\n', caret - 1) + 1;
  const line = text.slice(start, caret);
  const found = /^(\s*)(?:([-*+] |> ?)|(\d{1,9})([.)] ))/.exec(line);
  if (found === null) return null;
  const [sign, indent = '', mark, number, dot] = found;
  if (line === sign) {
    const written2 = spliced(written, [{ at: start, remove: sign.length, insert: '' }]);
    return { written: written2, selection: { start, end: start } };
  }
  const next = `\n${indent}${mark ?? `${Number(number) + 1}${dot ?? '. '}`}`;
  const place = caret + next.length;
  return {
    written: spliced(written, [{ at: caret, remove: 0, insert: next }]),
    selection: { start: place, end: place },
  };
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
