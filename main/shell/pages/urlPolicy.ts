// Decides which addresses are ours and which may leave the app. Pure. WHATWG URL only, so that the judged address is the one that is used.
import { domainToUnicode } from 'node:url';

export const scheme = 'app';
export const pageUrl = 'app://bundle/index.html';

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    // No URL.
    return null;
  }
}

// `app:` is not a special scheme: a backslash, a missing slash or a longer host gives another host or none, and fails here.
const isOwn = (url: URL): boolean =>
  url.protocol === 'app:' &&
  url.hostname === 'bundle' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '';

/** Our origin, given as an address or as an origin. */
export function isOwnOrigin(text: string): boolean {
  const url = parse(text);
  return url !== null && isOwn(url);
}

/** The one page of the app; its state lives behind `#`. */
export function isOwnPage(text: string): boolean {
  const url = parse(text);
  return url !== null && isOwn(url) && url.pathname === '/index.html' && url.search === '';
}

const longest = 4_096;

/**
 * An address that may be handed to the operating system, newly serialised, or null. `http`, `https` and `mailto` only: other
 * schemes start programs.
 */
export function externalUrl(text: string): string | null {
  if (text.length > longest || hasControl(text) || text.includes('\\')) return null;
  // The parser would mend these; what needs mending is not a link somebody wrote.
  if (!/^(https?:\/\/[^/]|mailto:[^/])/i.test(text)) return null;
  const url = parse(text);
  if (url === null) return null;
  if (url.protocol === 'mailto:') return mailAddress(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '' || !plainHost(url.hostname)) return null;
  return url.href;
}

function hasControl(text: string): boolean {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xfeff) return true;
    if ((code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e)) return true;
    if ((code >= 0x2060 && code <= 0x206f) || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}

function mailAddress(url: URL): string | null {
  if (!/^[^\s@?#%/]+@[^\s@?#%/]+$/.test(url.pathname)) return null;
  // `attach` makes some mail programs add a file of the disk.
  for (const name of url.searchParams.keys()) {
    if (!['subject', 'body', 'cc'].includes(name.toLowerCase())) return null;
  }
  return url.href;
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/** True for a host whose labels each use one alphabet; mixed ones exist to look like another host. */
function plainHost(host: string): boolean {
  if (host === '' || host.length > 253 || host.startsWith('.') || host.includes('..')) return false;
  const shown = domainToUnicode(host);
  if (shown === '' && !host.startsWith('[')) return false;
  return shown
    .split('.')
    .every((label) => scripts.filter((script) => script.test(label)).length <= 1);
}
