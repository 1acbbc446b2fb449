// The one place where HTML of other people is made harmless (D6): DOMPurify with the closed lists of the specification, and what it
// leaves is handed on as DOM, never as a string again. Spec 1.19, "m.room.message msgtypes".
import DOMPurify from 'dompurify';
import { withoutContents } from '#contract/plainLine';

const tags = (
  'del h1 h2 h3 h4 h5 h6 blockquote p a ul ol sup sub li b i u strong em s code hr br div table thead tbody tr th td ' +
  'caption pre span img details summary'
).split(' ');

const addresses = ['href', 'src'];
/** DOMPurify takes every other value for an address too, unless it is told otherwise. */
const words = [
  'data-mx-bg-color',
  'data-mx-color',
  'data-mx-spoiler',
  'data-mx-maths',
  'data-mx-emoticon',
  'width',
  'height',
  'alt',
  'title',
  'start',
  'class',
];

const linkSchemes = /^(?:https?|ftp|mailto|magnet|matrix):/i;
const maxDepth = 100;

/** An address that may become a link; null for relative ones and every scheme that is not on the list. */
export function safeLink(href: string): string | null {
  const trimmed = href.trim();
  return linkSchemes.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

function tooDeep(node: Node, depth = 0): boolean {
  if (depth > maxDepth) return true;
  return [...node.childNodes].some((child) => tooDeep(child, depth + 1));
}

/** Null when nothing sensible is left: the plain body is shown instead. */
export function sanitise(html: string): DocumentFragment | null {
  if (html.length > 262_144) return null;
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: [...addresses, ...words],
    ADD_URI_SAFE_ATTR: words,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // `mx-reply` is removed with its content: the quote is rendered from the event itself.
    FORBID_CONTENTS: [...withoutContents],
    ALLOWED_URI_REGEXP: /^(?:https?|ftp|mailto|magnet|matrix|mxc):/i,
    RETURN_DOM_FRAGMENT: true,
  });
  return tooDeep(fragment) ? null : fragment;
}
