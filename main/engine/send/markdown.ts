// Markdown of the composer → `formatted_body` (D6). The result needs no HTML of the user's own: raw HTML stays text.
import MarkdownIt from 'markdown-it';

// Images could only point to servers that nobody should be made to ask; entities would change what was typed.
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.disable(['image', 'entity', 'reference']);

type Token = ReturnType<typeof markdown.parse>[number];

/** True when the tokens say no more than the text itself does: paragraphs of plain lines. */
function isPlain(source: string, tokens: readonly Token[]): boolean {
  const words: string[] = [];
  for (const token of tokens) {
    if (token.type === 'paragraph_open' || token.type === 'paragraph_close') continue;
    if (token.type !== 'inline') return false;
    for (const child of token.children ?? []) {
      if (child.type === 'text') words.push(child.content);
      else if (child.type !== 'softbreak' && child.type !== 'hardbreak') return false;
    }
  }
  // An escaped character or a swallowed blank makes the shown text differ from the typed one.
  const squeeze = (text: string): string => text.replace(/\s+/g, '');
  return squeeze(words.join('')) === squeeze(source);
}

/** The HTML of `source`, or null when plain text says the same. A single paragraph comes without its `<p>`. */
export function markdownToHtml(source: string): string | null {
  const tokens = markdown.parse(source, {});
  if (isPlain(source, tokens)) return null;
  const html = markdown.renderer.render(tokens, markdown.options, {}).trim();
  const single = tokens.length === 3 && tokens[0]?.type === 'paragraph_open';
  return single ? html.slice('<p>'.length, -'</p>'.length) : html;
}
