// The time zone that somebody tells others (`m.tz` of the extended profile, spec 1.16): of anybody read, of this account set. Keeps nothing.
import { createProfileField, type ProfileFieldDeps } from './profileField';

export interface TheirZone {
  /** The server has such profiles. */
  readonly isKept: boolean;
  /** A name of the IANA data base that this computer knows; null: they tell none. */
  readonly timeZone: string | null;
}

export interface TimeZones {
  /** @throws AppFailure */
  of(userId: string): Promise<TheirZone>;
  /** Of this account; null takes it away. @throws AppFailure `unsupported_server` */
  set(timeZone: string | null): Promise<void>;
}

/** Null for a name that nobody could tell the time by. */
export function knownZone(name: unknown): string | null {
  if (typeof name !== 'string' || name.length > 64 || !/^[A-Z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // That is how this computer says that it does not know it.
    return null;
  }
}

export function createTimeZones(deps: ProfileFieldDeps): TimeZones {
  const field = createProfileField(deps, 'm.tz');
  return {
    async of(userId) {
      const { isKept, value } = await field.of(userId);
      return { isKept, timeZone: knownZone(value) };
    },
    set: (timeZone) => field.set(timeZone),
  };
}
