// Reads the highlight of the file viewer: it is painted over the text, so that no element holds it.
import type { Page } from '@playwright/test';

export const shownPlaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(CSS.highlights.get('file-found-now') ?? [])].map((range) => range.toString()),
  );

/** Those of them that can be seen. */
export const placesInView = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ([...(CSS.highlights.get('file-found-now') ?? [])] as Range[])
      .filter((range) => {
        const { top, bottom } = range.getBoundingClientRect();
        return bottom > top && top > 0 && bottom < window.innerHeight;
      })
      .map(String),
  );
