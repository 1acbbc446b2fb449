// Links of the text: made of selected words, found under the caret. Pure.
import type { Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { shrunk, spliced } from './splices';

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
