import { later } from '#app/later';

export { sections as settingsSections } from './sections';

export const SettingsPlace = later(async () => (await import('./SettingsPlace')).SettingsPlace);
export const SignOutDialog = later(async () => (await import('./SignOutDialog')).SignOutDialog);
