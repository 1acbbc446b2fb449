import { later } from '#app/later';

export { focusSearch } from './field';

export const HitBar = later(async () => (await import('./HitBar')).HitBar);
export const SearchPlace = later(async () => (await import('./SearchPlace')).SearchPlace);
