// The floor of a start and of a switch: the app's own rows, styles and fonts as a page without the app, in a window of the same host.
// It is taken from a running app, so both draw the same; the only script puts rows in and scrolls to their end.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

/** The window's main part with one room open. */
export interface StillRoom {
  readonly name: string;
  readonly html: string;
}

/** The page's current content without scripts; `data-top` holds the scroll position of a part. */
function drawn(page: Page, selector: string): Promise<string> {
  return page.evaluate((css) => {
    for (const one of document.querySelectorAll('*'))
      if (one.scrollTop > 0) one.setAttribute('data-top', String(one.scrollTop));
      else one.removeAttribute('data-top');
    return document.querySelector(css)?.outerHTML ?? '';
  }, selector);
}

export const drawnRoom = async (page: Page, name: string): Promise<StillRoom> => ({
  name,
  html: await drawn(page, 'main'),
});

/** Rooms that are pressed take the place of the one that is drawn, as they stood in the app. */
const script = (rooms: readonly StillRoom[]): string => `
const rooms = ${JSON.stringify(rooms).replaceAll('</', '<\\/')};
const scroll = (part) => {
  for (const one of part.querySelectorAll('[data-top]')) one.scrollTop = Number(one.dataset.top);
};
scroll(document);
addEventListener('mousedown', ({ target }) => {
  const row = target.closest('[role="treeitem"]');
  const room = rooms.find(({ name }) => row?.textContent.includes(name));
  if (room === undefined) return;
  document.querySelector('main').outerHTML = room.html;
  scroll(document.querySelector('main'));
});
`;

/**
 * A folder that the host starts as an app of its own (`bare/main.cjs`), with the page as it stands.
 * @param build folder of the built app, for its styles and fonts
 */
export async function makeStill(
  page: Page,
  rooms: readonly StillRoom[],
  build: string,
): Promise<{ readonly folder: string; forget(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-feel-still-'));
  cpSync(resolve(__dirname, 'bare'), folder, { recursive: true });
  const from = join(build, '.out', 'renderer');
  mkdirSync(join(folder, 'assets'));
  cpSync(join(from, 'assets'), join(folder, 'assets'), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one.endsWith('.css')))
    cpSync(join(from, name), join(folder, name));
  const html = (await drawn(page, 'html'))
    .replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replaceAll(/<script\b[^>]*>/g, '')
    .replaceAll(/app:\/\/bundle\//g, '')
    .replace('</body>', `<script>${script(rooms)}</script></body>`);
  writeFileSync(join(folder, 'page.html'), `<!doctype html>\n${html}`);
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
