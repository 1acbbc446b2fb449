// One field of the extended profile (spec 1.16), by its name: read of any person, written of this account. Stores nothing, checks no value.
import { isRecord } from '../base/record';
import { errcodeOf, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import type { Features } from '../server/features';

export interface ProfileFieldDeps {
  readonly http: Http;
  readonly features: Pick<Features, 'level' | 'need'>;
  readonly ownUserId: string;
}

export interface ProfileField {
  /** `isKept` false: the server stores names and avatars only. @throws AppFailure */
  of(userId: string): Promise<{ readonly isKept: boolean; readonly value: unknown }>;
  /** Sets the field of this account; null removes it. @throws AppFailure `unsupported_server` */
  set(value: unknown): Promise<void>;
}

export function createProfileField(
  { http, features, ownUserId }: ProfileFieldDeps,
  field: string,
): ProfileField {
  const at = (userId: string): string => path`/profile/${userId}/${field}`;
  return {
    async of(userId) {
      if ((await features.level('profileFields')) === 'unsupported')
        return { isKept: false, value: null };
      try {
        const answer = await http.request<unknown>({
          ...{ method: 'GET', path: at(userId), retry: 'limited' },
        });
        return { isKept: true, value: isRecord(answer) ? answer[field] : null };
      } catch (thrown) {
        // These statuses mean a field that is not set, or a server that stores names and avatars only.
        const code = statusOf(thrown);
        if (code !== 404 && code !== 400 && code !== 403) throw thrown;
        return { isKept: code === 404 && errcodeOf(thrown) === 'M_NOT_FOUND', value: null };
      }
    },
    async set(value) {
      await features.need('profileFields');
      const request = { path: at(ownUserId), retry: 'limited' } as const;
      if (value === null) await http.request({ ...request, method: 'DELETE' });
      else await http.request({ ...request, method: 'PUT', body: { [field]: value } });
    },
  };
}
