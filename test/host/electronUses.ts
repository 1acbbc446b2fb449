// Collects from TypeScript sources, with the checker, every electron member and event that they use.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

export interface Use {
  /** `module`, an instance's type such as `WebContents`, or `static WebContents`. */
  owner: string;
  member: string;
  /** The event's name where the member subscribes to one. */
  event: string | null;
  /** The owner only carries values (an event's details, a rectangle): nothing that a host could lack. */
  isData: boolean;
  at: string;
}

interface Owner {
  name: string;
  isData: boolean;
}

const root = join(__dirname, '..', '..');
const subscribing = new Set(['on', 'once', 'off', 'addListener', 'removeListener']);
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  types: ['node', 'electron'],
};

/** The product's files that may know electron. */
export function productSources(): string[] {
  const found = globSync(['main/index.ts', 'main/*.ts', 'main/shell/**/*.ts', 'preload/*.ts'], {
    cwd: root,
  });
  return [...new Set(found)].sort().map((file) => join(root, file));
}

function isElectron(declaration: ts.Declaration | undefined): boolean {
  return declaration?.getSourceFile().fileName.endsWith('/electron.d.ts') ?? false;
}

function fromElectron(symbol: ts.Symbol | undefined): boolean {
  return (symbol?.declarations ?? []).some(isElectron);
}

/** The name under which the owner of a member is looked up; null for what is not electron's. */
function ownerOf(checker: ts.TypeChecker, owner: ts.Expression, member: ts.Symbol): Owner | null {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(owner));
  const parts = type.isUnionOrIntersection() ? type.types : [type];
  const named = parts.find((part) => fromElectron(part.symbol));
  const parent = member.declarations?.find(isElectron)?.parent;
  const declarations = named ? (named.symbol.declarations ?? []) : parent ? [parent] : [];
  const isData = declarations.every(
    (each) => ts.isInterfaceDeclaration(each) && !each.members.some(ts.isMethodSignature),
  );
  if (named?.symbol.name === '__type') {
    return { name: 'Event', isData: !/^(preventDefault|defaultPrevented)$/.test(member.name) };
  }
  if (named) {
    const isStatic = named.getConstructSignatures().length > 0;
    return { name: isStatic ? `static ${named.symbol.name}` : named.symbol.name, isData };
  }
  if (!parent || (!ts.isInterfaceDeclaration(parent) && !ts.isClassDeclaration(parent)))
    return null;
  return { name: parent.name?.text ?? '', isData };
}

function eventOf(access: ts.Node): string | null {
  const call = access.parent;
  if (!ts.isCallExpression(call) || call.expression !== access) return null;
  const [first] = call.arguments;
  return first && ts.isStringLiteralLike(first) ? first.text : null;
}

function createCollector(checker: ts.TypeChecker, uses: Use[]) {
  const add = (node: ts.Node, owner: Owner, member: string, event: string | null): void => {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const { name, isData } = owner;
    uses.push({
      owner: name,
      isData,
      member,
      event,
      at: `${relative(root, file.fileName)}:${line + 1}`,
    });
  };
  const access = (node: ts.Node, owner: ts.Expression, name: ts.Node, member: string): void => {
    const symbol = checker.getSymbolAtLocation(name);
    const isEmitter = subscribing.has(member);
    const found = symbol ? ownerOf(checker, owner, symbol) : null;
    if (!found || (!fromElectron(symbol) && !isEmitter)) return;
    add(node, found, member, isEmitter ? eventOf(node) : null);
  };
  const binding = (node: ts.ObjectBindingPattern): void => {
    const declaration = node.parent;
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return;
    const type = checker.getTypeAtLocation(declaration.initializer);
    for (const element of node.elements) {
      const name = (element.propertyName ?? element.name).getText();
      const symbol = type.getProperty(name);
      const owner = symbol && ownerOf(checker, declaration.initializer, symbol);
      if (owner && fromElectron(symbol)) add(element, owner, name, null);
    }
  };
  const imported = (node: ts.ImportDeclaration): void => {
    const from = (node.moduleSpecifier as ts.StringLiteral).text;
    if (!/^electron(\/|$)/.test(from) || node.importClause?.isTypeOnly) return;
    const bindings = node.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return;
    for (const element of bindings.elements) {
      if (element.isTypeOnly) continue;
      const name = (element.propertyName ?? element.name).text;
      const owner = from === 'electron/renderer' ? 'renderer module' : 'module';
      add(element, { name: owner, isData: false }, name, null);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) imported(node);
    else if (ts.isPropertyAccessExpression(node)) {
      access(node, node.expression, node.name, node.name.text);
    } else if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression)
    ) {
      const { argumentExpression } = node;
      access(node, node.expression, argumentExpression, argumentExpression.text);
    } else if (ts.isObjectBindingPattern(node)) binding(node);
    ts.forEachChild(node, visit);
  };
  return visit;
}

/** @param virtual sources that exist only for this call, by absolute path */
export function collectUses(files: readonly string[], virtual: Record<string, string> = {}): Use[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file in virtual || fileExists(file);
  host.getSourceFile = (file, ...rest) => {
    const text = virtual[file];
    return text === undefined
      ? getSourceFile(file, ...rest)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  };
  host.getCurrentDirectory = () => root;
  const program = ts.createProgram([...files, ...Object.keys(virtual)], options, host);
  const uses: Use[] = [];
  const visit = createCollector(program.getTypeChecker(), uses);
  const wanted = new Set([...files, ...Object.keys(virtual)]);
  for (const source of program.getSourceFiles()) if (wanted.has(source.fileName)) visit(source);
  return uses;
}

/** Names that some part of the host emits. */
export function emittedEvents(hostFolder: string): Set<string> {
  const found = new Set<string>();
  for (const file of globSync('{,api/,browser/}*.ts', { cwd: hostFolder })) {
    const text = ts.sys.readFile(join(hostFolder, file)) ?? '';
    for (const [, name] of text.matchAll(/emit\(\s*'([a-z-]+)'/g)) if (name) found.add(name);
  }
  return found;
}
