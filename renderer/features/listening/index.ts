import { later } from '#app/later';

/** Nothing plays before the first picture. */
export const LeftSound = later(async () => (await import('./LeftSound')).LeftSound, {
  afterFirst: true,
});
