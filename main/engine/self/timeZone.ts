// The time zone that somebody tells others (`m.tz` of the extended profile, spec 1.16): of anybody read, of this account set. Keeps nothing.
import { isRecord } from '../base/record';
import { errcodeOf, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import type { Features } from '../server/features';

const field = 'm.tz';

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

export function createTimeZones({
  http,
  features,
  ownUserId,
}: {
  readonly http: Http;
  readonly features: Pick<Features, 'level' | 'need'>;
  readonly ownUserId: string;
}): TimeZones {
  const at = (userId: string): string => path`/profile/${userId}/${field}`;
  return {
    async of(userId) {
      if ((await features.level('profileFields')) === 'unsupported')
        return { isKept: false, timeZone: null };
      try {
        const answer = await http.request<unknown>({
          ...{ method: 'GET', path: at(userId), retry: 'limited' },
        });
        return { isKept: true, timeZone: knownZone(isRecord(answer) ? answer[field] : null) };
      } catch (thrown) {
        // Of a field that is not set, and of a server that has only names and pictures.
        const code = statusOf(thrown);
        if (code !== 404 && code !== 400 && code !== 403) throw thrown;
        return { isKept: code === 404 && errcodeOf(thrown) === 'M_NOT_FOUND', timeZone: null };
      }
    },
    async set(timeZone) {
      await features.need('profileFields');
      const request = { path: at(ownUserId), retry: 'limited' } as const;
      if (timeZone === null) await http.request({ ...request, method: 'DELETE' });
      else await http.request({ ...request, method: 'PUT', body: { [field]: timeZone } });
    },
  };
}
