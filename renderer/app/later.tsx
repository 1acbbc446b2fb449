// Screens that come with their first use, with the words that only they need.
import type { ComponentType } from 'react';
import { later as part, type LaterOptions } from '#ui/later';
import { laterWords } from './i18n';

export { fetchSoon, fetchWhenIdle, firstPicture, firstPictureStands } from '#ui/later';

/** As `later` of `ui`, for a screen: its words are here before it is drawn. */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: LaterOptions,
): ComponentType<P> =>
  part(async () => {
    const [screen] = await Promise.all([load(), laterWords()]);
    return screen;
  }, options);
