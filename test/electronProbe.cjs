// Run by Electron itself (test/verifyElectron.mjs): tries what only a real binary can show and prints one JSON line.
// The `electron` module is meant here, whoever provides it.
const { join } = require('node:path');
const {
  app,
  BrowserWindow,
  nativeImage,
  protocol,
  safeStorage,
  Tray,
  utilityProcess,
} = require('electron/main');

const root = join(__dirname, '..');
const rows = [];

/** Adds a row with what `work` returns, or with its failure. */
const row = async (name, work) => {
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 10 s')), 10_000);
  });
  try {
    rows.push({ name, ok: true, value: String(await Promise.race([work(), limit])) });
  } catch (error) {
    rows.push({ name, ok: false, value: error.message });
  } finally {
    clearTimeout(timer);
  }
};

const scheme = { standard: true, secure: true, supportFetchAPI: true, stream: true };
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: scheme }]);

const page = '<!doctype html><meta charset="utf-8"><title>probe</title>';
const answer = (request) => {
  const range = request.headers.get('range');
  if (range !== 'bytes=2-4')
    return new Response(page, { headers: { 'content-type': 'text/html' } });
  const headers = { 'content-range': 'bytes 2-4/10', 'content-type': 'text/plain' };
  return new Response('234', { status: 206, headers });
};

const inWindow = async () => {
  protocol.handle('app', answer);
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await window.loadURL('app://bundle/index.html');
  const script = `fetch('/x', { headers: { range: 'bytes=2-4' } })
    .then(async (r) => [r.status, await r.text(), isSecureContext, typeof crypto.subtle].join(' '))`;
  const value = await window.webContents.executeJavaScript(script);
  window.destroy();
  return value;
};

/** SQLite and the crypto library's wasm in a utility process, as the engine loads them. */
const inUtilityProcess = () =>
  new Promise((resolve, reject) => {
    const child = utilityProcess.fork(join(__dirname, 'electronProbeChild.cjs'), [root]);
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the utility process ended with ${code}`)));
  });

// The window of one probe closes before the next one starts.
app.on('window-all-closed', () => undefined);
app.whenReady().then(async () => {
  await row(
    'versions',
    () =>
      `Electron ${process.versions.electron}, Chromium ${process.versions.chrome}, Node ${process.versions.node}`,
  );
  await row('safeStorage', () => {
    const clear = safeStorage.decryptString(safeStorage.encryptString('probe'));
    if (clear !== 'probe') throw new Error('what was encrypted did not come back');
    return process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system';
  });
  await row('tray', () => {
    const tray = new Tray(nativeImage.createEmpty());
    tray.destroy();
    return 'created';
  });
  await row('scheme with range requests', inWindow);
  await row('SQLite and wasm in a utility process', inUtilityProcess);
  process.stdout.write(`probe:${JSON.stringify(rows)}\n`);
  app.exit(0);
});
