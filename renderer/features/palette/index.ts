import { later } from '#app/later';

export type { PaletteAct } from './options';

export const Palette = later(async () => (await import('./Palette')).Palette);
