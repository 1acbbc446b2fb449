// Every screen in three widths: nothing may stand beside the window. And pictures for eyes, light and dark, where a folder for them is named.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { RunningApp } from './app';
import { setTheme } from './axe';

const pictures = process.env['TRELLIS_PICTURES'];
const themes = pictures === undefined ? (['light'] as const) : (['light', 'dark'] as const);

const sizes = [
  { width: 1280, height: 800 },
  { width: 640, height: 800 },
  { width: 420, height: 800 },
] as const;

/** Controls, headings and texts beside the window. What scrolls in a box of its own may be wider; these cannot be reached. */
const beside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, textarea, h1, h2, p')]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  );

/** No control, heading or text of what is on the screen may stand beside the window, however wide it is. */
export async function shoot(running: RunningApp, name: string): Promise<void> {
  const { page } = running;
  for (const theme of themes) {
    await setTheme(running, theme);
    await page.waitForFunction(
      (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
      theme,
    );
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.mouse.move(0, 0);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        const path = join(pictures, `${name}-${size.width}-${theme}.png`);
        await page.screenshot({ path, animations: 'disabled' });
      }
      await expect.poll(() => beside(page), `${name}, ${theme}, ${size.width} wide`).toEqual([]);
    }
  }
  await setTheme(running, 'light');
  await page.setViewportSize(sizes[0]);
}
