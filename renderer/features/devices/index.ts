import { later } from '#app/later';

export const DeviceSettings = later(async () => (await import('./DeviceSettings')).DeviceSettings);
