// Screens that are loaded with their first use, with the texts that only they need.
import type { ComponentType } from 'react';
import { later as part, type LaterOptions } from '#ui/later';
import { laterWords } from './i18n';

export { fetchSoon, fetchWhenIdle, firstPicture, firstPictureStands } from '#ui/later';

/** Like `later` of `ui`, for a screen: its texts are loaded before it renders. */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: LaterOptions,
): ComponentType<P> =>
  part(async () => {
    const [screen] = await Promise.all([load(), laterWords()]);
    return screen;
  }, options);
