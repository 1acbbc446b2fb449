// Decides what a paste that the field does not leave to the browser puts into it; a chunk of its own.
import { linked } from '../format/links';
import { joined, part, unmarked, type Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { isInSigns, placed } from './placed';

export interface Pasted {
  readonly text: string;
  readonly html: string;
  /** The words that were copied or cut here, if they are pasted now. */
  readonly own: Marked | null;
  /** An address that is pasted over words. */
  readonly url: string | null;
  readonly isRich: boolean;
  /** It comes from an editor of code. */
  readonly isEditor: boolean;
  /** The room that is left. */
  readonly left: number;
}

export type Change = (written: Marked, selection: Selection) => Formatted;

export const putIn =
  (made: (before: string, after: string) => Marked): Change =>
  (written, { start, end }) => {
    const added = made(written.text.slice(0, start), written.text.slice(end));
    const caret = start + added.text.length;
    return {
      written: joined(part(written, 0, start), added, part(written, end)),
      selection: { start: caret, end: caret },
    };
  };

/** Editors of code colour the text that they copy; only the text is pasted. */
const isCode = (html: string): boolean =>
  /^[^<]*(?:<[^>]*>\s*){0,4}<(?:div|pre)[^>]*(?:white-space:\s*pre|text-wrap-mode:\s*nowrap)/i.test(
    html,
  );

export async function pasting(pasted: Pasted): Promise<Change> {
  const { text, html, own, url, left } = pasted;
  if (own !== null) return putIn(() => own);
  if (url !== null) return (written, at) => linked(written, at, url);
  const lines = text.replaceAll('\r\n', '\n');
  if (!pasted.isRich || pasted.isEditor || isCode(html))
    return putIn((before, after) =>
      unmarked(isInSigns(before, after) ? placed(lines, before, after) : lines),
    );
  const place = await import('./markdownOf').then(
    ({ placing }) => placing(html, text, left),
    () => null,
  );
  return putIn((before, after) => unmarked(place?.(before, after) ?? text));
}
