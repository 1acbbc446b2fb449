// Main's own few settings, `shell.json`: those of the operating system's side, which belong to no account.
import { join } from 'node:path';
import { z } from 'zod';
import { ThemeChoice, Zoom } from '#contract/shell';
import { readJson, writeJson } from './files/atomicFile';

const Settings = z.object({
  theme: ThemeChoice.default('system'),
  zoom: Zoom.default(100),
  /** Closing the last window leaves the app in the tray. Has an effect only where a tray icon is shown. */
  closeToTray: z.boolean().default(false),
  /** The shortcut that mutes and unmutes during a call, wherever the focus is. */
  muteShortcut: z.string().max(60).nullable().default(null),
  /** The key that opens the microphone while it is held, wherever the focus is. */
  talkShortcut: z.string().max(60).nullable().default(null),
  ringSound: z.boolean().default(true),
  /** Null: the user has not chosen. */
  spelling: z.boolean().nullable().default(null),
});
const Stored = Settings.extend({ version: z.literal(1) });
export type ShellSettings = z.infer<typeof Settings>;

export interface SettingsFile {
  get(): ShellSettings;
  set(change: Partial<ShellSettings>): Promise<void>;
}

export async function openSettings(userData: string): Promise<SettingsFile> {
  const file = join(userData, 'shell.json');
  const found = await readJson(file);
  const parsed = Stored.safeParse(found.state === 'ok' ? found.data : null);
  let current: ShellSettings = Settings.parse(parsed.success ? parsed.data : {});
  // One after the other: two at once would write into each other's new file.
  let last = Promise.resolve();
  return {
    get: () => current,
    set: (change) => {
      current = { ...current, ...change };
      const written = last.then(() => writeJson(file, { version: 1, ...current }));
      // The caller gets its failure; the next setting is written all the same.
      last = written.catch(() => undefined);
      return written;
    },
  };
}
