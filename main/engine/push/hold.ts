// Decides whether this computer shows notifications now, by its own switches and quiet hours. Counts and badges do not change.
import { getSetting } from '#stores/settings/settings';
import type { Database } from '#stores/sqlite/statements';
import { isQuietHour } from '#contract/quietHours';

/** Settings of the window. */
const settingNames = {
  on: 'ui.notifications.on',
  sound: 'ui.notifications.sound',
  quiet: 'ui.notifications.quiet',
} as const;

/** True when no notification of this account is shown here now. */
export const isHeldBack = (db: Database, nowMs: number): boolean =>
  getSetting<unknown>(db, settingNames.on) === false ||
  isQuietHour(getSetting<unknown>(db, settingNames.quiet), nowMs);

export const isSoundOff = (db: Database): boolean =>
  getSetting<unknown>(db, settingNames.sound) === false;
