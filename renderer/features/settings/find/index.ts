import { later } from '#app/later';

export const FindSetting = later(async () => (await import('./FindSetting')).FindSetting);
