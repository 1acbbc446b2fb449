import { later } from '#app/later';

export const SettingsPlace = later(async () => (await import('./SettingsPlace')).SettingsPlace);
