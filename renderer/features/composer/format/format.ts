// Carries out formatting keys and buttons: inserts markdown around or before the selection, or removes it. Pure.
import type { Format } from '#app/formatKeys';
import type { Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { codeBlock, isInFence } from './codeBlock';
import { hintsOf, type Hint } from './hints';
import { prefixed } from './lists';
import { changedBy, linesIn, moved, spliced, type Splice } from './splices';

export { changeBy, continued, ended, indented, unrepeated } from './lists';
export { linkAt, withLink, type Link } from './links';

const signs = { bold: '**', italic: '*', strike: '~~', code: '`', spoiler: '||' } as const;
type Inline = keyof typeof signs;

const isInline = (format: Format): format is Inline => format in signs;

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

/** The word around the caret; the caret alone if it is in no word. */
function wordAt(text: string, caret: number): Selection {
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, caret))?.[0].length ?? 0;
  const behind = /^[\p{L}\p{N}_]*/u.exec(text.slice(caret))?.[0].length ?? 0;
  const isInside = before > 0 && behind > 0;
  return isInside ? { start: caret - before, end: caret + behind } : { start: caret, end: caret };
}

const block = /^\s*(?:>\s?)*(?:[-*+] |\d{1,9}[.)] |#{1,6} )*/;

/** The words of the paragraph up to the caret, in which emphasis can have begun. */
function paragraphTo(text: string, caret: number): string {
  const words: string[] = [];
  for (const line of text.slice(0, caret).split('\n').toReversed()) {
    const sign = block.exec(line)?.[0] ?? '';
    if (line.trim() === '' && words.length > 0) break;
    words.unshift(line.slice(sign.length));
    if (/[^\s>]/.test(sign)) break;
  }
  return words.join('\n');
}

/** Behind the closing sign, where the caret stands right before it: so a second press ends what the first one began. */
function steppedOut(written: Marked, caret: number, format: Inline): Formatted | null {
  const { text } = written;
  const sign = signs[format];
  if (!text.startsWith(sign, caret)) return null;
  if (format === 'italic' && run(text, caret, '*', 1) === 2) return null;
  const before = paragraphTo(text, caret);
  const parts = (format === 'italic' ? before.replaceAll('**', '') : before).split(sign);
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

const isWithin = ({ start, end }: Selection, hint: Hint): boolean =>
  hint.start <= start && end <= hint.end;

/** The words between two signs of the format that hold more than the range. */
function around(text: string, range: Selection, format: Inline): Selection | undefined {
  const sign = signs[format];
  return hintsOf(text).find(
    (hint) =>
      hint.kind === format &&
      isWithin(range, hint) &&
      hint.end - hint.start > range.end - range.start &&
      text.slice(hint.start - sign.length, hint.start) === sign &&
      text.startsWith(sign, hint.end),
  );
}

/** Takes the format from a part of what has it: the words before and behind keep it. */
function takenOut(
  written: Marked,
  selection: Selection,
  range: Selection,
  [whole, sign]: readonly [Selection, string],
): Formatted {
  const before = written.text.slice(whole.start, range.start);
  const behind = written.text.slice(range.end, whole.end);
  const { length } = sign;
  const isFirst = before.trim() === '';
  const splices = [
    isFirst
      ? { at: whole.start - length, remove: length, insert: '' }
      : { at: whole.start + before.trimEnd().length, remove: 0, insert: sign },
    behind.trim() === ''
      ? { at: whole.end, remove: length, insert: '' }
      : { at: whole.end - behind.trimStart().length, remove: 0, insert: sign },
  ];
  const by = isFirst ? -length : length;
  return {
    written: spliced(written, splices),
    selection: { start: selection.start + by, end: selection.end + by },
  };
}

/** In code all signs are letters. */
const isInCode = (text: string, selection: Selection): boolean =>
  isInFence(text, selection.start) ||
  hintsOf(text).some((hint) => hint.kind === 'code' && isWithin(selection, hint));

function inline(written: Marked, selection: Selection, format: Inline): Formatted {
  const { text } = written;
  const sign = signs[format];
  const isCaret = selection.start === selection.end;
  const out = isCaret ? steppedOut(written, selection.start, format) : null;
  if (out !== null) return out;
  if (format !== 'code' && isInCode(text, selection)) return { written, selection };
  const chosen = isCaret ? wordAt(text, selection.start) : selection;
  const ranges = chosen.start === chosen.end ? [chosen] : linesIn(text, chosen);
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
  const [first] = inner;
  const whole =
    off || inner.length !== 1 || first === undefined ? undefined : around(text, first, format);
  if (whole !== undefined && first !== undefined)
    return takenOut(written, isCaret ? selection : first, first, [whole, sign]);
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
  if (isCaret && chosen.start !== chosen.end) {
    const caret = moved(splices, selection.start, true);
    return { written: spliced(written, splices), selection: { start: caret, end: caret } };
  }
  if (chosen.start === chosen.end) {
    const caret = off ? chosen.start - sign.length : chosen.start + sign.length;
    return { written: spliced(written, splices), selection: { start: caret, end: caret } };
  }
  if (inner.length === 1 && first !== undefined) return changedBy(written, first, splices);
  // Several lines stay selected together with their signs.
  return {
    written: spliced(written, splices),
    selection: {
      start: moved(splices, chosen.start, false),
      end: moved(splices, chosen.end, true),
    },
  };
}

/** A link is asked for in its dialog. */
export function formatted(
  written: Marked,
  selection: Selection,
  format: Exclude<Format, 'link'>,
): Formatted {
  if (isInline(format)) return inline(written, selection, format);
  return format === 'codeBlock'
    ? codeBlock(written, selection)
    : prefixed(written, selection, format);
}
