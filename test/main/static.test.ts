// What can be read off the sources: one place for each dangerous thing.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '../..');
const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === 'main/engine' ? [] : below(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
const sources = [...below('main'), ...below('preload')].map((path) => ({
  path,
  // Without comments: they may name what they forbid.
  text: readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));
const having = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => relative('.', path));
const textOf = (path: string): string => sources.find((source) => source.path === path)?.text ?? '';

test('windows are made in one place, with the one set of rights', () => {
  expect(having(/new BrowserWindow\(|new BaseWindow\(|new WebContentsView\(/)).toEqual([
    'main/app.ts',
  ]);
  expect((textOf('main/app.ts').match(/new BrowserWindow\(/g) ?? []).length).toBe(1);
  expect(having(/webPreferences\s*:/)).toEqual([
    'main/shell/ringWindow.ts',
    'main/shell/windows.ts',
  ]);
  expect(textOf('main/shell/ringWindow.ts')).toContain('webPreferences: webPreferencesOf(');
  expect(having(/loadURL\(|loadFile\(/)).toEqual([
    'main/shell/ringWindow.ts',
    'main/shell/windows.ts',
  ]);
  expect(textOf('main/shell/ringWindow.ts')).toContain('loadURL(ringUrl)');
});

test('pages are listened to in one place', () => {
  expect(
    having(/ipcMain\.(on|once|handle|handleOnce)\(|webContents\.ipc\b|\.mainFrame\.ipc\b/),
  ).toEqual(['main/shell/ipc.ts']);
});

test('links leave, and processes start, in one place', () => {
  expect(having(/shell\.openExternal\(/)).toEqual(['main/app.ts']);
  expect(having(/shell\.(openPath|showItemInFolder)\(/)).toEqual([
    'main/files.ts',
    'main/shell/openFiles.ts',
  ]);
  expect(having(/utilityProcess\.fork\(/)).toEqual(['main/calls.ts', 'main/engines.ts']);
  // What hears the keys of the whole system is loaded when a call runs, and by nobody else.
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
