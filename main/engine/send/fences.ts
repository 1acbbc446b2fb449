// Fences of code as people type them. Markdown takes the words behind an opening fence for the name of a language, which nobody sees, and
// closes a block only by a line that is nothing but a fence. Pure.

/** Blanks, quotations and list marks before the words of a line. */
const around = /^(?:\s|>|[-*+] |\d{1,9}[.)] )*/;
const opening = /^(`{3,})([^`]*)$/;
const openingBehindWords = /^([^`]*[^`\s])\s*(`{3,})([\w+#.-]*)$/;
const language = /^[\w+#.-]*\s*$/;

interface Line {
  readonly prefix: string;
  readonly words: string;
}

function split(line: string): Line {
  const prefix = around.exec(line)?.[0] ?? '';
  return { prefix, words: line.slice(prefix.length) };
}

/** The same place for a further line: a list has its mark only once. */
const inside = (prefix: string): string => prefix.replaceAll(/[^\s>]/g, ' ');

/** The lines behind an opening fence up to the closing one, which gets a line of its own; null: none of them closes it. */
function closed(rest: readonly string[], fence: string): { lines: string[]; read: number } | null {
  const end = rest.findIndex((line) => {
    const { words } = split(line);
    return words.startsWith(fence) && words.replaceAll('`', '').trim() === '';
  });
  if (end !== -1) return { lines: rest.slice(0, end + 1), read: end + 1 };
  const last = rest.findIndex((line) => line.includes(fence));
  const line = rest[last];
  if (line === undefined) return null;
  const at = line.indexOf(fence);
  const prefix = inside(/^[\s>]*/.exec(line)?.[0] ?? '');
  const [code, behind] = [line.slice(0, at), line.slice(at + fence.length).trim()];
  const lines = [...rest.slice(0, last)];
  if (split(code).words.trim() !== '') lines.push(code.trimEnd());
  lines.push(prefix + fence);
  if (behind !== '') lines.push(prefix + behind);
  return { lines, read: last + 1 };
}

/** The text with each fence in a line of its own, where a block of code is meant. */
export function fencesApart(source: string): string {
  if (!source.includes('```')) return source;
  const lines = source.split('\n');
  const made: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    at += 1;
    const { prefix, words } = split(line);
    const [, before = '', sign = '', name = ''] = openingBehindWords.exec(words) ?? [];
    const [, fence = sign, info = name] = opening.exec(words) ?? [];
    const block = fence === '' ? null : closed(lines.slice(at), fence);
    if (fence === '' || (block === null && before !== '')) made.push(line);
    else {
      if (before !== '') made.push(prefix + before);
      const start = before === '' ? prefix : inside(prefix);
      made.push(start + fence + (language.test(info) ? info : ''));
      if (!language.test(info)) made.push(inside(prefix) + info.trim());
      // Without an end, all the rest is code.
      made.push(...(block?.lines ?? lines.slice(at)));
      at = block === null ? lines.length : at + block.read;
    }
  }
  return made.join('\n');
}
