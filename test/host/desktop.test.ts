// The host's desktop: dialogs, notifications, tray, secrets, theme, second start, closing.
import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hostFolder } from '../chromium-host/path.cjs';
import { eventually, fixtureFolder, hostEnvironment, launchFixture, type Fixture } from './launch';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await launchFixture();
}, 60_000);
afterAll(() => fixture.close());

interface Recorded {
  chromiumHost: {
    notifications: { title: string; body: string; emit(event: string): void }[];
    trays: { hostMenu: { getMenuItemById(id: string): { click(): void } | null } }[];
  };
  __seen: { notify(): void; preventClose: boolean };
}

test('a dialog is cancelled unless the test replaces it', async () => {
  const { app, page } = fixture;
  const open = () => page.evaluate(() => window.api.invoke('open'));
  expect(await open()).toEqual({ canceled: true, filePaths: [] });
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/tmp/x'] });
  });
  expect(await open()).toEqual({ canceled: false, filePaths: ['/tmp/x'] });
});

test('a shown notification is kept and its click reaches the app', async () => {
  const shown = await fixture.app.evaluate(() => {
    const { chromiumHost, __seen } = globalThis as unknown as Recorded;
    __seen.notify();
    const [notification] = chromiumHost.notifications;
    notification?.emit('click');
    return [notification?.title, notification?.body];
  });
  expect(shown).toEqual(['Alice', 'hello']);
  expect(await fixture.seen('clicked')).toBe(true);
});

test('secrets go there and back, and the stored form hides them', async () => {
  const result = await fixture.app.evaluate(async ({ safeStorage }) => {
    const secret = 'pässword';
    const encrypted = await safeStorage.encryptStringAsync(secret);
    const decrypted = await safeStorage.decryptStringAsync(encrypted);
    const damaged = Buffer.from(encrypted);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    return {
      available: await safeStorage.isAsyncEncryptionAvailable(),
      backend: safeStorage.getSelectedStorageBackend(),
      decrypted,
      hidden: !encrypted.toString('latin1').includes('ssword'),
      older: (await safeStorage.decryptStringAsync(safeStorage.encryptString(secret))).result,
      damaged: await safeStorage.decryptStringAsync(damaged).then(
        () => 'accepted',
        () => 'refused',
      ),
    };
  });
  expect(result).toEqual({
    available: true,
    backend: 'basic_text',
    decrypted: { result: 'pässword', shouldReEncrypt: false },
    hidden: true,
    older: 'pässword',
    damaged: 'refused',
  });
  expect(statSync(join(fixture.userData, 'chromium-host.key')).mode & 0o777).toBe(0o600);
});

test('the theme reaches the page', async () => {
  const isDark = () =>
    fixture.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const set = (source: 'dark' | 'light') =>
    fixture.app.evaluate(({ nativeTheme }, value) => {
      nativeTheme.themeSource = value;
      return nativeTheme.shouldUseDarkColors;
    }, source);
  expect(await set('dark')).toBe(true);
  await eventually(isDark, (dark) => dark);
  expect(await set('light')).toBe(false);
  await eventually(isDark, (dark) => !dark);
});

test('a second start ends at once and its arguments arrive here', async () => {
  const link = 'matrix:r/room:example.org';
  const args = [fixtureFolder, `--user-data-dir=${fixture.userData}`, link];
  const second = spawn(join(hostFolder(), 'electron'), args, { env: hostEnvironment() });
  const code = await new Promise((resolve) => second.once('exit', resolve));
  expect(code).toBe(0);
  const [start] = await eventually(
    () => fixture.seen<{ argv: string[]; cwd: string; data: unknown }[]>('secondInstances'),
    (starts) => starts.length === 1,
  );
  expect(start?.argv.at(-1)).toBe(link);
  expect(start?.data).toEqual({ token: 7 });
});

test('size and badge are kept, power events reach their listeners', async () => {
  const result = await fixture.app.evaluate(({ app, BrowserWindow, powerMonitor }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const heard: string[] = [];
    powerMonitor.on('resume', () => heard.push('resume'));
    (powerMonitor as NodeJS.EventEmitter).emit('resume');
    window?.setBounds({ width: 700, height: 500 });
    app.setBadgeCount(3);
    return [heard, window?.getContentSize(), app.getBadgeCount()];
  });
  expect(result).toEqual([['resume'], [700, 500], 3]);
  await eventually(
    () => fixture.page.evaluate(() => [window.innerWidth, window.innerHeight].join()),
    (size) => size === '700,500',
  );
});

test('a zoomed page has a smaller viewport, also after a load and in a window of another size, and its own style is left alone', async () => {
  const { app, page } = fixture;
  const zoom = (factor: number, width: number, height: number) =>
    app.evaluate(
      ({ BrowserWindow }, to) => {
        const window = BrowserWindow.getAllWindows()[0];
        window?.setBounds({ width: to.width, height: to.height });
        window?.webContents.setZoomFactor(to.factor);
      },
      { factor, width, height },
    );
  const viewport = (expected: string) =>
    eventually(
      () => page.evaluate(() => [window.innerWidth, window.innerHeight].join()),
      (size) => size === expected,
    );
  await zoom(1.25, 700, 500);
  await viewport('560,400');
  await page.reload();
  await viewport('560,400');
  await zoom(1.25, 800, 600);
  await viewport('640,480');
  expect(await page.evaluate(() => document.documentElement.style.zoom)).toBe('');
  await zoom(1, 700, 500);
  await viewport('700,500');
});

test('a prevented close hides the window; the tray shows it again', async () => {
  const state = await fixture.app.evaluate(({ BrowserWindow }) => {
    const { chromiumHost, __seen } = globalThis as unknown as Recorded;
    const window = BrowserWindow.getAllWindows()[0];
    const states: unknown[] = [window?.isVisible()];
    __seen.preventClose = true;
    window?.close();
    states.push(window?.isDestroyed(), window?.isVisible());
    chromiumHost.trays[0]?.hostMenu.getMenuItemById('show')?.click();
    states.push(window?.isVisible(), window?.isFocused());
    __seen.preventClose = false;
    return states;
  });
  expect(state).toEqual([true, false, false, true, true]);
  expect(await fixture.seen('hidden')).toBe(1);
});

test('what the page showed and loaded is nowhere in the profile afterwards', async () => {
  const { page, app, userData } = await launchFixture();
  await page.evaluate(async () => {
    document.title = 'canary-title';
    const area = document.createElement('textarea');
    area.id = 'draft';
    document.body.append(area);
    history.replaceState({ note: 'canary-state' }, '', '#canary-hash');
    await (await fetch('/media?canary-address')).arrayBuffer();
  });
  await page.locator('#draft').fill('canary-draft');
  await app.close();
  const hits = globSync('**', { cwd: userData })
    .map((name) => join(userData, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .filter((file) => {
      const bytes = readFileSync(file);
      return bytes.includes('canary-') || bytes.includes(Buffer.from('canary-', 'utf16le'));
    });
  expect(hits).toEqual([]);
  rmSync(userData, { recursive: true, force: true });
});

test('Chromium has its sandbox but for root, and can resolve none of its own services', () => {
  const chromium = globSync('/proc/[0-9]*/cmdline')
    .map((file) => {
      try {
        return readFileSync(file, 'utf8').split('\0');
      } catch {
        // A process that ended meanwhile.
        return [];
      }
    })
    .filter((args) => args.some((arg) => arg.startsWith(`--user-data-dir=${fixture.userData}`)))
    .filter((args) => args.includes('--remote-debugging-pipe'));
  expect(chromium.length).toBeGreaterThan(0);
  for (const args of chromium) {
    expect(args.includes('--no-sandbox')).toBe(process.getuid?.() === 0);
    const rules = args.find((arg) => arg.startsWith('--host-resolver-rules=')) ?? '';
    for (const name of ['google.com', 'googleapis.com', 'gstatic.com', 'gvt1.com'])
      expect(rules).toContain(`MAP *.${name} ^NOTFOUND`);
    expect(args).toContain('--headless=new');
  }
});

test('without a display and not headless it says so and ends', async () => {
  const env = { ...hostEnvironment(), DISPLAY: '', WAYLAND_DISPLAY: '', TRELLIS_HOST_HEADLESS: '' };
  const args = [fixtureFolder, `--user-data-dir=${join(fixture.userData, 'other')}`];
  const child = spawn(join(hostFolder(), 'electron'), args, { env });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, errors]).toEqual([1, expect.stringContaining('Unable to open X display')]);
});

test('after a kill of the whole app the same folder opens again at once', async () => {
  const { app, userData } = await launchFixture();
  app.process().kill('SIGKILL');
  const args = [fixtureFolder, `--user-data-dir=${userData}`, '--remote-debugging-port=0'];
  const again = spawn(join(hostFolder(), 'electron'), args, { env: hostEnvironment() });
  const line = await new Promise<string>((resolve) => {
    again.stderr.on('data', (chunk: Buffer) => {
      if (chunk.includes('DevTools listening')) resolve('listening');
    });
    again.once('exit', (code) => resolve(`ended with ${String(code)}`));
  });
  const ended = new Promise((resolve) => again.once('exit', resolve));
  again.kill('SIGTERM');
  expect([line, await ended]).toEqual(['listening', 0]);
});
