// Main's own few settings, `shell.json`: what concerns the operating system's side and no account.
import { join } from 'node:path';
import { z } from 'zod';
import { ThemeChoice } from '../../preload/contract/shell';
import { readJson, writeJson } from './atomicFile';

const Settings = z.object({
  version: z.literal(1),
  theme: ThemeChoice.default('system'),
  /** Closing the last window leaves the app in the tray. Has an effect only where a tray icon is shown. */
  closeToTray: z.boolean().default(false),
  /** Mutes and unmutes during a call, wherever the focus is. */
  muteShortcut: z.string().max(60).nullable().default(null),
});
export type ShellSettings = Omit<z.infer<typeof Settings>, 'version'>;

export interface SettingsFile {
  get(): ShellSettings;
  set(change: Partial<ShellSettings>): Promise<void>;
}

export async function openSettings(userData: string): Promise<SettingsFile> {
  const file = join(userData, 'shell.json');
  const found = await readJson(file);
  const parsed = Settings.safeParse(found.state === 'ok' ? found.data : null);
  let current: ShellSettings = parsed.success
    ? {
        theme: parsed.data.theme,
        closeToTray: parsed.data.closeToTray,
        muteShortcut: parsed.data.muteShortcut,
      }
    : { theme: 'system', closeToTray: false, muteShortcut: null };
  return {
    get: () => current,
    set: async (change) => {
      current = { ...current, ...change };
      await writeJson(file, { version: 1, ...current });
    },
  };
}
