// The modules that an engine loads before its first answer are without the SDK: a start would wait for it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { folders } from '../../build/subpaths.cjs';

const root = join(__dirname, '../..');

/** Modules that are loaded together with this one: no types, nothing that is imported when it is needed. */
function loadedBy(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.isTypeOnly || statement.moduleSpecifier === undefined
        ? []
        : [(statement.moduleSpecifier as ts.StringLiteral).text];
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause, moduleSpecifier } = statement;
    const named = importClause?.namedBindings;
    const isType =
      importClause?.isTypeOnly === true ||
      (importClause?.name === undefined &&
        named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.every(({ isTypeOnly }) => isTypeOnly));
    return isType ? [] : [(moduleSpecifier as ts.StringLiteral).text];
  });
}

/** The file of a module of ours; null for a package. */
function fileOf(name: string, from: string): string | null {
  const alias = Object.entries<string>(folders).find(([start]) => name.startsWith(`${start}/`));
  if (alias === undefined && !name.startsWith('.')) return null;
  const path =
    alias === undefined
      ? join(dirname(from), name)
      : join(root, relative(root, alias[1]), name.slice(alias[0].length + 1));
  const found = [path, `${path}.ts`, join(path, 'index.ts')].find(
    (one) => /\.(ts|json)$/.test(one) && existsSync(one),
  );
  if (found === undefined) throw new Error(`${from} imports ${name}, which is nowhere`);
  return found;
}

/** Each package that is loaded from here on, with the way to it. */
function packagesFrom(start: string): Map<string, string[]> {
  const packages = new Map<string, string[]>();
  const ways = new Map([[start, [start]]]);
  for (const [file, way] of ways) {
    if (file.endsWith('.json')) continue;
    for (const name of loadedBy(file)) {
      const next = fileOf(name, file);
      if (next === null) packages.set(name, way);
      else if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return packages;
}

const engine = join(root, 'main/engine');
const views = readdirSync(join(engine, 'views')).filter((name) => name.endsWith('.ts'));

test.each([
  'engine.ts',
  'rooms/names.ts',
  'send/outbox.ts',
  ...views.map((name) => `views/${name}`),
])('what %s loads is without the SDK', (name) => {
  const sdk = [...packagesFrom(join(engine, name))].filter(([one]) =>
    /^(matrix-js-sdk|@matrix-org)/.test(one),
  );
  expect(sdk).toEqual([]);
});
