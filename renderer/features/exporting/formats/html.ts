// A chat as pages for a browser, a thousand messages each. They are made of DOM nodes in a document of their own, so that nothing that
// somebody wrote becomes markup, and their policy lets them load nothing but the files beside them.
import { formatDate, formatFull, formatSize, formatTime, startOfDay } from '#ui/text/time';
import { isolate } from '#ui/text/isolate';
import { linksIn, noticeWords, previewWords, safeLink, sanitise } from '../../timeline';
import type { Entry, ExportedFile, Format, MakeFormat, Page, Wording } from './format';
import { pageStyle } from './pageStyle';
import { bodyWords, gapWords, marksOf } from './words';

const messagesOfPage = 1_000;
const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:`;

const nameOf = (number: number): string => `messages${number === 1 ? '' : number}.html`;

type Message = Extract<Entry['item'], { kind: 'message' }>;

/** Makes elements of one document. */
function maker(document: Document) {
  return (
    tag: string,
    attributes: Readonly<Record<string, string>>,
    ...content: readonly (Node | string | null)[]
  ): HTMLElement => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content.filter((one) => one !== null));
    return element;
  };
}
type Make = ReturnType<typeof maker>;

/** A path as an address: names may hold characters that mean something in one. */
const addressOf = (path: string): string =>
  path.toWellFormed().split('/').map(encodeURIComponent).join('/');

/** Formatted words; pictures in them that are not beside the page are their names, for their addresses lead to a server. */
function formatted(make: Make, html: string, emoji: Entry['emoji']): Node | null {
  const found = sanitise(html);
  if (found === null) return null;
  for (const picture of found.querySelectorAll('img')) {
    const words = picture.getAttribute('alt') ?? picture.getAttribute('title') ?? '';
    const path = emoji.get(picture.getAttribute('src') ?? '');
    const named = { alt: words, title: words, class: 'emoji' };
    picture.replaceWith(
      path === undefined ? words : make('img', { src: addressOf(path), ...named }),
    );
  }
  // Hidden until the pointer or the focus is on it.
  for (const spoiler of found.querySelectorAll('[data-mx-spoiler]'))
    spoiler.setAttribute('tabindex', '0');
  for (const link of found.querySelectorAll('a')) link.setAttribute('rel', 'noreferrer noopener');
  return make('div', { class: 'words', dir: 'auto' }, found);
}

/** Plain words with their addresses as links. */
function withLinks(make: Make, text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const { start, end, href } of linksIn(text)) {
    const safe = safeLink(href);
    if (safe === null) continue;
    const attributes = { href: safe, rel: 'noreferrer noopener' };
    parts.push(text.slice(at, start), make('a', attributes, text.slice(start, end)));
    at = end;
  }
  return [...parts, text.slice(at)];
}

function wordsOf(make: Make, { t }: Wording, item: Message, emoji: Entry['emoji']): Node | null {
  const { body } = item;
  const html = 'html' in body ? body.html : 'caption' in body ? (body.caption?.html ?? null) : null;
  const rich = html === null || body.type === 'emote' ? null : formatted(make, html, emoji);
  if (rich !== null) return rich;
  const text = bodyWords(t, item);
  const isSaid =
    ['text', 'notice', 'emote', 'poll', 'location'].includes(body.type) || 'media' in body;
  return text === ''
    ? null
    : make(
        'p',
        { class: isSaid || body.type === 'gallery' ? 'words' : 'words quiet', dir: 'auto' },
        ...withLinks(make, text),
      );
}

function fileOf(make: Make, { t, language }: Wording, { media, type, path }: ExportedFile): Node {
  const size = media.sizeBytes === null ? null : formatSize(media.sizeBytes, language);
  const name = isolate(media.fileName);
  if (path === null)
    return make(
      'p',
      { class: 'file quiet' },
      t('exporting.fileMissing', { name, size, context: size === null ? undefined : 'size' }),
    );
  const address = addressOf(path);
  if (type === 'image')
    return make(
      'a',
      { href: address },
      make('img', { src: address, alt: media.fileName, loading: 'lazy' }),
    );
  if (type === 'video' || type === 'audio')
    return make(type, { src: address, controls: '', preload: 'none', title: media.fileName });
  return make(
    'p',
    { class: 'file' },
    make('a', { href: address, download: '' }, name),
    ` ${size ?? ''}`,
  );
}

function replyOf(
  make: Make,
  { t }: Wording,
  { reply }: Message,
  pages: ReadonlyMap<string, string>,
) {
  if (reply?.preview == null || reply.sender === null) return null;
  const page = pages.get(reply.eventId);
  const name = make('b', {}, isolate(reply.sender.name));
  return make(
    'blockquote',
    { dir: 'auto' },
    page === undefined ? name : make('a', { href: `${page}#${reply.eventId}` }, name),
    ` ${previewWords(t, reply.preview)}`,
  );
}

/** Event id → page, of all messages so far, so that quotes lead to what they quote. */
type Pages = Map<string, string>;

function entryOf(make: Make, wording: Wording, entry: Entry, pages: Pages, page: string): Node {
  const { t, language } = wording;
  const { item, files, emoji, answers } = entry;
  if (item.kind === 'gap') return make('p', { class: 'notice' }, gapWords(t, item));
  const time = make(
    'time',
    { datetime: new Date(item.sentAtMs).toISOString(), title: formatFull(item.sentAtMs, language) },
    formatTime(item.sentAtMs, language),
  );
  if (item.kind === 'notice')
    return make('p', { class: 'notice' }, noticeWords(t, item), ' ', time);
  if (item.eventId !== null) pages.set(item.eventId, page);
  const name = make('b', { title: item.sender.userId, dir: 'auto' }, item.sender.name);
  const reactions = item.reactions.map(({ key, count, picture, senders }) =>
    make('li', { title: senders.join(', ') }, `${picture?.shortcode ?? key} ${count}`),
  );
  return make(
    'article',
    { ...(item.eventId !== null && { id: item.eventId }), ...(item.mine && { class: 'mine' }) },
    make('header', {}, name, ' ', time, ` ${marksOf(t, item)}`),
    replyOf(make, wording, item, pages),
    ...files.map((file) => fileOf(make, wording, file)),
    wordsOf(make, wording, item, emoji),
    reactions.length === 0 ? null : make('ul', { class: 'reactions' }, ...reactions),
    answers.length === 0
      ? null
      : make(
          'section',
          { 'aria-label': t('exporting.thread') },
          ...answers.map((answer) => entryOf(make, wording, answer, pages, page)),
        ),
  );
}

/** The page that is being filled. */
interface Open {
  readonly document: Document;
  readonly make: Make;
  readonly main: HTMLElement;
  readonly number: number;
  messages: number;
}

function begin({ title, about, t, language }: Wording, number: number): Open {
  const document = window.document.implementation.createHTMLDocument(title);
  const make = maker(document);
  document.documentElement.lang = language;
  document.head.prepend(
    make('meta', { charset: 'utf-8' }),
    make('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    make('meta', { name: 'viewport', content: 'width=device-width' }),
    make('style', {}, pageStyle),
  );
  const main = make('main', {}, make('h1', { dir: 'auto' }, title));
  main.append(...about.map((line) => make('p', { class: 'notice' }, line)));
  if (number > 1)
    main.append(make('nav', {}, make('a', { href: nameOf(number - 1) }, t('exporting.earlier'))));
  document.body.append(main);
  return { document, make, main, number, messages: 0 };
}

const written = ({ document, number }: Open): Page => ({
  name: nameOf(number),
  text: `<!doctype html>\n${new XMLSerializer().serializeToString(document.documentElement)}\n`,
});

export const html: MakeFormat = (wording): Format => {
  const pages: Pages = new Map();
  let open = begin(wording, 1);
  let day = Number.NEGATIVE_INFINITY;
  return {
    add(entry) {
      const done: Page[] = [];
      if (open.messages >= messagesOfPage) {
        const next = { href: nameOf(open.number + 1) };
        const link = open.make('a', next, wording.t('exporting.later'));
        open.main.append(open.make('nav', {}, link));
        done.push(written(open));
        open = begin(wording, open.number + 1);
        day = Number.NEGATIVE_INFINITY;
      }
      const { item } = entry;
      if (item.kind !== 'gap' && startOfDay(item.sentAtMs) > day) {
        day = startOfDay(item.sentAtMs);
        open.main.append(open.make('h2', {}, formatDate(day, wording.language)));
      }
      open.main.append(entryOf(open.make, wording, entry, pages, nameOf(open.number)));
      open.messages += 1;
      return done;
    },
    end: () => [written(open)],
  };
};
