import { later } from '#app/later';

export const NotificationsPlace = later(
  async () => (await import('./NotificationsPlace')).NotificationsPlace,
);
