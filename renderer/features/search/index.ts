import { later } from '#app/later';

export { focusSearch } from './field';

export const SearchPlace = later(async () => (await import('./SearchPlace')).SearchPlace);
