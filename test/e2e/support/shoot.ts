// Pictures of a screen for eyes: light and dark, three widths. What is judged is only that nothing stands beside the window.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { RunningApp } from './app';
import { setTheme } from './axe';

export const pictures =
  process.env['TRELLIS_PICTURES'] ?? join(process.cwd(), 'test', '.artifacts', 'screens');

export const sizes = [
  { width: 1280, height: 800 },
  { width: 640, height: 800 },
  { width: 420, height: 800 },
] as const;

/** Six pictures of what stands on the screen; no control, heading or text may stand beside the window. */
export async function shoot(running: RunningApp, name: string): Promise<void> {
  const { page } = running;
  mkdirSync(pictures, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
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
      const path = join(pictures, `${name}-${size.width}-${theme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
      // What scrolls in a box of its own may be wider; a control or a text beside the window cannot be reached.
      const beside = (): Promise<string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll('button, input, textarea, h1, h2, p')]
            .filter((element) => element.checkVisibility())
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
            .map((element) => element.outerHTML.slice(0, 120)),
        );
      await expect.poll(beside, `${name}, ${theme}, ${size.width} wide`).toEqual([]);
    }
  }
  await setTheme(running, 'light');
  await page.setViewportSize(sizes[0]);
}
