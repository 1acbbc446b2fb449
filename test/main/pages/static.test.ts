// Rules that can be checked in the sources: one place for each dangerous function.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');
const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return below(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

interface Source {
  readonly path: string;
  readonly text: string;
}
const sourcesIn = (...folders: string[]): Source[] =>
  folders.flatMap(below).map((path) => ({
    path,
    // Without comments: they may name what they forbid.
    text: readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));
const everything = sourcesIn('main', 'preload', 'native-stores', 'renderer');
/** The process that has Electron, and what it gives to pages. */
const sources = everything.filter(
  ({ path }) => /^(main|preload)\//.test(path) && !path.startsWith('main/engine/'),
);
const having = (pattern: RegExp, among = sources): string[] =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => relative('.', path));
const textOf = (path: string): string => sources.find((source) => source.path === path)?.text ?? '';

const parsed = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

function nodesOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [node];
  ts.forEachChild(node, (child) => void found.push(...nodesOf(child)));
  return found;
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isComputedPropertyName(name) ? `[${name.expression.getText()}]` : name.text;

/** The right side of a name's declaration in its file, also of one that destructures an object. */
function originOf(file: ts.SourceFile, name: string): ts.Expression | null {
  for (const node of nodesOf(file)) {
    if (!ts.isVariableDeclaration(node)) continue;
    const names = nodesOf(node.name).filter(ts.isIdentifier);
    if (names.some(({ text }) => text === name)) return node.initializer ?? null;
  }
  return null;
}

/** Every member of this name in an object, however it is written, with what it is called with. */
function membersNamed(wanted: string): { path: string; value: string }[] {
  return sources.flatMap((source) => {
    const file = parsed(source);
    return nodesOf(file).flatMap((node) => {
      const isMember =
        ts.isPropertyAssignment(node) ||
        ts.isShorthandPropertyAssignment(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isGetAccessor(node);
      if (!isMember || nameOf(node.name) !== wanted) return [];
      const value = ts.isPropertyAssignment(node)
        ? node.initializer
        : ts.isShorthandPropertyAssignment(node)
          ? originOf(file, wanted)
          : null;
      const made = value !== null && ts.isCallExpression(value) ? value.expression.getText() : '?';
      return [{ path: source.path, value: made }];
    });
  });
}

test('windows are made in one place, with the one set of rights', () => {
  expect(having(/new BrowserWindow\(|new BaseWindow\(|new WebContentsView\(/)).toEqual([
    'main/app.ts',
  ]);
  expect((textOf('main/app.ts').match(/new BrowserWindow\(/g) ?? []).length).toBe(1);
  // Whatever way it is written: `webPreferences: …`, the name alone, or a quoted one.
  expect(membersNamed('webPreferences')).toEqual([
    { path: 'main/shell/calls/ringWindow.ts', value: 'webPreferencesOf' },
    { path: 'main/shell/windows/popOut.ts', value: 'webPreferencesOf' },
    { path: 'main/shell/windows/serverPage.ts', value: 'foreignPreferencesOf' },
    { path: 'main/shell/windows/windows.ts', value: 'webPreferencesOf' },
  ]);
  expect(having(/\[\s*['"`]webPreferences|(?<!\.)\.webPreferences\b/)).toEqual([]);
  expect(having(/loadURL\(|loadFile\(/)).toEqual([
    'main/shell/calls/ringWindow.ts',
    'main/shell/windows/serverPage.ts',
    'main/shell/windows/windows.ts',
  ]);
  // The only page that is not ours has no preload script, and no session but one that its own window names.
  expect(textOf('main/shell/windows/serverPage.ts')).not.toMatch(/preload|persist:/);
  expect(having(/fromPartition\(/)).toEqual(['main/app.ts']);
  expect(textOf('main/shell/calls/ringWindow.ts')).toContain('loadURL(ringUrl)');
});

test('the rights of a page are written out in full, and nowhere changed', () => {
  const file = parsed({ path: 'windows.ts', text: textOf('main/shell/windows/windows.ts') });
  const made = originOf(file, 'webPreferencesOf');
  const objects = made === null ? [] : nodesOf(made).filter(ts.isObjectLiteralExpression);
  expect(objects).toHaveLength(1);
  const rights = (objects[0]?.properties ?? []).map((member) => {
    if (ts.isShorthandPropertyAssignment(member)) return [member.name.text, 'argument'];
    return ts.isPropertyAssignment(member)
      ? [nameOf(member.name), member.initializer.getText()]
      : ['?', member.getText()];
  });
  expect(Object.fromEntries(rights)).toEqual({
    preload: 'argument',
    sandbox: 'true',
    contextIsolation: 'true',
    nodeIntegration: 'false',
    nodeIntegrationInWorker: 'false',
    nodeIntegrationInSubFrames: 'false',
    webSecurity: 'true',
    allowRunningInsecureContent: 'false',
    experimentalFeatures: 'false',
    webviewTag: 'false',
    navigateOnDragDrop: 'false',
    plugins: 'false',
    safeDialogs: 'true',
    autoplayPolicy: "'no-user-gesture-required'",
    spellcheck: 'true',
    devTools: '!packaged',
  });
  // Spread into another object they could be overridden there.
  const spread = sources.flatMap((source) =>
    nodesOf(parsed(source))
      .filter(ts.isSpreadAssignment)
      .filter(({ expression }) => /webPreferences/i.test(expression.getText())),
  );
  expect(spread).toEqual([]);
});

test('pages are listened to in one place', () => {
  expect(
    having(/ipcMain\.(on|once|handle|handleOnce)\(|webContents\.ipc\b|\.mainFrame\.ipc\b/),
  ).toEqual(['main/shell/pages/ipc.ts']);
});

test('links leave, and processes start, in one place', () => {
  expect(having(/shell\.openExternal\(/)).toEqual(['main/app.ts']);
  expect(having(/shell\.(openPath|showItemInFolder)\(/)).toEqual([
    'main/files.ts',
    'main/shell/files/openFiles.ts',
  ]);
  expect(having(/utilityProcess\.fork\(/)).toEqual(['main/calls.ts', 'main/engines.ts']);
  // The hook for the keys of the whole system is loaded only when a call runs.
  expect(having(/uiohook-napi/)).toEqual(['main/calls.ts', 'main/keyHook.ts']);
  expect(
    having(/child_process|worker_threads|\beval\(|new Function\(|executeJavaScript|insertCSS/),
  ).toEqual([]);
});

test('electron is imported by its parts, and only its parts are', () => {
  expect(having(/from 'electron'|require\('electron'\)|@electron\/remote/)).toEqual([]);
  expect(having(/from 'electron\/renderer'/)).toEqual(['preload/index.ts']);
  expect(having(/from 'electron\/common'/)).toEqual(['main/app.ts', 'main/files.ts']);
});

test('the sandbox is on before ready, and a packaged app refuses to run without', () => {
  const entry = textOf('main/index.ts');
  const at = (text: string): number => entry.indexOf(text);
  expect(at('app.enableSandbox()')).toBeGreaterThan(-1);
  expect(at('app.enableSandbox()')).toBeLessThan(at('.whenReady()'));
  expect(at('registerSchemesAsPrivileged')).toBeLessThan(at('.whenReady()'));
  expect(at("hasSwitch('no-sandbox')")).toBeLessThan(at('.whenReady()'));
});

test('what weakens the walls does not occur', () => {
  expect(
    having(
      /certificate-error|setCertificateVerifyProc|bypassCSP|corsEnabled|remote-debugging|ignore-certificate/,
    ),
  ).toEqual([]);
  expect(
    having(
      /nodeIntegration\w*: true|sandbox: false|contextIsolation: false|webSecurity: false|webviewTag: true/,
    ),
  ).toEqual([]);
  expect(
    having(/decryptString\(|encryptString\(|isEncryptionAvailable\(|setUsePlainTextEncryption/),
  ).toEqual([]);
  expect(
    having(
      /registerFileProtocol|interceptFileProtocol|registerStreamProtocol|url\.parse\(|__proto__/,
    ),
  ).toEqual([]);
  expect(having(/console\./)).toEqual([]);
});

test('nothing makes code of text, in any process', () => {
  // The reader of PDFs asks whether it could, and reads nothing where it can.
  expect(
    having(/\beval\(|new Function\(|\bvm\b.*from 'node:vm'|executeJavaScript/, everything),
  ).toEqual(['main/engine/reader/worker.ts']);
  expect(
    having(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc/i,
      everything,
    ),
  ).toEqual([]);
});

test('the engine starts one program and opens one port, and no page reaches Node or Electron', () => {
  const engine = everything.filter(({ path }) => /^(main\/engine|native-stores)\//.test(path));
  const pages = everything.filter(({ path }) => path.startsWith('renderer/'));
  // The mark of a file from elsewhere, on macOS.
  expect(having(/child_process/, engine)).toEqual(['main/engine/media/worker/foreign.ts']);
  // The address to which a browser comes back after signing in.
  expect(having(/createServer\(|\.listen\(/, engine)).toEqual([
    'main/engine/account/browser/loopback.ts',
  ]);
  expect(having(/from 'electron|rejectUnauthorized|NODE_TLS|console\./, engine)).toEqual([]);
  expect(having(/from '(node:|electron|better-sqlite3)|\brequire\(/, pages)).toEqual([]);
});
