// Formatting of a text, and its visible hints: compared with the parser of the engine.
import { markdownToHtml } from '#engine/send/markdown';
import type { Format } from '#app/formatKeys';
import {
  continued,
  ended,
  formatted,
  indented,
  unrepeated,
} from '../../../renderer/features/composer/format/format';
import { linked, linkAt, withLink } from '../../../renderer/features/composer/format/links';
import { hintsOf, pieces } from '../../../renderer/features/composer/format/hints';
import type { Marked } from '../../../renderer/features/composer/suggestions/mentions';

/** A text with its selection in brackets `⟦ ⟧`, or its caret as `¦`. */
function read(shown: string): { written: Marked; at: { start: number; end: number } } {
  const text = shown.replace(/[⟦⟧¦]/gu, '');
  const caret = shown.indexOf('¦');
  if (caret >= 0) return { written: { text, mentions: [] }, at: { start: caret, end: caret } };
  const start = shown.indexOf('⟦');
  return { written: { text, mentions: [] }, at: { start, end: shown.indexOf('⟧') - 1 } };
}

function show({
  written: { text },
  selection: { start, end },
}: ReturnType<typeof formatted>): string {
  if (start === end) return `${text.slice(0, start)}¦${text.slice(start)}`;
  return `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
}

type Signs = Exclude<Format, 'link'>;

const cases: readonly (readonly [Signs, string, string])[] = [
  ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
  ['bold', 'a ⟦ word ⟧here', 'a  **⟦word⟧** here'],
  ['italic', 'a **⟦word⟧**', 'a ***⟦word⟧***'],
  ['italic', 'a wo¦rd', 'a *wo¦rd*'],
  ['code', 'say ¦', 'say `¦`'],
  ['spoiler', '⟦the end⟧', '||⟦the end⟧||'],
  ['strike', '⟦one\n\ntwo⟧', '⟦~~one~~\n\n~~two~~⟧'],
  ['bold', '⟦- one\n- two⟧', '⟦- **one**\n- **two**⟧'],
  ['quote', '⟦one\ntwo⟧', '⟦> one\n> two⟧'],
  ['bullets', 'o¦ne', '- o¦ne'],
  ['numbers', '⟦- one\n- two⟧', '⟦1. one\n2. two⟧'],
  ['codeBlock', '⟦let a\nlet b⟧', '```\n⟦let a\nlet b⟧\n```'],
  ['codeBlock', '¦', '```\n¦\n```'],
  ['codeBlock', 'Here:\n¦', 'Here:\n```\n¦\n```'],
  ['codeBlock', 'let¦ a', '```\nlet¦ a\n```'],
  ['bullets', '- one\n  tw¦o', '- one\n  - tw¦o'],
  // A part of what has the format is taken out of it.
  ['bold', '**two wo¦rds here**', '**two** wo¦rds **here**'],
  ['bold', '**⟦two⟧ words**', '⟦two⟧ **words**'],
  ['bold', '**two ¦words**', '**two** ¦**words**'],
  ['italic', '*one ⟦two⟧*', '*one* ⟦two⟧'],
  // In code the signs would be letters.
  ['bold', '`say ¦`', '`say ¦`'],
  ['strike', '```\nlet ⟦a⟧\n```', '```\nlet ⟦a⟧\n```'],
];

test.each(cases)('%s on %j', (format, from, to) => {
  const { written, at } = read(from);
  expect(show(formatted(written, at, format))).toBe(to);
});

const isPart = (from: string): boolean => /^(?:\*|`)/.test(from);

test.each(cases.filter(([, from]) => !isPart(from)))('%s twice is nothing: %j', (format, from) => {
  const { written, at } = read(from);
  const once = formatted(written, at, format);
  const twice = formatted(once.written, once.selection, format);
  const isList = format === 'numbers';
  expect(twice.written.text).toBe(isList ? written.text.replaceAll('- ', '') : written.text);
});

test.each<[Signs, string, string]>([
  ['bold', 'is **very¦**', 'is **very**¦'],
  ['bold', 'is **very ¦** good', 'is **very** ¦ good'],
  ['italic', 'is *very¦*', 'is *very*¦'],
  ['italic', 'is ***very¦***', 'is ***very*¦**'],
  ['code', '`a` and `b¦`', '`a` and `b`¦'],
  ['strike', '~~gone¦~~', '~~gone~~¦'],
  ['spoiler', '||he¦||', '||he||¦'],
  ['bold', '**x\ny¦**', '**x\ny**¦'],
  ['italic', '* a\n* *b¦*', '* a\n* *b*¦'],
  ['codeBlock', 'Here:\n```ts\nlet a\nlet¦ b\n```\nso', 'Here:\nlet a\nlet¦ b\nso'],
  // It stands before the sign that opens the next one, or of another format.
  ['bold', '**a** ¦**b**', '**a** **¦****b**'],
  ['italic', '**very¦**', '**very*¦***'],
  ['bold', 'a\n¦** b', 'a\n**¦**** b'],
])('%s again ends it: %j', (format, from, to) => {
  const { written, at } = read(from);
  expect(show(formatted(written, at, format))).toBe(to);
});

test('a mention within what is made bold stays one', () => {
  const written = { text: 'hi @Bob all', mentions: [{ start: 3, end: 7, id: '@bob:a.example' }] };
  const made = formatted(written, { start: 0, end: 11 }, 'bold').written;
  expect(made).toEqual({
    text: '**hi @Bob all**',
    mentions: [{ start: 5, end: 9, id: '@bob:a.example' }],
  });
});

test('a pasted address becomes the target of what is selected, with its brackets out of the way', () => {
  const { written, at } = read('see ⟦here⟧');
  expect(linked(written, at, 'https://a.example/x_(y)').written.text).toBe(
    'see [here](<https://a.example/x_(y)>)',
  );
});

test.each([
  ['see ⟦here ⟧now', ['here', ''], ['here', 'a.example'], 'see [here](https://a.example)¦ now'],
  ['- ⟦one⟧', ['one', ''], ['[1] one', 'b@a.example'], '- [\\[1\\] one](mailto:b@a.example)¦'],
  ['⟦- one⟧', ['one', ''], ['one', 'a.example'], '- [one](https://a.example)¦'],
  ['a ¦', ['', ''], ['', 'https://a.example/'], 'a https://a.example/¦'],
  [
    'a [o\\[n\\]e¦](https://a.example/) b',
    ['o[n]e', 'https://a.example/'],
    ['two', 'https://b.example/(x)'],
    'a [two](<https://b.example/(x)>)¦ b',
  ],
  [
    'a https://a.exa¦mple/ b',
    ['', 'https://a.example/'],
    ['two', 'https://a.example/'],
    'a [two](https://a.example/)¦ b',
  ],
])('the dialog for a link at %j', (from, asked, [words = '', url = ''], to) => {
  const { written, at } = read(from);
  const link = linkAt(written.text, at);
  expect([link.words, link.url]).toEqual(asked);
  expect(show(withLink(written, link, words, url))).toBe(to);
});

test('a mention among the words of a link stays one', () => {
  const written = { text: 'ask @Bob', mentions: [{ start: 4, end: 8, id: '@bob:a.example' }] };
  const link = linkAt(written.text, { start: 0, end: 8 });
  expect(withLink(written, link, 'ask @Bob', 'a.example').written.mentions).toEqual([
    { start: 5, end: 9, id: '@bob:a.example' },
  ]);
});

test.each([
  ['- one¦', '- one\n- ¦'],
  ['2) one¦', '2) one\n3) ¦'],
  ['> one¦', '> one\n> ¦'],
  ['- one\n- ¦', '- one\n¦'],
  ['- one\n  - ¦', '- one\n- ¦'],
  ['> - one¦', '> - one\n> - ¦'],
  ['> - one\n> - ¦', '> - one\n> ¦'],
  ['> one\n> ¦', '> one\n¦'],
  ['- ¦one', '- \n- ¦one'],
  ['1. one¦\n2. two\n3. three', '1. one\n2. ¦\n3. two\n4. three'],
  ['1. one¦\n1. two', '1. one\n2. ¦\n1. two'],
  ['```\n- one¦\n```', null],
  ['one¦', null],
])('a new line below %j', (from, to) => {
  const { written, at } = read(from);
  const made = continued(written, at.start);
  expect(made === null ? null : show(made)).toBe(to);
});

test.each([
  ['- one\n2. ¦', '- one\n¦'],
  ['- ¦one', '¦one'],
  ['- one\n  - ¦two', '- one\n- ¦two'],
  ['> ¦', '¦'],
  ['> - ¦', '> ¦'],
  ['- o¦', null],
  ['¦- one', null],
  ['```\n- ¦', null],
])('Backspace behind a sign in %j', (from, to) => {
  const { written, at } = read(from);
  const made = ended(written, at.start);
  expect(made === null ? null : show(made)).toBe(to);
});

test.each<[string, string | null, string | null]>([
  ['- one\n- tw¦o', '- one\n  - tw¦o', null],
  ['1. one\n2. ¦two', '1. one\n   1. ¦two', null],
  ['1. one\n   1. in\n2. t¦wo', '1. one\n   1. in\n   2. t¦wo', null],
  ['- one\n  - two¦', '- one\n  - two¦', '- one\n- two¦'],
  ['1. one\n   1. two¦', '1. one\n   1. two¦', '1. one\n2. two¦'],
  ['> - a\n> - b¦', '> - a\n>   - b¦', null],
  ['- one¦', null, null],
  ['- one\n\n- tw¦o', null, null],
  ['words¦', null, null],
  ['```\n- a\n- b¦\n```', null, null],
])('Tab and Shift+Tab in %j', (from, deeper, out) => {
  const { written, at } = read(from);
  const shown = (isOut: boolean): string | null => {
    const made = indented(written, at.start, isOut);
    return made === null ? null : show(made);
  };
  expect([shown(false), shown(true)]).toEqual([deeper, out]);
});

test.each([
  ['- one\n- -¦', '- one\n- ¦'],
  ['  * one\n  * *¦\nrest', '  * one\n  * ¦\nrest'],
  ['1. one\n2. 2.¦', '1. one\n2. ¦'],
  ['- -¦', null],
  ['one\n- -¦', null],
  ['- one\n- -¦ more', null],
  ['- one\n- *¦', null],
  ['- one\n-¦', null],
  ['- one ¦', null],
])('a blank behind a sign that is typed once more, in %j', (from, to) => {
  const { written, at } = read(from);
  const made = unrepeated(written, at.start);
  expect(made === null ? null : show(made)).toBe(to);
});

/** The words that hold, by the tags that the engine makes of them. */
const tags = { bold: 'strong', strike: 's', code: 'code', spoiler: 'span', link: 'a' } as const;
type Tagged = keyof typeof tags;

test.each([
  'one **two** and *three*',
  '**a *b* c** ~~d~~ ||e||',
  'snake_case_name 2 * 3 * 4 __yes__',
  '`code **not bold**` and ``two ` ticks``',
  '[words](https://a.example) [none]( b c)',
  '** not bold ** and \\*\\*escaped\\*\\*',
  '```\n**not** bold\n```\n**bold**',
  '- **one**\n- two\n\n> ~~three~~',
  'a **b\nc** d',
  '**see** https://e.org/__a__*b* 2*3*4 ~~x~~',
])('hints of %j are what the message will be', (text) => {
  const html = markdownToHtml(text) ?? '';
  const found = (kind: Tagged): string => {
    const tag = tags[kind];
    const all = [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}>`, 'g'))];
    return all
      .map(([, words = '']) => words.replace(/<[^>]*>/g, ''))
      .join('')
      .replace(/\s/g, '');
  };
  const hints = pieces(text, hintsOf(text));
  for (const kind of Object.keys(tags) as Tagged[]) {
    const hinted = hints.filter(({ kinds }) => kinds.includes(kind) && !kinds.includes('sign'));
    expect([
      kind,
      hinted
        .map((piece) => piece.text)
        .join('')
        .replace(/\s/g, ''),
    ]).toEqual([kind, found(kind)]);
  }
  expect(hints.map((piece) => piece.text).join('')).toBe(text);
});
