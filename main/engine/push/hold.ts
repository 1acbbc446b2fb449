// Decides whether this computer shows notifications now, by its own switches and quiet hours. Counts and badges do not change.
import { isRecord } from '#stores/events/types';
import { getSetting } from '#stores/settings/settings';
import type { Database } from '#stores/sqlite/statements';

/** Settings of the window. */
const settingNames = {
  on: 'ui.notifications.on',
  sound: 'ui.notifications.sound',
  quiet: 'ui.notifications.quiet',
} as const;

/** Minutes since midnight; null for text that is no time of day. */
function minutesOf(text: unknown): number | null {
  const match = typeof text === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) : null;
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** `{on, from, to}` as `HH:MM` of this computer's clock; over midnight where `to` is not later. */
function isQuietHour(quiet: unknown, nowMs: number): boolean {
  if (!isRecord(quiet) || quiet['on'] !== true) return false;
  const [from, to] = [minutesOf(quiet['from']), minutesOf(quiet['to'])];
  if (from === null || to === null || from === to) return false;
  const date = new Date(nowMs);
  const now = date.getHours() * 60 + date.getMinutes();
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** True when no notification of this account is shown here now. */
export const isHeldBack = (db: Database, nowMs: number): boolean =>
  getSetting<unknown>(db, settingNames.on) === false ||
  isQuietHour(getSetting<unknown>(db, settingNames.quiet), nowMs);

export const isSoundOff = (db: Database): boolean =>
  getSetting<unknown>(db, settingNames.sound) === false;
