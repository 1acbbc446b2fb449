// The project's own lint rules, run by ESLint itself.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

type Rule = 'own-lines' | 'whole-lines' | 'silent-catch' | 'plain-comments' | 'module-state';

/** ESLint and the rules are ESM, so a plain Node process asks them. */
const lint = (rule: Rule, code: string): string[] => {
  const program = `
    const { Linter } = await import('eslint');
    const { trellisRules } = await import(process.argv[1]);
    const config = { plugins: { t: trellisRules }, rules: { ['t/' + process.argv[2]]: process.argv[2].endsWith('lines') ? ['error', { max: 4, ...(process.argv[2] === 'whole-lines' && { classMax: 6 }) }] : 'error' } };
    console.log(JSON.stringify(new Linter().verify(process.argv[3], config).map((m) => m.message)));`;
  const rules = join(__dirname, '../../build/lintRules.mjs');
  const args = ['--input-type=module', '-e', program, rules, rule, code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
};

const inner = 'const a = () => {\nreturn 1;\n};';

test('inner functions, comments and blank lines do not count for the outer one', () => {
  expect(lint('own-lines', `function f() {\n${inner}\n// why\n\nreturn a;\n}`)).toEqual([]);
});

test('too many own lines are reported with the name', () => {
  expect(lint('own-lines', 'const g = () => {\na();\nb();\nc();\nd();\n};')).toEqual([
    'g has 6 lines of its own, 4 are allowed.',
  ]);
});

test('a whole top-level function is counted with everything inside it', () => {
  expect(lint('whole-lines', `function f() {\n// why\n\nreturn () =>\n1;\n}`)).toEqual([]);
  expect(lint('whole-lines', `function f() {\n${inner}\n}`)).toEqual([
    'f has 5 lines in all, 4 are allowed.',
  ]);
});

test('a whole class is counted with all its methods, by a limit of its own', () => {
  const methods = (count: number) => 'm() {\n// why\n\n}\n'.repeat(count);
  expect(lint('whole-lines', `export class C {\n${methods(2)}}`)).toEqual([]);
  expect(lint('whole-lines', `export class C {\n${methods(3)}}`)).toEqual([
    'C has 8 lines in all, 6 are allowed.',
  ]);
  expect(lint('whole-lines', `const C = class {\n${methods(3)}};`)).toEqual([
    'C has 8 lines in all, 6 are allowed.',
  ]);
  // A method alone is held to the limit of a function.
  expect(lint('whole-lines', 'class C {\nm() {\na();\nb();\nc();\n}\n}')).toEqual([
    'C has 7 lines in all, 6 are allowed.',
    'm has 5 lines in all, 4 are allowed.',
  ]);
});

test('a failure that nobody looks at has to say why', () => {
  const said = 'Report what is caught (unexpected), or say in a comment why it is expected.';
  expect(lint('silent-catch', 'try {\n a();\n} catch {\n b();\n}')).toEqual([said]);
  expect(lint('silent-catch', 'try {\n a();\n} catch {\n // No JSON.\n b();\n}')).toEqual([]);
  expect(lint('silent-catch', 'try {\n a();\n} catch (thrown) {\n report(thrown);\n}')).toEqual([]);
  expect(lint('silent-catch', 'work().catch(() => undefined);')).toEqual([said]);
  expect(lint('silent-catch', '// Nobody waits.\nwork().catch(() => undefined);')).toEqual([]);
  expect(lint('silent-catch', 'work().catch((thrown) => report(thrown));')).toEqual([]);
});

test('a comment does not begin as a fragment does', () => {
  const said = (word: string) => [`Say this in a sentence that does not begin with "${word}".`];
  expect(lint('plain-comments', '/** Of the transaction. */\nconst a = 1;')).toEqual(said('Of'));
  expect(lint('plain-comments', '// What is kept.\na();')).toEqual(said('What'));
  expect(lint('plain-comments', '// It keeps\n// what is sent.\na();')).toEqual([]);
  expect(lint('plain-comments', '/** Often asked. */\nconst a = 1;')).toEqual([]);
});

test('a module keeps no state, however it is written to', () => {
  const said = (name: string) => [
    `${name} is state that all users of this module share: make it in the wiring.`,
  ];
  const verdict = (code: string) => lint('module-state', code);
  expect(verdict('let held = null;\nexport const hold = (next) => (held = next);')).toEqual(
    said('held'),
  );
  expect(verdict('const open = new Set();\nconst f = () => open.add(1);')).toEqual(said('open'));
  expect(verdict('const all = [];\nfunction f() { g(() => all.push(1)); }')).toEqual(said('all'));
  expect(verdict('const at = { x: 0 };\nconst f = () => { at.x = 1; };')).toEqual(said('at'));
  expect(verdict('const at = {};\nconst f = () => Object.assign(at, { x: 1 });')).toEqual(
    said('at'),
  );
  expect(verdict('export const queue = createQueue();')).toEqual(said('queue'));
  expect(verdict('const first = Promise.withResolvers();')).toEqual(said('first'));
  expect(verdict("import { at } from './at';\nat.x = 1;")).toEqual(said('at'));
});

test('constants of a module, and state within its functions, are no state of the module', () => {
  const verdict = (code: string) => lint('module-state', code);
  expect(verdict('const kinds = new Set([1]);\nconst f = () => kinds.has(1);')).toEqual([]);
  expect(verdict('const byName = new Map();\nfor (const n of names) byName.set(n, 1);')).toEqual(
    [],
  );
  expect(verdict('const f = () => { let n = 0; const s = new Set(); s.add(n++); };')).toEqual([]);
  expect(verdict('const Words = createContext(null);')).toEqual([]);
  expect(verdict("import { store } from './store';\nstore.set(1);")).toEqual([]);
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
export { Button } from '#ui/controls/Button';
`;
  const args = ['--input-type=module', '-e', program, code];
  const cwd = join(__dirname, '../..');
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', cwd }))).toEqual([
    1, 2, 3,
  ]);
});
