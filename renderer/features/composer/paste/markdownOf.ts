// Turns HTML of the clipboard, from office programs and web pages, into the markdown of the composer. DOMPurify removes everything active,
// and the result is plain text.
import { strikethrough, tables } from '@truto/turndown-plugin-gfm';
import DOMPurify from 'dompurify';
import Turndown from 'turndown';
import { hintsOf } from '../format/hints';
import { isCode, placed } from './placed';
import {
  readLinks,
  readLists,
  readStyles,
  readTables,
  readWordLists,
  splitOverBlocks,
} from './shape';

/** Longer HTML is pasted as its plain text. */
const longestHtml = 1_000_000;
const deepest = 100;
const tags = (
  'a b strong i em s del strike code pre p div br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li ' +
  'table thead tbody tr th td span'
).split(' ');
const linkSchemes = /^(?:https?|mailto|matrix):/i;

/** Whether the elements are nested so deeply that the conversion would be slow. */
function isDeep(root: DocumentFragment): boolean {
  for (const leaf of root.querySelectorAll(':not(:has(*))')) {
    let depth = 0;
    for (let at: Element | null = leaf; at !== null; at = at.parentElement) depth += 1;
    if (depth > deepest) return true;
  }
  return false;
}

const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;

/** Text without any markdown is not escaped, because people read what they paste. */
function escaped(text: string, escape: (text: string) => string): string {
  if (rule.test(text)) return text.replace(/[-*_]/, String.raw`\$&`);
  if (hintsOf(text).length === 0) return text;
  return escape(text)
    .replaceAll('~~', String.raw`\~\~`)
    .replaceAll('||', String.raw`\|\|`);
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
      const isEven = words.split('[').length === words.split(']').length;
      const shown = isEven ? words : words.replace(/(?<!\\)[[\]]/g, String.raw`\$&`);
      return `[${shown}](${/[\s()<>]/.test(href) ? `<${encodeURI(href)}>` : href})`;
    },
  });
  // The plugin would double the signs that keep markdown out.
  turndown.addRule('tableCell', {
    filter: ['th', 'td'],
    replacement(words, node) {
      const text = words
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/(?<!\\)\|/g, '\\|');
      return `${node.parentElement?.firstElementChild === node ? '| ' : ' '}${text.padEnd(3)} |`;
    },
  });
  const escape = turndown.escape.bind(turndown);
  // An address is no markdown, and would be another one with more signs.
  turndown.escape = (text) =>
    text
      .split(/(https?:\/\/\S+)/i)
      .map((part, index) => (index % 2 === 1 ? part : escaped(part, escape)))
      .join('');
  return turndown;
}

/** The composer breaks its lines as they are: blanks at their ends would only be seen by the caret. */
function tidied(markdown: string): string {
  const parts = markdown.split(/^(\s*(?:> ?)*```[^]*?^\s*(?:> ?)*```$)/m);
  const isCode = (index: number): boolean => index % 2 === 1;
  return parts
    .map((part, index) =>
      isCode(index) ? part : part.replaceAll(/ +$/gm, '').replaceAll(/\n{3,}/g, '\n\n'),
    )
    .join('');
}

/** Null if the plain text says the same; it is then pasted as any other text. */
export function markdownOf(html: string, text: string): string | null {
  if (html.length > longestHtml) return null;
  const root = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'style', 'class', 'start', 'colspan', 'rowspan'],
    // DOMPurify would check the value as an address otherwise.
    ADD_URI_SAFE_ATTR: ['start', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: linkSchemes,
    RETURN_DOM_FRAGMENT: true,
  });
  if (isDeep(root)) return null;
  readWordLists(root);
  readLists(root);
  readStyles(root);
  readTables(root);
  splitOverBlocks(root);
  readLinks(root);
  const holder = root.ownerDocument.createElement('div');
  holder.append(root);
  const markdown = tidied(createTurndown().turndown(holder).trim());
  const squeezed = (one: string): string => one.replace(/\s+/g, '');
  return markdown === '' || squeezed(markdown) === squeezed(text) ? null : markdown;
}

/** The text to be inserted between what stands before and after the caret; null: the plain text. */
export type Place = (before: string, after: string) => string | null;

/** Null: it is pasted as plain text, which says the same or is short enough. */
export function placing(html: string, text: string, most: number): Place | null {
  const markdown = markdownOf(html, text);
  if (markdown === null || markdown.length > most) return null;
  return (before, after) => (isCode(before, after) ? null : placed(markdown, before, after));
}
