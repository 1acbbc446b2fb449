// The pages of an exported chat: whatever somebody wrote stands there as words.
import '../jsdom';
import { createI18n, addWords } from '../../../renderer/app/i18n';
import { html } from '../../../renderer/features/exporting/formats/html';
import { json } from '../../../renderer/features/exporting/formats/json';
import { text } from '../../../renderer/features/exporting/formats/text';
import type { Entry, MakeFormat } from '../../../renderer/features/exporting/formats/format';
import exporting from '#contract/locales/exporting.en.json';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { at, message, people } from '../../gallery/fixtures';

addWords(exporting);
const wording = {
  ...{ t: createI18n('en').t, language: 'en' },
  title: '<img src=x onerror=alert(1)>',
  about: ['Copied on Monday'],
};

const entry = (item: MessageItem, more: Partial<Entry> = {}): Entry => ({
  ...{ item, files: [], emoji: new Map(), answers: [] },
  ...more,
});

const said = (words: string, more: Partial<MessageItem> = {}): MessageItem =>
  message(people.odile, words, at(9, 48), more);

function pagesOf(make: MakeFormat, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const format = make(wording);
  const pages = new Map<string, string>();
  for (const { name, text: added } of [
    ...entries.flatMap((one) => format.add(one)),
    ...format.end(),
  ])
    pages.set(name, (pages.get(name) ?? '') + added);
  return pages;
}

const parsed = (page: string | undefined): Document =>
  new DOMParser().parseFromString(page ?? '', 'text/html');

test('custom emoji that were copied stand in the words as pictures beside the page, others by name', () => {
  const img = (mxc: string, alt: string) =>
    `<img data-mx-emoticon src="mxc://x/${mxc}" alt=":${alt}:" height="32">`;
  const body = { type: 'text', text: 'x', html: `Go ${img('a', 'ship')} ${img('b', 'sea')}` };
  const emoji = new Map([['mxc://x/a', 'files/emoji (2).png']]);
  const page = parsed(
    pagesOf(html, [entry(said('', { body: body as never }), { emoji })]).get('messages.html'),
  );
  const [picture, ...others] = page.querySelectorAll('img');
  expect([picture?.getAttribute('src'), picture?.alt, others]).toEqual([
    ...['files/emoji%20(2).png', ':ship:', []],
  ]);
  expect(picture?.closest('.words')?.textContent).toBe('Go  :sea:');
});

test('hostile names, words and markup become no markup of a page, and the page loads nothing from outside', () => {
  const hostile =
    '<script>alert(1)</script><img src="https://evil.example/x.png" onerror="alert(1)">';
  const body = {
    type: 'text',
    text: hostile,
    html: `${hostile}<a href="javascript:alert(1)">x</a>`,
  };
  const page = parsed(
    pagesOf(html, [
      entry(said(hostile)),
      entry(said('', { body: body as never })),
      entry(said('', { sender: { ...people.odile, name: hostile } })),
      entry(said('a file'), {
        files: [
          {
            media: { fileName: hostile } as never,
            ...{ type: 'file', path: 'files/"><script>alert(1).txt' },
          },
        ],
      }),
    ]).get('messages.html'),
  );
  expect(page.querySelectorAll('script, img, [onerror], iframe')).toHaveLength(0);
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links.filter((link) => link !== null)).toEqual([
    // To be pressed: nothing loads it.
    'https://evil.example/x.png',
    'files/%22%3E%3Cscript%3Ealert(1).txt',
  ]);
  const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('http');
});

test('every copy says which chat it is, when it was made, and what is left out of it', () => {
  const page = parsed(pagesOf(html, [entry(said('One'))]).get('messages.html'));
  expect(page.querySelector('h1 + .notice')?.textContent).toBe('Copied on Monday');
  expect(pagesOf(text, [entry(said('One'))]).get('messages.txt')).toMatch(
    /^<img src=x onerror=alert\(1\)>\nCopied on Monday\n\n/,
  );
  expect(JSON.parse(pagesOf(json, []).get('messages.json') ?? '')).toMatchObject({
    about: wording.about,
  });
});

test('a spoiler of a page is hidden until somebody looks at it, with the keys too', () => {
  const body = { type: 'text', text: 'x', html: 'It was <span data-mx-spoiler="end">Tom</span>' };
  const page = parsed(
    pagesOf(html, [entry(said('', { body: body as never }))]).get('messages.html'),
  );
  expect(page.querySelector('[data-mx-spoiler]')?.getAttribute('tabindex')).toBe('0');
  expect(page.querySelector('style')?.textContent).toContain('[data-mx-spoiler]:not(:hover');
});

test('a thousand messages are a page; pages lead to each other, and a quote to what it quotes', () => {
  const many = Array.from({ length: 1_001 }, (_one, index) =>
    entry(said(`Message ${index}`, { key: `k${index}`, eventId: `$e${index}` })),
  );
  const reply = {
    ...{ eventId: '$e3', inThread: false, sender: people.tomas },
    preview: { kind: 'text', text: 'Message 3', senderName: 'Tomas', mine: false } as never,
  };
  const pages = pagesOf(html, [...many, entry(said('An answer', { eventId: '$a', reply }))]);
  expect([...pages.keys()]).toEqual(['messages.html', 'messages2.html']);
  const [first, second] = [...pages.values()].map(parsed);
  expect(first?.querySelectorAll('article')).toHaveLength(1_000);
  expect(second?.querySelectorAll('article')).toHaveLength(2);
  const next = [...(first?.querySelectorAll('nav a') ?? [])].map((one) => one.getAttribute('href'));
  expect(next).toEqual(['messages2.html']);
  expect(second?.querySelector('nav a')?.getAttribute('href')).toBe('messages.html');
  expect(second?.querySelector('blockquote a')?.getAttribute('href')).toBe('messages.html#$e3');
});

test('addresses in plain words are links, and a dangerous one is not', () => {
  const words = 'See https://example.org/a?b=1, and javascript:alert(1) or file:///etc/passwd';
  const page = parsed(pagesOf(html, [entry(said(words))]).get('messages.html'));
  const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://example.org/a?b=1']);
  expect(page.querySelector('article .words')?.textContent).toBe(words);
});

test('JSON can be read back, with answers of threads, files and reactions', () => {
  const one = said('One', {
    eventId: '$one',
    reactions: [{ key: '👍', count: 2, mine: null, senders: ['Mara', 'Priya'] }],
  });
  const file = { media: { fileName: 'plan.pdf', mimeType: null, sizeBytes: 3 } as never };
  const entries = [
    entry(one, {
      answers: [entry(said('An answer', { eventId: '$answer' }))],
      files: [{ ...file, type: 'file', path: 'files/plan.pdf' }],
    }),
    entry(said('Two')),
  ];
  const read = JSON.parse(pagesOf(json, entries).get('messages.json') ?? '') as {
    messages: Record<string, unknown>[];
  };
  expect(read.messages).toHaveLength(2);
  expect(read.messages[0]).toMatchObject({
    ...{ eventId: '$one', text: 'One', sender: { userId: people.odile.userId } },
    thread: [{ eventId: '$answer', text: 'An answer' }],
    files: [{ name: 'plan.pdf', path: 'files/plan.pdf' }],
    reactions: [{ key: '👍', count: 2 }],
  });
  expect(JSON.parse(pagesOf(json, []).get('messages.json') ?? '')).toMatchObject({ messages: [] });
});

test('plain text has days, times, names, and answers below what they answer', () => {
  const entries = [
    entry(said('One\nmore'), { answers: [entry(said('An answer'))] }),
    entry(said('Two', { edited: true })),
    entry(said('Three', { eventId: null })),
  ];
  const words = pagesOf(text, entries).get('messages.txt') ?? '';
  expect(words).toMatch(
    /\n.*\d{4}\n\n09:48 Odile Marchetti: One\n {4}\| more\n {4}09:48 Odile Marchetti: An answer\n09:48 Odile Marchetti: Two \(edited\)\n09:48 Odile Marchetti: Three \(not sent\)\n$/u,
  );
});

test('no words pass for another line of plain text: neither a message nor an answer of somebody else', () => {
  const forged = 'One\n09:48 Tomas: forged\r09:48 Tomas: forged\u202809:48 Tomas: forged';
  const entries = [
    entry(said(forged), { answers: [entry(said(forged))] }),
    entry(said('', { sender: { ...people.odile, name: `Odile\n09:48 Tomas: forged` } })),
  ];
  const words = pagesOf(text, entries).get('messages.txt') ?? '';
  const lines = words.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u);
  expect(lines.filter((line) => line.includes('forged'))).toHaveLength(7);
  expect(lines.filter((line) => /^ *09:48 Tomas/u.test(line))).toEqual([]);
});

test('a file whose name is half a character ends no export', () => {
  const media = { fileName: 'a\ud800.png', mimeType: null, sizeBytes: 3 } as never;
  const files = [{ media, type: 'file', path: 'files/a\ud800.png' }] as const;
  const page = pagesOf(html, [entry(said('a file'), { files })]).get('messages.html');
  expect(parsed(page).querySelector('.file a')?.getAttribute('href')).toMatch(/^files\/a/u);
});
