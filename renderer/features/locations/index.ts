// The parts of locations, for other features. Large parts are loaded with their first use, or while the window is idle.
import { later } from '#app/later';

export const PlaceDialog = later(async () => (await import('./PlaceDialog')).PlaceDialog);
export const LiveCard = later(async () => (await import('./LiveCard')).LiveCard);
export const PlaceCard = later(async () => (await import('./PlaceCard')).PlaceCard);
export { OwnLive } from './OwnLive';
export const RoomLiveBar = later(async () => (await import('./LiveBars')).RoomLiveBar);
