// Starts the fixture app in the Chromium host for one test file, with a folder of its own, and ends it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { hostFolder } from '../chromium-host/path.cjs';

process.env['ELECTRON_OVERRIDE_DIST_PATH'] = hostFolder();

export const fixtureFolder = join(__dirname, 'fixture');

/** Functions that the page's own script and the preload set on the window. */
interface FixtureApi {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: (...args: unknown[]) => void): () => void;
  pathOf(file: File): string;
  fail(): void;
  missing(): void;
  give(values: unknown[]): Promise<unknown[]>;
  argv: string[];
  has(owner: string, member: string): boolean;
  nested: { deep: { frozen: boolean } };
}
declare global {
  interface Window {
    api: FixtureApi;
    atStart: { api: string; secret: string };
    ports: MessagePort[];
    portsClosed: number;
  }
}

export interface Fixture {
  app: ElectronApplication;
  page: Page;
  userData: string;
  /** A value of the app's `__seen`, as JSON. */
  seen<T>(name: string): Promise<T>;
  close(): Promise<void>;
}

export function hostEnvironment(): Record<string, string> {
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]);
  return { ...Object.fromEntries(env), TRELLIS_HOST_HEADLESS: '1' };
}

export async function launchFixture(): Promise<Fixture> {
  const userData = mkdtempSync(join(tmpdir(), 'host-'));
  const app = await _electron.launch({
    args: [fixtureFolder, `--user-data-dir=${userData}`],
    env: hostEnvironment(),
    timeout: 30_000,
  });
  const page = await app.firstWindow();
  await page.getByRole('heading', { name: 'Fixture' }).waitFor();
  return {
    app,
    page,
    userData,
    seen: <T>(name: string) =>
      app.evaluate((_electronModule, key) => {
        const all = (globalThis as unknown as { __seen: Record<string, unknown> }).__seen;
        return all[key];
      }, name) as Promise<T>,
    async close() {
      await app.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until `read` gives a value that `is` accepts; fails with the last value. */
export async function eventually<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  const endMs = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (is(value)) return value;
    if (Date.now() > endMs) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
