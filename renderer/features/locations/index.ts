// Each is fetched with its first use, or when the window has nothing to do.
import { later } from '#app/later';

export const PlaceDialog = later(async () => (await import('./PlaceDialog')).PlaceDialog);
export const LiveCard = later(async () => (await import('./LiveCard')).LiveCard);
export { OwnLive } from './OwnLive';
export const RoomLiveBar = later(async () => (await import('./LiveBars')).RoomLiveBar);
