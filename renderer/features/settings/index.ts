import { later } from '#app/later';

export { sections as settingsSections } from './sections';

export const SettingsPlace = later(async () => (await import('./SettingsPlace')).SettingsPlace);
/** Finds rows of the settings by their words, and marks one in its open section. Loaded with its first use. */
export const settingsFinder = async () => {
  const [{ rowsFound }, { markSetting }] = await Promise.all([
    import('./find/settings'),
    import('./find/markSetting'),
  ]);
  return { rowsFound, markSetting };
};
export const SignOutDialog = later(async () => (await import('./SignOutDialog')).SignOutDialog);
