// Starts one instance of the app with its own profile folder, the way Electron is started; which host runs is the environment's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';

// npm and Playwright both run at the root of the project.
const root = process.cwd();

/** Arguments of the host before the app's folder, e.g. `--no-sandbox` for root on real Electron. */
const hostArgs = (process.env['TRELLIS_ELECTRON_ARGS'] ?? '').split(' ').filter(Boolean);

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** Output of the app's process, to look at after a failure. */
  output(): string;
  /** Quits the way a user does; `again` starts it on the same profile. */
  close(): Promise<void>;
}

export interface AppOptions {
  /** Default: a new folder. */
  readonly userData?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A packed app's program, in place of Electron with the project's folder. */
  readonly program?: string;
  /** Default: this project's, built. */
  readonly folder?: string;
  /** Switches of the browser, e.g. `--use-fake-device-for-media-stream`. */
  readonly args?: readonly string[];
  readonly width?: number;
  readonly height?: number;
}

export function newUserData(): string {
  return mkdtempSync(join(tmpdir(), 'trellis-app-'));
}

export function removeUserData(userData: string): void {
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
}

export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  const userData = options.userData ?? newUserData();
  const env = Object.fromEntries(
    Object.entries({
      ...process.env,
      TRELLIS_TEST: '1',
      // Stands for a desktop with a key store; without one a passphrase is asked for first.
      TRELLIS_KEY_STORE: 'gnome_libsecret',
      ...options.env,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const lines: string[] = [];
  const app = await _electron.launch({
    ...(options.program === undefined ? {} : { executablePath: options.program }),
    args: [
      ...hostArgs,
      ...(options.program === undefined ? [options.folder ?? root] : []),
      `--user-data-dir=${userData}`,
      ...(options.args ?? []),
    ],
    env,
    timeout: 60_000,
  });
  app.process().stdout?.on('data', (data) => lines.push(String(data)));
  app.process().stderr?.on('data', (data) => lines.push(String(data)));
  const page = await app.firstWindow();
  page.on('console', (message) => lines.push(`[${message.type()}] ${message.text()}\n`));
  page.on('pageerror', (error) => lines.push(`[pageerror] ${error.stack ?? error.message}\n`));
  await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
  return {
    app,
    page,
    userData,
    output: () => lines.join(''),
    close: async () => {
      await app.close();
    },
  };
}
