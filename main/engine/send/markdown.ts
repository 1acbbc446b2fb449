// Markdown of the composer → `formatted_body` (D6). The result needs no HTML of the user's own: raw HTML stays text.
import MarkdownIt from 'markdown-it';
import { keepAsWritten } from './asWritten';
import { fencesApart } from './fences';
import { addSpoilers, spoilersApart } from './spoilerRule';
import { keepWords, tablesApart, type TableLines } from './tables';

/** A mention that becomes a link, or a shortcode that becomes a picture, whatever characters it contains. Sorted, without overlap. */
export type TextLink = { readonly start: number; readonly end: number } & (
  { readonly href: string } | { readonly mxc: string; readonly shortcode: string }
);

/** The attributes of custom emoticons (spec 1.19): the height in a line, and the shortcode for clients that show no pictures. */
function emoticonHtml({ mxc, shortcode }: { mxc: string; shortcode: string }): string {
  const [src, name] = [mxc, `:${shortcode}:`].map((text) => markdown.utils.escapeHtml(text));
  return `<img data-mx-emoticon src="${src}" alt="${name}" title="${name}" height="32" />`;
}

// Images would make readers ask foreign servers; entities would change the typed text.
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
markdown.disable(['image', 'entity', 'reference']);
addSpoilers(markdown);
keepAsWritten(markdown);

type Token = ReturnType<typeof markdown.parse>[number];
type TokenConstructor = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** A placeholder for each name during parsing: its number between two characters that the text does not contain. */
interface Placeholders {
  readonly source: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly links: readonly TextLink[];
}

/** Two of the 6,400 private-use characters that the text does not contain; without them the names stay text. */
function freeCharacters(source: string): readonly [string, string] | null {
  const free: string[] = [];
  for (let code = 0xe0_00; code <= 0xf8_ff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!source.includes(character)) free.push(character);
    if (free.length === 2) return [free[0] ?? '', free[1] ?? ''];
  }
  return null;
}

function withPlaceholders(text: string, links: readonly TextLink[]): Placeholders | null {
  const signs = links.length === 0 ? null : freeCharacters(text);
  if (signs === null) return null;
  const [open, close] = signs;
  let source = '';
  let at = 0;
  for (const [index, { start, end }] of links.entries()) {
    source += `${text.slice(at, start)}${open}${index}${close}`;
    at = end;
  }
  return {
    source: source + text.slice(at),
    pattern: new RegExp(`${open}(\\d+)${close}`, 'g'),
    names: links.map(({ start, end }) => text.slice(start, end)),
    links,
  };
}

/** Puts the names back as text where no link can be: in code, in an address, inside another link. */
const named = ({ pattern, names }: Placeholders, text: string): string =>
  text.replace(pattern, (_, index: string) => names[Number(index)] ?? '');

function linked(places: Placeholders, { content }: Token, Made: TokenConstructor): Token[] {
  const tokens: Token[] = [];
  const text = (words: string): void => {
    if (words === '') return;
    tokens.push(Object.assign(new Made('text', '', 0), { content: words }));
  };
  let at = 0;
  for (const match of content.matchAll(places.pattern)) {
    const index = Number(match[1]);
    text(content.slice(at, match.index));
    const link = places.links[index];
    if (link !== undefined && 'mxc' in link)
      tokens.push(Object.assign(new Made('html_inline', '', 0), { content: emoticonHtml(link) }));
    else {
      const open = new Made('link_open', 'a', 1);
      open.attrSet('href', link?.href ?? '');
      tokens.push(open);
      text(places.names[index] ?? '');
      tokens.push(new Made('link_close', 'a', -1));
    }
    at = match.index + match[0].length;
  }
  text(content.slice(at));
  return tokens;
}

/** Puts the names back, as links wherever a link may be. */
function resolve(places: Placeholders, tokens: readonly Token[]): void {
  for (const token of tokens) {
    token.content = named(places, token.content);
    token.info = named(places, token.info);
    let depth = 0;
    token.children = (token.children ?? []).flatMap((child) => {
      for (const attribute of child.attrs ?? [])
        attribute[1] = named(places, decodedSigns(places, String(attribute[1])));
      depth += child.type === 'link_open' ? 1 : child.type === 'link_close' ? -1 : 0;
      if (child.type === 'text' && depth === 0)
        return linked(places, child, child.constructor as TokenConstructor);
      child.content = named(places, child.content);
      return [child];
    });
  }
}

/** In addresses the two characters are percent-encoded. */
const decodedSigns = ({ pattern }: Placeholders, text: string): string => {
  const [open = '', close = ''] = [pattern.source[0], pattern.source.at(-1)];
  return text
    .replaceAll(encodeURIComponent(open), open)
    .replaceAll(encodeURIComponent(close), close);
};

/** True when the tokens say no more than the plain text: paragraphs of plain lines. */
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
  // An escaped character or a dropped blank makes the shown text differ from the typed one.
  const squeeze = (text: string): string => text.replace(/\s+/g, '');
  return squeeze(words.join('')) === squeeze(source);
}

function tablesIn(tokens: readonly Token[]): TableLines[] {
  const tables: TableLines[] = [];
  for (const [at, { type, map }] of tokens.entries()) {
    if (type !== 'table_open' || map === null) continue;
    const end = tokens.findIndex((token, index) => index > at && token.type === 'thead_close');
    const columns = tokens.slice(at, end).filter((token) => token.type === 'th_open').length;
    tables.push({ from: map[0] + 2, to: map[1], columns });
  }
  return tables;
}

/** All that was written behind a table is kept. */
function parse(written: string): Token[] {
  const source = tablesApart(fencesApart(spoilersApart(written)));
  const tokens = markdown.parse(source, {});
  const tables = tablesIn(tokens);
  return tables.length === 0 ? tokens : markdown.parse(keepWords(source, tables), {});
}

/** A single paragraph is rendered without `<p>`. */
function render(tokens: Token[]): string {
  const html = markdown.renderer.render(tokens, markdown.options, {}).trim();
  const single = tokens.length === 3 && tokens[0]?.type === 'paragraph_open';
  return single ? html.slice('<p>'.length, -'</p>'.length) : html;
}

/** The HTML of `text`, with `links` in it; null when plain text says the same. */
export function markdownToHtml(text: string, links: readonly TextLink[] = []): string | null {
  const places = withPlaceholders(text, links);
  const tokens = parse(places?.source ?? text);
  if (places !== null) resolve(places, tokens);
  return isPlain(text, tokens) ? null : render(tokens);
}

/** The HTML of `text` without markdown; null without links. */
export function plainToHtml(text: string, links: readonly TextLink[]): string | null {
  if (links.length === 0) return null;
  const { escapeHtml } = markdown.utils;
  const shown = (part: string): string => escapeHtml(part).replaceAll('\n', '<br />\n');
  let html = '';
  let at = 0;
  for (const link of links) {
    const { start, end } = link;
    html += shown(text.slice(at, start));
    html +=
      'mxc' in link
        ? emoticonHtml(link)
        : `<a href="${escapeHtml(link.href)}">${shown(text.slice(start, end))}</a>`;
    at = end;
  }
  return html + shown(text.slice(at));
}
