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
