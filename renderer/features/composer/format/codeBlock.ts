// Puts lines between the fences of a block of code, or takes the fences away. Pure.
import type { Marked } from '../suggestions/mentions';
import type { Formatted, Selection } from '../useField';
import { changedBy, spliced, wholeLines } from './splices';

const fence = '```';

/** Whether the line at `place` lies behind an opening fence, which may still have no end. */
export function isInFence(text: string, place: number): boolean {
  const above = text.slice(0, text.lastIndexOf('\n', place - 1) + 1).split('\n');
  return above.filter((line) => /^[\s>]*```[^`]*$/.test(line)).length % 2 === 1;
}

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

export function codeBlock(written: Marked, selection: Selection): Formatted {
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
