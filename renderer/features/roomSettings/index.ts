import { later } from '#app/later';

export const RoomSettingsDialog = later(
  async () => (await import('./RoomSettingsDialog')).RoomSettingsDialog,
);
