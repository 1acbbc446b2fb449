// Time zones (`m.tz` of the extended profile, spec 1.16): read of any person, written of this account. Stores nothing.
import { createProfileField, type ProfileFieldDeps } from './profileField';

export interface TheirZone {
  /** The server has extended profiles. */
  readonly isKept: boolean;
  /** A name of the IANA data base that this computer knows; null: the person has none. */
  readonly timeZone: string | null;
}

export interface TimeZones {
  /** @throws AppFailure */
  of(userId: string): Promise<TheirZone>;
  /** Sets the time zone of this account; null removes it. @throws AppFailure `unsupported_server` */
  set(timeZone: string | null): Promise<void>;
}

/** The name, or null if this computer does not know the zone. */
export function knownZone(name: unknown): string | null {
  if (typeof name !== 'string' || name.length > 64 || !/^[A-Z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // This exception means that this computer does not know the zone.
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
