// Links of the text: made of selected words, found under the caret. Pure.
import { joined, part, unmarked, type Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { linesIn, spliced } from './splices';

/** An address with blanks or brackets would end too early without angle brackets. */
const target = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

/** Turns the selected words into a link. One ends with its paragraph, and holds no sign of a list: each line becomes one. */
export function linked(written: Marked, selection: Selection, url: string): Formatted {
  const lines = linesIn(written.text, selection);
  const tail = `](${target(url)})`;
  const splices = lines.flatMap(({ start, end }) => [
    { at: start, remove: 0, insert: '[' },
    { at: end, remove: 0, insert: tail },
  ]);
  const end = (lines.at(-1) ?? selection).end + lines.length * (1 + tail.length);
  return { written: spliced(written, splices), selection: { start: end, end } };
}

/** A link that is written or changed in its dialog. */
export interface Link {
  /** The range of the text that it replaces. */
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly url: string;
  /** It stands in the text already. */
  readonly isThere: boolean;
}

const inBrackets = /\[((?:\\.|[^\]\\\n])*)\]\((<[^>\n]*>|[^\s()]*)\)/g;
const bare = /https?:\/\/[^\s<>()[\]]*[^\s<>()[\].,;:!?]/gi;

/** The link at the selection, or a new one of its words. */
export function linkAt(text: string, { start, end }: Selection): Link {
  const at = (pattern: RegExp): RegExpMatchArray | undefined =>
    [...text.matchAll(pattern)].find(
      ({ index, 0: whole }) => index <= start && end <= index + whole.length,
    );
  const written = at(inBrackets);
  if (written !== undefined) {
    const [whole, words = '', url = ''] = written;
    return {
      ...{ from: written.index ?? 0, to: (written.index ?? 0) + whole.length, isThere: true },
      ...{ words: words.replace(/\\([[\]\\])/g, '$1'), url: url.replace(/^<(.*)>$/, '$1') },
    };
  }
  const alone = at(bare);
  if (alone !== undefined) {
    const from = alone.index ?? 0;
    return { from, to: from + alone[0].length, words: '', url: alone[0], isThere: true };
  }
  const range = linesIn(text, { start, end })[0] ?? { start, end };
  const to = start === end ? end : range.end;
  const words = text.slice(range.start, to);
  return { from: range.start, to, words, url: '', isThere: false };
}

const scheme = /^(?:https?|mailto|matrix|ftp|tel|sip):/i;

/** An address as people write it: without `https://`, or of a mail box. */
export function wholeAddress(typed: string): string {
  const url = typed.trim();
  if (url === '' || scheme.test(url)) return url;
  return /^[^\s/@]+@[^\s/@]+$/.test(url) ? `mailto:${url}` : `https://${url.replace(/^\/+/, '')}`;
}

/** Puts the link into the text, with the caret behind it; an address without words stands alone. */
export function withLink(written: Marked, link: Link, typed: string, address: string): Formatted {
  const { from, to } = link;
  const url = wholeAddress(address);
  const words = typed.trim() === '' ? url : typed.trim();
  // Mentions among the words stay while nobody changes them.
  const kept = words === link.words && !link.isThere ? part(written, from, to) : null;
  const shown = kept ?? unmarked(words.replace(/[[\]]/g, String.raw`\$&`));
  const made =
    words === url && !/[\s()<>]/.test(url)
      ? unmarked(url)
      : joined(unmarked('['), shown, unmarked(`](${target(url)})`));
  const caret = from + made.text.length;
  return {
    written: joined(part(written, 0, from), made, part(written, to)),
    selection: { start: caret, end: caret },
  };
}
