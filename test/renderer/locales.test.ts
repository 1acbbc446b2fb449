import { errorCodes } from '#contract/wire/errors';
import { FileProblem } from '#contract/areas/files/directoriesModels';
import { FileKind, FileWarning } from '#contract/areas/files/filesModels';
import { RoomSection } from '#contract/areas/rooms/roomsModels';
import en from '#contract/locales/en.json';
import { errorText } from '#app/errors';
import { createI18n } from '#app/i18n';
import { words } from '#app/laterWords';
import '../support/allWords';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : leaves(value, `${path}${key}.`),
  );
}

const all = leaves({ ...en, ...words } as unknown as Tree);
const i18n = createI18n('en');

test.each(errorCodes.map((code) => [code]))('the error %s has words of its own', (code) => {
  const error = { code, message: 'SECRET', retryable: false, retryAfterMs: null, data: null };
  const text = errorText(i18n.t, error);
  expect(text).not.toBe(`error.${code}`);
  expect(text).not.toContain('SECRET');
  expect(text).toMatch(/[.]$/);
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
