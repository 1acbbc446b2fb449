// Rules that keep a text as it looks in the writing line: markdown has signs that people type without meaning them.
import type MarkdownIt from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;
type BlockRule = Parameters<Markdown['block']['ruler']['at']>[1];
type InlineRule = Parameters<Markdown['inline']['ruler']['at']>[1];

/**
 * Ends a quotation or a list item at a line without its sign: markdown would take the line in, so that an answer would stand in the mouth of
 * the one who is quoted.
 */
const below: BlockRule = (state, line, _end, silent) => {
  if (!silent) return false;
  if (state.parentType === 'blockquote') return true;
  const indent = state.sCount[line] ?? 0;
  return state.parentType === 'paragraph' && indent < state.blkIndent && indent <= state.listIndent;
};

/** An address is text as a whole, whatever signs it contains. Ruled at its colon, since all before it is text. */
const address: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (!src.startsWith('://', pos)) return false;
  if (!/(?<![\p{L}\p{N}])https?$/iu.test(src.slice(Math.max(0, pos - 6), pos))) return false;
  const whole = /^[^\s<>`[\]"|]*/.exec(src.slice(pos, posMax))?.[0] ?? '';
  const taken = whole.replace(/[*_~.,:;!?'")]+$/, '');
  if (taken.length < 4) return false;
  if (!silent) state.pending += taken;
  state.pos += taken.length;
  return true;
};

/** `\\server` begins with two signs; everywhere else the first one escapes the second. */
const networkPath: InlineRule = (state, silent) => {
  const { src, pos } = state;
  if (!/^\\\\[\p{L}\p{N}]/u.test(src.slice(pos, pos + 4))) return false;
  if (!/^[\s("']?$/.test(src.charAt(pos - 1))) return false;
  if (!silent) state.pending += '\\\\';
  state.pos += 2;
  return true;
};

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isOpening = (character: string): boolean => /[\p{Ps}\p{Pi}"']/u.test(character);
const isClosing = (character: string): boolean =>
  /[\p{P}]/u.test(character) && !/[\p{Ps}\p{Pi}*_~|\\]/u.test(character);

export function keepAsWritten(markdown: Markdown): void {
  // Dashes below a name are no title.
  markdown.disable('lheading');
  markdown.block.ruler.before('paragraph', 'below', below, { alt: ['paragraph', 'blockquote'] });
  markdown.inline.ruler.before('linkify', 'address', address);
  markdown.inline.ruler.before('escape', 'networkPath', networkPath);
  const { State } = markdown.inline;
  markdown.inline.State = class extends State {
    /** `**Note:**text` is bold, and `2*3*4` is not italic. */
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      const before = this.src.charAt(start - 1);
      const behind = this.src.charAt(start + found.length);
      if (found.length === 1 && /\d/.test(before) && /\d/.test(behind))
        return { ...found, can_open: false, can_close: false };
      if (!canSplitWord || found.length < 2) return found;
      return {
        ...found,
        can_open: found.can_open || (isLetter(before) && isOpening(behind)),
        can_close: found.can_close || (isClosing(before) && isLetter(behind)),
      };
    }
  };
}
