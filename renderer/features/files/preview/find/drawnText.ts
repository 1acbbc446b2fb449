// The text that an element shows, and where its parts stand in the document: from a place in the text to a range that can be marked.
import type { Match } from './matches';

const blocks = 'p, li, h1, h2, h3, h4, h5, h6, td, th, dt, dd, pre, blockquote, div, [data-line]';

export interface DrawnText {
  readonly text: string;
  rangeOf(match: Match): Range;
}

interface Piece {
  readonly node: Node;
  readonly at: number;
}

/** The last piece that begins at `place` or before. */
function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** Between two nodes of text; places in a gap belong to the node before. */
export function rangeIn(pieces: readonly Piece[], { from, to }: Match): Range {
  const range = document.createRange();
  const first = pieceAt(pieces, from);
  const last = pieceAt(pieces, to - 1);
  const within = ({ node, at }: Piece, place: number): number =>
    Math.min(node.nodeValue?.length ?? 0, place - at);
  if (first !== undefined) range.setStart(first.node, within(first, from));
  if (last !== undefined) range.setEnd(last.node, within(last, to));
  return range;
}

/** The drawn text of an element. Paragraphs and lines of code are kept apart, so that no match spans two of them. */
export function drawnText(root: Element): DrawnText {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const own = node.parentElement?.closest(blocks) ?? null;
    if (own !== block && length > 0) {
      parts.push('\0');
      length += 1;
    }
    block = own;
    const text = node.nodeValue ?? '';
    pieces.push({ node, at: length });
    parts.push(text);
    length += text.length;
  }
  return { text: parts.join(''), rangeOf: (match) => rangeIn(pieces, match) };
}
