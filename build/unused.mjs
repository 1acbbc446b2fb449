// Lists what only tests reach: exports, functions of interfaces and methods of classes that no product file uses outside their own
// declaration. To knip a test is a user, and it does not look into interfaces. Reads types; runs nothing.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Each is one program of its own (`composite`); for this look they are one. */
const projects = [
  'preload/contract',
  'native-stores',
  'main/engine',
  'main',
  'preload',
  'renderer',
];

const base = ts.parseConfigFileTextToJson(
  'tsconfig.base.json',
  readFileSync(join(root, 'build/tsconfig.base.json'), 'utf8'),
).config;

/** Every product file in one program. */
function productProgram() {
  const files = projects.flatMap((folder) => {
    const { config } = ts.readConfigFile(join(root, folder, 'tsconfig.json'), ts.sys.readFile);
    return ts.parseJsonConfigFileContent(
      { include: config.include, exclude: config.exclude },
      ts.sys,
      join(root, folder),
    ).fileNames;
  });
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...base.compilerOptions,
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      types: ['node', 'electron'],
      jsx: 'react-jsx',
    },
    root,
  );
  return ts.createProgram([...new Set(files)], options);
}

/** These exports are called from outside the sources: by the crypto library, the loader, and tests that look into a running main process. */
const calledFromOutside = [
  'native-stores/indexeddb/',
  'main/engine/crypto/room.ts',
  'main/engine/host.ts',
  'main/shell/testHook.ts',
];

const isOurs = (file) => !file.isDeclarationFile && !file.fileName.includes('/node_modules/');

/** Whether a member is a function: a method, or a property of a function's type. */
function isFunction(checker, node) {
  if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) return true;
  if (!ts.isPropertySignature(node) || node.type === undefined) return false;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
  return type.getCallSignatures().length > 0;
}

const isPrivate = (node) =>
  (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Override)) !==
  0;

/** The exports and members of a file that somebody must use. */
function claims(checker, file) {
  const found = [];
  const members = (owner) => {
    for (const node of owner.members)
      if (node.name !== undefined && ts.isIdentifier(node.name) && !isPrivate(node))
        if (isFunction(checker, node))
          found.push({ node, name: `${owner.name?.text ?? ''}.${node.name.text}` });
  };
  for (const statement of file.statements) {
    if (ts.isInterfaceDeclaration(statement)) members(statement);
    if (ts.isClassDeclaration(statement) && statement.heritageClauses === undefined)
      members(statement);
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    if (isExported !== true) continue;
    if (ts.isVariableStatement(statement)) {
      for (const node of statement.declarationList.declarations)
        if (ts.isIdentifier(node.name)) found.push({ node, name: node.name.text });
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      found.push({ node: statement, name: statement.name.text });
  }
  return found;
}

/** The declarations that a used name may refer to. */
function declarationsOf(checker, node) {
  const { parent } = node;
  const symbols = [checker.getSymbolAtLocation(node)];
  if (ts.isShorthandPropertyAssignment(parent))
    symbols.push(checker.getShorthandAssignmentValueSymbol(parent));
  // `const { name } = thing`: the member, not the new variable.
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node)
    symbols.push(checker.getPropertyOfType(checker.getTypeAtLocation(parent.parent), node.text));
  return symbols.flatMap((symbol) => {
    if (symbol === undefined) return [];
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return [target, ...checker.getRootSymbols(target)].flatMap((one) => one.declarations ?? []);
  });
}

/** The module of `import * as x from '…'` and of `import('…')`: whoever has it may use all that it exports. */
function wholeModule(checker, node) {
  if (ts.isNamespaceImport(node))
    return checker.getSymbolAtLocation(node.parent.parent.moduleSpecifier);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return checker.getSymbolAtLocation(node.arguments[0]);
  return undefined;
}

/** Every declaration that some product file uses. */
function usedBy(checker, files) {
  const used = new Set();
  const visit = (node) => {
    const module = wholeModule(checker, node);
    if (module !== undefined)
      for (const one of checker.getExportsOfModule(module))
        for (const declaration of one.declarations ?? []) used.add(declaration);
    if (ts.isIdentifier(node) && !ts.isImportSpecifier(node.parent))
      for (const declaration of declarationsOf(checker, node)) {
        const isInside =
          declaration.getSourceFile() === node.getSourceFile() &&
          node.pos >= declaration.pos &&
          node.end <= declaration.end;
        if (!isInside) used.add(declaration);
      }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return used;
}

/** `main/engine/…: name`, sorted. */
function unusedInProduct() {
  const program = productProgram();
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(isOurs);
  const used = usedBy(checker, files);
  const usedMembers = Map.groupBy(
    [...used].filter((node) => node.name !== undefined && isFunction(checker, node)),
    (node) => node.name.getText(),
  );
  // A whole object is handed on as a narrower type: its member is used under the other's name for it.
  const isUsedAs = (node) =>
    isFunction(checker, node) &&
    (usedMembers.get(node.name.getText()) ?? []).some((other) =>
      checker.isTypeAssignableTo(checker.getTypeAtLocation(node), checker.getTypeAtLocation(other)),
    );
  return files
    .map((file) => ({ file, path: relative(root, file.fileName) }))
    .filter(({ path }) => !calledFromOutside.some((place) => path.startsWith(place)))
    .flatMap(({ file, path }) =>
      claims(checker, file)
        .filter(({ node }) => !used.has(node) && !isUsedAs(node))
        .map(({ name }) => `${path}: ${name}`),
    )
    .sort();
}

const unused = unusedInProduct();
for (const line of unused) process.stdout.write(`${line}\n`);
process.exit(unused.length === 0 ? 0 : 1);
