// Links of the text: made of selected words, found under the caret. Pure.
import type { Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { linesIn, shrunk, spliced } from './splices';

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
  const lines = linesIn(text, selection);
  const range = lines[0] ?? shrunk(text, selection);
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
  // A link ends with its paragraph, and holds no sign of a list.
  const splices = (url === null || lines.length === 0 ? [range] : lines).flatMap(
    ({ start, end }) => [
      { at: start, remove: 0, insert: '[' },
      { at: end, remove: 0, insert: tail },
    ],
  );
  const last = url === null ? range : (lines.at(-1) ?? range);
  const end = last.end + (splices.length / 2) * (1 + tail.length);
  const caret = words === '' ? range.start + 1 : url === null ? end - 1 : end;
  return { written: spliced(written, splices), selection: { start: caret, end: caret } };
}
