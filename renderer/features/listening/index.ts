import { later } from '#app/later';

/** Before the first picture no sound plays. */
export const LeftSound = later(async () => (await import('./LeftSound')).LeftSound, {
  afterFirst: true,
});
