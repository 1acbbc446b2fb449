// Turns HTML of the clipboard, from office programs and web pages, into the markdown of the composer. DOMPurify removes everything active,
// and the result is plain text.
import { strikethrough, tables } from '@truto/turndown-plugin-gfm';
import DOMPurify from 'dompurify';
import Turndown from 'turndown';
import { hintsOf } from '../format/hints';

/** Longer HTML is pasted as its plain text. */
const longestHtml = 1_000_000;
const deepest = 100;
const tags = (
  'a b strong i em s del strike code pre p div br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li ' +
  'table thead tbody tr th td span'
).split(' ');
const linkSchemes = /^(?:https?|mailto|matrix):/i;

const isBold = ({ fontWeight }: CSSStyleDeclaration): boolean =>
  fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600;

function wrap(element: Element, tag: string): void {
  if (element.textContent.trim() === '') return;
  const made = element.ownerDocument.createElement(tag);
  made.append(...element.childNodes);
  element.append(made);
}

/** Office programs use styles where web pages use elements; Google Docs puts everything into a `<b>` that is not bold. */
function readStyles(root: DocumentFragment): void {
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    const decoration = `${style.textDecoration} ${style.textDecorationLine}`;
    const isHeading = /^H\d$/.test(element.tagName);
    if (isBold(style) && !isHeading && element.closest('b,strong,th') === null)
      wrap(element, 'strong');
    if (style.fontStyle === 'italic' && element.closest('i,em') === null) wrap(element, 'em');
    if (decoration.includes('line-through')) wrap(element, 's');
    const isUndone =
      (/^(?:B|STRONG)$/.test(element.tagName) && /^(?:normal|400)$/.test(style.fontWeight)) ||
      (/^(?:I|EM)$/.test(element.tagName) && style.fontStyle === 'normal');
    if (isUndone) element.replaceWith(...element.childNodes);
  }
}

const wordList = /^MsoListParagraph/;
const bullet = /^\s*(?:[·•o§▪-]|(\d+|[a-z])[.)])[\s\u00A0]+/;

/** Word writes list items as paragraphs that begin with a bullet. */
function readWordLists(root: DocumentFragment): void {
  for (const paragraph of root.querySelectorAll('p[class]')) {
    if (!wordList.test(paragraph.className)) continue;
    const number = bullet.exec(paragraph.textContent)?.[1];
    const wanted = number === undefined ? 'UL' : 'OL';
    let cut = bullet.exec(paragraph.textContent)?.[0].length ?? 0;
    const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && cut > 0; node = walker.nextNode()) {
      const words = node.nodeValue ?? '';
      node.nodeValue = words.slice(cut);
      cut -= Math.min(cut, words.length);
    }
    const before = paragraph.previousElementSibling;
    const list =
      before?.tagName === wanted && before.hasAttribute('class')
        ? before
        : paragraph.ownerDocument.createElement(wanted);
    // The class marks a list that was made here; only such a list takes the next item.
    list.setAttribute('class', 'word');
    if (list !== before) paragraph.before(list);
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}

/** Markdown has no table without a head row. */
function readTables(root: DocumentFragment): void {
  for (const cell of root.querySelectorAll('th,td')) {
    const paragraphs = [...cell.querySelectorAll('p,div')];
    for (const paragraph of paragraphs) paragraph.replaceWith(...paragraph.childNodes, ' ');
  }
  for (const table of root.querySelectorAll('table')) {
    const [first] = table.rows;
    for (const cell of [...(first?.cells ?? [])].filter(({ tagName }) => tagName === 'TD')) {
      const head = table.ownerDocument.createElement('th');
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
  }
}

/** Whether the elements are nested so deeply that the conversion would be slow. */
function isDeep(root: DocumentFragment): boolean {
  for (const leaf of root.querySelectorAll(':not(:has(*))')) {
    let depth = 0;
    for (let at: Element | null = leaf; at !== null; at = at.parentElement) depth += 1;
    if (depth > deepest) return true;
  }
  return false;
}

function createTurndown(): Turndown {
  const turndown = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use([tables, strikethrough]);
  // Uses the same signs as the formatting bar.
  turndown.addRule('strike', {
    filter: ['s', 'del'],
    replacement: (words) => (words.trim() === '' ? words : `~~${words}~~`),
  });
  turndown.addRule('item', {
    filter: 'li',
    replacement(words, node, options) {
      const list = node.parentElement;
      const index = list === null ? 0 : [...list.children].findIndex((one) => one === node);
      const start = Number(list?.getAttribute('start') ?? 1) || 1;
      const sign =
        list?.tagName === 'OL' ? `${start + index}. ` : `${options.bulletListMarker ?? '-'} `;
      const text = words
        .trim()
        .replace(/\n{2,}/g, '\n')
        .replaceAll('\n', `\n${' '.repeat(sign.length)}`);
      return `${sign}${text}${node.nextSibling === null ? '' : '\n'}`;
    },
  });
  turndown.addRule('link', {
    filter: (node) => node.tagName === 'A',
    replacement(words, node) {
      const href = node instanceof HTMLAnchorElement ? (node.getAttribute('href') ?? '') : '';
      if (!linkSchemes.test(href) || words.trim() === '') return words;
      if (words === href) return href;
      return `[${words}](${/[\s()<>]/.test(href) ? `<${encodeURI(href)}>` : href})`;
    },
  });
  const escape = turndown.escape.bind(turndown);
  // Text without any markdown is not escaped, because people read what they paste.
  turndown.escape = (text) => (hintsOf(text).length === 0 ? text : escape(text));
  return turndown;
}

const beginsBlock = /^(?:#{1,6} |```|> |\|.*\||- |\d+\. )/;
/** By the last line: what would take in the words that are typed behind it, and the line breaks that keep them out. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/^#{1,6} .*$/, '\n'],
  [/^```$/, '\n'],
  [/^>.*$/, '\n\n'],
  [/^\|.*\|$/, '\n\n'],
];

/** A table, a title, code and a quotation stand in lines of their own, and what is typed on stands below them. */
function placed(markdown: string, before: string, after: string): string {
  const isInLine = before !== '' && !before.endsWith('\n');
  const begin = isInLine && beginsBlock.test(markdown) ? '\n' : '';
  const [last = ''] = markdown.split('\n').slice(-1);
  const end = endings.find(([ending]) => ending.test(last))?.[1] ?? '';
  const there = /^\n*/.exec(after)?.[0].length ?? 0;
  return begin + markdown + end.slice(Math.min(end.length, there));
}

/** Null if the plain text says the same; it is then pasted as any other text. */
export function markdownOf(html: string, text: string): string | null {
  if (html.length > longestHtml) return null;
  const root = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'style', 'class', 'start'],
    // DOMPurify would check the value as an address otherwise.
    ADD_URI_SAFE_ATTR: ['start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: linkSchemes,
    RETURN_DOM_FRAGMENT: true,
  });
  if (isDeep(root)) return null;
  readWordLists(root);
  readStyles(root);
  readTables(root);
  const holder = root.ownerDocument.createElement('div');
  holder.append(root);
  const markdown = createTurndown().turndown(holder).trim();
  const squeezed = (one: string): string => one.replace(/\s+/g, '');
  return markdown === '' || squeezed(markdown) === squeezed(text) ? null : markdown;
}

/** The text to be inserted between what stands before and after the caret. */
export type Place = (before: string, after: string) => string;

/** Null: it is pasted as plain text, which says the same or is short enough. */
export function placing(html: string, text: string, most: number): Place | null {
  const markdown = markdownOf(html, text);
  if (markdown === null || markdown.length > most) return null;
  return (before, after) => placed(markdown, before, after);
}
