// The sides that are compared: the app, Cinny in the same Chromium, and two floors in a window of the app's host: a bare page, and
// the app's own rows as a page without the app.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { _electron, chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findChromium } from '../../chromium-host/path.cjs';
import { startApp } from '../support/app';
import { composer, roomRow } from '../support/drive';
import type { Stage } from '../support/stage';
import { armed, firstPaints, paintedAt } from './measure';
import { newestOf, type World } from './world';

export interface Running {
  readonly page: Page;
  /** From the start of the process to the painted list, ms. */
  readonly startMs: number;
  /** From the beginning of the page to the painted list, and to the newest message of the room that was open last, ms; R2. */
  readonly listMs: number;
  readonly roomMs: number;
  close(): Promise<void>;
}

export interface Side {
  readonly name: 'ours' | 'before' | 'peer';
  /** Signs in on an empty profile: from the press to the painted list, ms. */
  signIn(world: World): Promise<{ readonly running: Running; readonly signInMs: number }>;
  start(lastRoom: string): Promise<Running>;
  /** From the press on a room to its painted newest message, ms. */
  visit(page: Page, name: string): Promise<number>;
  /** From Enter to the painted echo, ms. */
  echo(page: Page, text: string): Promise<number>;
  readonly folder: string;
  forget(): void;
}

const unknownTimes = { startMs: Number.NaN, listMs: Number.NaN, roomMs: Number.NaN };

/** Rows of the list that must be there: the window holds about twelve. */
const rows = 10;
const size = { width: 1280, height: 800 };

function newFolder(name: string): { readonly folder: string; readonly forget: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `trellis-feel-${name}-`));
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

const ourRow = '[role="treeitem"][aria-level="2"]';
const ourMessage = '[data-key]';

/** Epoch time at which the page began. */
const originOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/** The browser's paint times; without them the time of the page's answer. */
async function timesOf(
  page: Page,
  answered: { readonly list: number; readonly room: number },
): Promise<Pick<Running, 'listMs' | 'roomMs'>> {
  const origin = await originOf(page);
  const noted = await firstPaints(page, '[role="tree"]', 'main');
  return noted ?? { listMs: answered.list - origin, roomMs: answered.room - origin };
}

async function visitOurs(page: Page, name: string): Promise<number> {
  const row = roomRow(page, name).first();
  await row.scrollIntoViewIfNeeded();
  const took = await armed(page, { text: newestOf(name), beside: '[role="tree"]' });
  await row.click();
  return took();
}

/** @param build folder of another built version of the app, which is measured as `before` */
export function ourSide(stage: Stage, build?: string): Side {
  const name = build === undefined ? 'ours' : 'before';
  const profile = newFolder(name);
  const from = build === undefined ? {} : { folder: resolve(build) };
  const start = async (lastRoom: string): Promise<Running> => {
    const began = Date.now();
    const { page, close } = await startApp({ userData: profile.folder, ...from, ...size });
    const [list, room] = await Promise.all([
      paintedAt(page, ourRow, rows),
      paintedAt(page, ourMessage, 1, newestOf(lastRoom)),
    ]);
    const origin = await originOf(page);
    const times = await timesOf(page, { list, room });
    return { page, close, startMs: origin + times.listMs - began, ...times };
  };
  return {
    name,
    ...profile,
    start,
    signIn: async (world) => {
      const { page, close } = await startApp({ userData: profile.folder, ...from, ...size });
      const { server, user, password } = stage.credentials(world.person);
      await page.getByLabel('Server', { exact: true }).fill(server);
      await page.getByLabel('User name', { exact: true }).fill(user);
      await page.getByLabel('Password', { exact: true }).fill(password);
      const press = async (name: string): Promise<number> => {
        const button = page.getByRole('button', { name, exact: true });
        await button.waitFor({ timeout: 120_000 });
        const at = Date.now();
        await button.click();
        return at;
      };
      const began = await press('Sign in');
      // The person's own time on the screen of the recovery key does not count. The second device of the account is asked for the key.
      const [skip, ...more] = build === undefined ? ['Not now', 'Go on without it'] : ['Later'];
      await page.getByRole('button', { name: skip, exact: true }).waitFor({ timeout: 120_000 });
      const asked = Date.now();
      let went = await press(skip ?? '');
      for (const name of more) went = await press(name);
      const painted = await paintedAt(page, ourRow, rows);
      const signInMs = asked - began + (painted - went);
      return { running: { page, close, ...unknownTimes }, signInMs };
    },
    visit: visitOurs,
    echo: async (page, text) => {
      await composer(page).pressSequentially(text);
      const took = await armed(page, { text, beside: '[role="tree"]' });
      await composer(page).press('Enter');
      return took();
    },
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const fromRoot = ['olm.wasm', 'manifest.json', 'sw.js', 'pdf.worker.min.js'];

/** A built Cinny on loopback; unknown paths are answered by its page. */
async function serve(folder: string, homeserver: string): Promise<{ server: Server; url: string }> {
  const config = {
    defaultHomeserver: 0,
    homeserverList: [homeserver],
    allowCustomHomeservers: true,
    featuredCommunities: { openAsDefault: false, spaces: [], rooms: [], servers: [] },
    hashRouter: { enabled: false, basename: '/' },
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.split('/').at(-1) ?? '';
    if (name === 'config.json') {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(config));
    }
    const asked = join(folder, fromRoot.includes(name) ? name : pathname);
    const file = existsSync(asked) && statSync(asked).isFile() ? asked : join(folder, 'index.html');
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, url: `http://localhost:${port}/` };
}

const peerRow = 'a[href*="/home/"]';

/** Null where no served build of Cinny is given. */
export async function peerSide(stage: Stage): Promise<(Side & { close(): void }) | null> {
  const build = process.env['TRELLIS_PEER_CINNY'];
  if (build === undefined || build === '') return null;
  const given = /^https?:/.test(build);
  const served = given ? null : await serve(resolve(build), stage.homeserver.baseUrl);
  const url = served?.url ?? build;
  const profile = newFolder('peer');
  const open = async (): Promise<Pick<Running, 'page' | 'close'>> => {
    const context = await chromium.launchPersistentContext(profile.folder, {
      executablePath: findChromium() ?? 'chromium',
      headless: true,
      viewport: size,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    return { page, close: async () => context.close() };
  };
  return {
    name: 'peer',
    ...profile,
    close: () => served?.server.close(),
    // It begins with no room.
    start: async () => {
      const began = Date.now();
      const { page, close } = await open();
      const list = await paintedAt(page, peerRow, rows);
      const listMs = list - (await originOf(page));
      return { page, close, startMs: list - began, listMs, roomMs: Number.NaN };
    },
    signIn: async ({ person }) => {
      const { page, close } = await open();
      await page.locator('input[name=usernameInput]').fill(person.username, { timeout: 60_000 });
      await page.locator('input[name=passwordInput]').fill(person.password);
      const began = Date.now();
      await page.locator('button[type=submit]').click();
      const painted = await paintedAt(page, peerRow, rows);
      return { running: { page, close, ...unknownTimes }, signInMs: painted - began };
    },
    visit: async (page, name) => {
      const row = page.locator(peerRow).filter({ hasText: name }).first();
      await row.scrollIntoViewIfNeeded();
      const took = await armed(page, { text: newestOf(name), beside: 'nav' });
      await row.click();
      return took();
    },
    echo: async (page, text) => {
      const field = page.locator('[data-editable-name=RoomInput]');
      await field.pressSequentially(text);
      const took = await armed(page, { text, beside: 'nav' });
      await field.press('Enter');
      return took();
    },
  };
}

/** A window of the same host with a page and nothing else: `bare`, or the app's own rows as they stood (`still.ts`). */
export interface Floor extends Running {
  readonly folder: string;
  visit(name: string): Promise<number>;
  forget(): void;
}

/** @param folder of the host's little app; `row` what its list is made of */
async function startPage(folder: string, row: string, message?: string): Promise<Floor> {
  const profile = newFolder('page');
  const began = Date.now();
  const app = await _electron.launch({
    args: [folder, `--user-data-dir=${profile.folder}`],
    env: Object.fromEntries(
      Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  });
  const page = await app.firstWindow();
  await page.setViewportSize(size);
  const [list, room] = await Promise.all([
    paintedAt(page, row, rows),
    message === undefined ? null : paintedAt(page, ourMessage, 1, newestOf(message)),
  ]);
  const times = await timesOf(page, { list, room: room ?? list });
  return {
    page,
    startMs: (await originOf(page)) + times.listMs - began,
    ...times,
    visit: (name) => visitOurs(page, name),
    ...profile,
    close: async () => app.close(),
  };
}

/** The least that a window of this host needs. */
export const startBare = (): Promise<Floor> => startPage(resolve(__dirname, 'bare'), 'li');

/** The app's rows without the app, the room that was open last among them. */
export const startStill = (folder: string, lastRoom: string): Promise<Floor> =>
  startPage(folder, ourRow, lastRoom);
