import { later } from '#app/later';

export const PackSettings = later(async () => (await import('./PackSettings')).PackSettings);
export const RoomPacks = later(async () => (await import('./RoomPacks')).RoomPacks);
