// `||text||` in the composer's markdown: a spoiler, as other chat programs write it.
import type MarkdownIt from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;
type Rule = Parameters<Markdown['inline']['ruler']['at']>[1];

/** markdown-it's own rule for plain text runs over `|`. */
// eslint-disable-next-line trellis/module-state -- its `lastIndex` is set before each use
const special = /[\n!#$%&*+\-:<=>@[\]\\^_`{|}~]/g;

const text: Rule = (state, silent) => {
  special.lastIndex = state.pos;
  const end = Math.min(special.exec(state.src)?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
};

const spoiler: Rule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (!src.startsWith('||', pos)) return false;
  const end = src.indexOf('||', pos + 2);
  // An empty one is two signs of logic, not a secret.
  if (end < 0 || end + 2 > posMax || src.slice(pos + 2, end).trim() === '') return false;
  if (!silent) {
    state.push('spoiler_open', 'span', 1).attrSet('data-mx-spoiler', '');
    state.pos = pos + 2;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.push('spoiler_close', 'span', -1);
    state.posMax = posMax;
  }
  state.pos = end + 2;
  return true;
};

export function addSpoilers(markdown: Markdown): void {
  markdown.inline.ruler.at('text', text);
  markdown.inline.ruler.before('emphasis', 'spoiler', spoiler);
}

/** Signs of spoilers around more than one line. Those of logic have blanks within. */
const around = /(?<=^|[\s>])\|\|(?=\S)((?:(?!\|\|)[^])*\S)\|\|(?=\W|$)/g;
const block = /^(?:\s|>|[-*+] |\d{1,9}[.)] )*/;

/** Each line of a spoiler gets signs of its own: markdown ends with its paragraph, and what is behind an empty line would be read by everybody. */
export function spoilersApart(source: string): string {
  return source.replace(around, (whole, hidden: string, place: number) => {
    const fences = source.slice(0, place).match(/^[\s>]*```/gm) ?? [];
    if (fences.length % 2 === 1) return whole;
    const lines = hidden.split('\n');
    if (lines.length === 1) return whole;
    const isOne = lines.every(
      (line, at) => line.trim() !== '' && (at === 0 || block.exec(line)?.[0] === ''),
    );
    if (isOne && !/^(?:[-*+] |\d{1,9}[.)] |>|```)/.test(hidden)) return whole;
    return lines
      .filter((line) => !/^\s*```[^`]*$/.test(line))
      .map((line) => {
        const sign = block.exec(line)?.[0] ?? '';
        const words = line.slice(sign.length).trim();
        return words === '' ? line : `${sign}||${words}||`;
      })
      .join('\n');
  });
}
