// Decides how a pasted text stands between what is written before and behind it. Pure.
import { isInFence } from '../format/codeBlock';
import { hintsOf } from '../format/hints';

const beginsBlock = /^(?:#{1,6} |```|> |\|.*\||- |\d+\. )/;
const listSign = /^(?:[-*+] |\d{1,9}[.)] )/;
/** By the last line: what would take in the words that are typed behind it, and the line breaks that keep them out. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/^#{1,6} .*$/, '\n'],
  [/^```$/, '\n'],
  [/^>.*$/, '\n\n'],
  [/^\|.*\|$/, '\n\n'],
];

/** Blanks and signs of quotations, and then the sign of a list, at the begin of a line. */
const signsOf = (line: string): readonly [string, string] => {
  const [, around = '', sign = ''] = /^(\s*(?:>\s?)*)([-*+] |\d{1,9}[.)] )?/.exec(line) ?? [];
  return sign === '' && !around.includes('>') ? ['', ''] : [around, sign];
};

/** Whether the caret stands in code, where formats are letters. */
export function isCode(before: string, after: string): boolean {
  const { length } = before;
  return (
    isInFence(before + after, length) ||
    hintsOf(before + after).some(
      ({ kind, start, end }) => kind === 'code' && start <= length && length <= end,
    ) ||
    (before.endsWith('`') && after.startsWith('`'))
  );
}

/** Whether the caret stands in an item or a quotation, which further lines would leave. */
export const isInSigns = (before: string, after: string): boolean =>
  signsOf(before.slice(before.lastIndexOf('\n') + 1)).join('') !== '' && !isCode(before, after);

/** A table, a title, code and a quotation stand in lines of their own, and what is typed on stands below them. */
export function placed(pasted: string, before: string, after: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const [around, sign] = signsOf(line);
  const isStart = line === around + sign;
  const isList = listSign.test(pasted);
  // An item that waits for its words takes the first one of a list.
  const text = isStart && isList && sign !== '' ? pasted.replace(listSign, '') : pasted;
  const prefix = around + (isList ? '' : ' '.repeat(sign.length));
  const begin = !isStart && beginsBlock.test(text) ? `\n${prefix}` : '';
  const [last = ''] = text.split('\n').slice(-1);
  const isItem = listSign.test(last.trimStart()) && /^[^\n]/.test(after);
  const end = isItem ? '\n' : (endings.find(([ending]) => ending.test(last))?.[1] ?? '');
  const there = /^\n*/.exec(after)?.[0].length ?? 0;
  const moved = text.replaceAll(/\n(.?)/g, (_, next: string) =>
    next === '' ? `\n${prefix.trimEnd()}` : `\n${prefix}${next}`,
  );
  return begin + moved + end.slice(Math.min(end.length, there));
}
