// Turns a formatted message into one line of text for the room list, notifications, quotes and screen readers. Engine and window share it,
// so that spoilers are hidden everywhere. It reads foreign HTML as text and never builds any. Pure.

/** Elements that are left out with their contents: scripts and the like, and the quote that older clients put before a reply. */
export const withoutContents: readonly string[] = [
  'mx-reply',
  'script',
  'style',
  'xmp',
  'noscript',
  'template',
  'iframe',
  'textarea',
  'title',
];

/** User ids in the middle of a text; not after a word, a second `@` or as part of an address. */
export const userIds = /(?<![\w@/])@[a-z0-9._=/+-]+:[a-z0-9.-]*[a-z0-9](?::\d{1,5})?/gi;

/** Replaces the text of a spoiler. */
const hidden = '▒▒▒';
/** Default limit in characters; no caller shows a longer line. */
const longest = 1000;

const blocks = new Set(
  'p div br h1 h2 h3 h4 h5 h6 ul ol li pre hr table thead tbody tr th td caption details summary'.split(
    ' ',
  ),
);
const dropped = new Set(withoutContents);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decoded(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
      return isCharacter ? String.fromCodePoint(code) : '';
    },
  );
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly attributes: string;
  /** Index of the first character after the tag. */
  readonly end: number;
}

/** The tag at `from`; null when it never ends: the rest of the HTML is then no text either. */
function tagAt(html: string, from: number): Tag | null {
  let quote = '';
  let end = from + 1;
  for (; end < html.length; end += 1) {
    const character = html.charAt(end);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') break;
  }
  if (end >= html.length) return null;
  const closing = html.charAt(from + 1) === '/';
  const inside = html.slice(from + (closing ? 2 : 1), end);
  const name = /^[a-z][a-z0-9-]*/i.exec(inside)?.[0] ?? '';
  return {
    name: name.toLowerCase(),
    closing,
    attributes: inside.slice(name.length),
    end: end + 1,
  };
}

const eachAttribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function attribute(tag: Tag, wanted: string): string | null {
  for (const [, name, double, single, bare] of tag.attributes.matchAll(eachAttribute))
    if (name?.toLowerCase() === wanted) return decoded(double ?? single ?? bare ?? '');
  return null;
}

/** Index after the end of the element that starts with `tag`. */
function behind(html: string, tag: Tag): number {
  const close = new RegExp(`</${tag.name}\\s*>`, 'gi');
  close.lastIndex = tag.end;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

/** Collects the text and tracks which spoiler hides it. */
function createLine() {
  let text = '';
  /** Depth of open `span`s within the outermost spoiler, which counts itself; 0 outside. */
  let spans = 0;
  const add = (more: string): void => {
    if (spans === 0) text += text.endsWith('“') ? more.trimStart() : more;
  };
  function span(tag: Tag): void {
    const reason = tag.closing ? null : attribute(tag, 'data-mx-spoiler');
    if (reason !== null && spans === 0) add(reason === '' ? hidden : `${reason}: ${hidden}`);
    if (tag.closing) spans = Math.max(0, spans - 1);
    else if (spans > 0 || reason !== null) spans += 1;
  }
  return {
    add,
    get text() {
      return text;
    },
    element(tag: Tag): void {
      if (tag.name === 'span') span(tag);
      else if (tag.name === 'img' && !tag.closing)
        add(attribute(tag, 'alt') ?? attribute(tag, 'title') ?? '');
      else if (tag.name === 'blockquote' && !tag.closing) add(' “');
      else if (tag.name === 'blockquote' && spans === 0) text = `${text.trimEnd()}” `;
      else if (blocks.has(tag.name)) add(' ');
    },
  };
}

/** The text of `html` with spoilers hidden; the caller folds white space. */
function textOfHtml(html: string, most: number): string {
  const line = createLine();
  let at = 0;
  while (at < html.length && line.text.length < most) {
    const next = html.indexOf('<', at);
    line.add(decoded(html.slice(at, next === -1 ? html.length : next)));
    if (next === -1) break;
    if (html.startsWith('<!--', next)) {
      const end = html.indexOf('-->', next);
      if (end === -1) break;
      at = end + 3;
    } else if (/[a-z/!?]/i.test(html.charAt(next + 1))) {
      const tag = tagAt(html, next);
      if (tag === null) break;
      at = !tag.closing && dropped.has(tag.name) ? behind(html, tag) : tag.end;
      line.element(tag);
    } else {
      line.add('<');
      at = next + 1;
    }
  }
  return line.text;
}

/** The one-line text of a message, at most `most` characters: from its formatted body where that has any text, else from the plain one. */
export function plainLine(text: string, html: string | null, most = longest): string {
  const folded = (words: string): string => words.slice(0, most).replace(/\s+/gu, ' ').trim();
  const formatted = html === null ? '' : folded(textOfHtml(html, most));
  return formatted === '' ? folded(text) : formatted;
}
