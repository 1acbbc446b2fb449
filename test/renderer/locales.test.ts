import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '#contract/wire/errors';
import { FileProblem } from '#contract/areas/files/directoriesModels';
import { FileKind, FileWarning } from '#contract/areas/files/filesModels';
import { RoomSection } from '#contract/areas/rooms/roomsModels';
import en from '#contract/locales/en.json';
import { mainTexts } from '#contract/locales/mainTexts';
import { errorText } from '#app/errors';
import { addWords, createI18n } from '#app/i18n';
import { words } from '#app/laterWords';
import { openTexts } from '../../main/shell/surfaces/texts';
import '../support/allWords';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : leaves(value, `${path}${key}.`),
  );
}

const all = [...leaves(en), ...leaves(words as unknown as Tree)];
const i18n = createI18n('en');

test.each(errorCodes.map((code) => [code]))('the error %s has words of its own', (code) => {
  const error = { code, message: 'SECRET', retryable: false, retryAfterMs: null, data: null };
  const text = errorText(i18n.t, error);
  expect(text).not.toBe(`error.${code}`);
  expect(text).not.toContain('SECRET');
  expect(text).toMatch(/[.]$/);
});

test('without a connection the words say that the act was not done', () => {
  const error = { message: '', retryable: true, retryAfterMs: null, data: null };
  expect(errorText(i18n.t, { ...error, code: 'offline' })).toMatch(/no connection.* not done/);
});

test('a rate limit says how long', () => {
  const error = {
    code: 'rate_limited' as const,
    message: '',
    retryable: true,
    retryAfterMs: 4200,
    data: null,
  };
  expect(errorText(i18n.t, error)).toContain('5 seconds');
  expect(errorText(i18n.t, { ...error, retryAfterMs: 900 })).toContain('1 second.');
});

test('each section of the room list has a name', () => {
  for (const section of RoomSection.options) {
    expect(i18n.t(`rooms.section.${section}`)).not.toContain('rooms.section');
  }
});

test('each kind of file, problem and warning has words', () => {
  for (const kind of FileKind.options) expect(i18n.t(`files.kind.${kind}`)).not.toContain('files.');
  for (const one of FileProblem.options)
    expect(i18n.t(`files.problem.${one}.text`)).not.toContain('files.');
  for (const one of FileWarning.options)
    expect(i18n.t(`files.warning.${one}.text`)).not.toContain('files.');
});

test('plural texts come as pairs and every text says something', () => {
  const keys = new Set(all.map(([key]) => key));
  for (const [key, text] of all) {
    expect([key, text.trim()]).not.toEqual([key, '']);
    if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'));
    if (key.endsWith('_other')) expect(keys).toContain(key.replace(/_other$/, '_one'));
  }
});

test('texts are plain: no exclamation marks, no markup', () => {
  for (const [key, text] of all) {
    expect([key, /!|<[a-z]/i.test(text.replace('# or !', ''))]).toEqual([key, false]);
  }
});

describe('a name from right to left turns no sentence round', () => {
  const name = 'דנה\u202e';
  const main = leaves(mainTexts.en as unknown as Tree);
  const withNames = (texts: readonly [string, string][]) =>
    texts.flatMap(([key, text]) => {
      const values = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, value]) => String(value));
      const named = values.filter((value) => value !== 'count');
      return named.length === 0 ? [] : [{ key, values: valuesOf(named) }];
    });
  const valuesOf = (named: readonly string[]) =>
    Object.fromEntries(named.map((value) => [value, name]));
  /** Names in a text that are not isolated from it. */
  const bare = (text: string): string => text.replace(/[\u2066\u2068]דנה\u2069/g, '');
  type Loose = (key: string, values: object) => string;

  test('in any text of the window', () => {
    const folder = join(__dirname, '../../preload/contract/locales');
    const files = readdirSync(folder).filter((file) => /(?<!^main)\.en\.json$/.test(file));
    const bundles = ['en.json', ...files].map(
      (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree,
    );
    for (const bundle of bundles) addWords(bundle);
    const texts = withNames(bundles.flatMap((bundle) => leaves(bundle)));
    expect(texts.length).toBeGreaterThan(200);
    for (const { key, values } of texts)
      expect([key, bare((i18n.t as unknown as Loose)(key, values))]).toEqual([
        key,
        expect.not.stringMatching(/[דנה\u202e]/),
      ]);
  });

  test('in any text of main', async () => {
    const t = await openTexts('en');
    const texts = withNames(main);
    expect(texts.length).toBeGreaterThan(10);
    for (const { key, values } of texts)
      expect([key, bare(t(key, values))]).toEqual([key, expect.not.stringMatching(/[דנה\u202e]/)]);
  });

  test('what is isolated already stays as it is, and other names need nothing', () => {
    const typing = (names: string) => i18n.t('composer.typing', { names, count: 2 });
    expect(typing('\u2068דנה\u2069 and \u2066a.pdf\u2069')).toBe(
      '\u2068דנה\u2069 and \u2066a.pdf\u2069 are typing',
    );
    expect(typing('Bob and Zoë')).toBe('Bob and Zoë are typing');
    expect(typing('\u2068a\u2069\u202eb')).toBe('\u2068ab\u2069 are typing');
  });
});

const folder = join(__dirname, '../../preload/contract/locales');
test.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
  '%s names nothing twice: the first of them would be lost',
  (name) => {
    const keys = (json: string) => json.match(/"[^"\n]+": ?/g)?.length;
    const text = readFileSync(join(folder, name), 'utf8');
    expect(keys(text)).toBe(keys(JSON.stringify(JSON.parse(text), null, 2)));
  },
);
