import { later } from '#app/later';

export { focusSearch, roomSearchFieldId } from './field';

export const HitBar = later(async () => (await import('./HitBar')).HitBar);
export const RoomSearchPanel = later(
  async () => (await import('./RoomSearchPanel')).RoomSearchPanel,
);
export const SearchPlace = later(async () => (await import('./SearchPlace')).SearchPlace);
