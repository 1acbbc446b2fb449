import { later } from '#app/later';

export const ReadAllDialog = later(async () => (await import('./ReadAllDialog')).ReadAllDialog);
export const NotificationsPlace = later(
  async () => (await import('./NotificationsPlace')).NotificationsPlace,
);
