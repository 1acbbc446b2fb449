// What the viewer of a file marks as the place that is meant: painted over the text, so no element says so.
import type { Page } from '@playwright/test';

export const shownPlaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(CSS.highlights.get('file-found-now') ?? [])].map((range) => range.toString()),
  );
