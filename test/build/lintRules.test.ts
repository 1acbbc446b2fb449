// The project's own lint rule, run by ESLint itself.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** ESLint and the rule are ESM, so a plain Node process asks them. */
const lint = (code: string): string[] => {
  const program = `
    const { Linter } = await import('eslint');
    const { trellisRules } = await import(process.argv[1]);
    const config = { plugins: { t: trellisRules }, rules: { 't/own-lines': ['error', { max: 4 }] } };
    console.log(JSON.stringify(new Linter().verify(process.argv[2], config).map((m) => m.message)));`;
  const rules = join(__dirname, '../../build/lintRules.mjs');
  const args = ['--input-type=module', '-e', program, rules, code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
};

test('inner functions, comments and blank lines do not count for the outer one', () => {
  const inner = 'const a = () => {\nreturn 1;\n};';
  expect(lint(`function f() {\n${inner}\n// why\n\nreturn a;\n}`)).toEqual([]);
});

test('too many own lines are reported with the name', () => {
  expect(lint('const g = () => {\na();\nb();\nc();\nd();\n};')).toEqual([
    'g has 6 lines of its own, 4 are allowed.',
  ]);
});

test('a subpath import is held to the zones like any other, whatever the ending of its file', () => {
  const program = `
    const { ESLint, Linter } = await import('eslint');
    const { default: importX } = await import('eslint-plugin-import-x');
    const eslint = new ESLint({ overrideConfigFile: 'build/eslint.config.mjs' });
    const filename = process.cwd() + '/renderer/ui/Bar.tsx';
    const { settings, rules } = await eslint.calculateConfigForFile(filename);
    const rule = 'import-x/no-restricted-paths';
    const config = {
      files: ['**/*.tsx'],
      plugins: { 'import-x': importX },
      settings,
      rules: { [rule]: rules[rule] },
    };
    const messages = new Linter({ cwd: process.cwd() }).verify(process.argv[1], config, { filename });
    console.log(JSON.stringify(messages.map(({ line }) => line)));`;
  const code = `export { MediaAvatar } from '#app/MediaAvatar';
export { resultOf } from '#app/result';
export { appFailure } from '#contract/wire/errors';
export { Button } from '#ui/Button';
`;
  const args = ['--input-type=module', '-e', program, code];
  const cwd = join(__dirname, '../..');
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', cwd }))).toEqual([
    1, 2, 3,
  ]);
});
