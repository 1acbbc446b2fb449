// Reads and changes profiles, and searches for people. Asks the server; keeps nothing.
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { personName } from './names';
import { avatarHandle } from './people';

export interface RemoteProfile {
  readonly userId: string;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

export interface Profiles {
  /** Null when the server does not know the person. */
  fetch(userId: string): Promise<RemoteProfile | null>;
  /** Sets a field of this account's profile; null removes it. @throws AppFailure */
  set(userId: string, key: 'displayname' | 'avatar_url', value: string | null): Promise<void>;
  /** People of the server's directory. */
  search(term: string, limit?: number): Promise<RemoteProfile[]>;
}

export function createProfiles(http: Http): Profiles {
  return {
    async fetch(userId) {
      try {
        const answer = await http.request<unknown>({
          method: 'GET',
          path: path`/profile/${userId}`,
          retry: 'limited',
        });
        return profileOf(userId, answer);
      } catch (thrown) {
        if (statusOf(thrown) === 404) return null;
        throw thrown;
      }
    },
    async set(userId, key, value) {
      await http.request({
        method: 'PUT',
        path: path`/profile/${userId}/${key}`,
        // Not every server has DELETE; an empty text is none for all of them.
        body: { [key]: value ?? '' },
        retry: 'limited',
      });
    },
    async search(term, limit = 20) {
      const answer = await http.request<unknown>({
        method: 'POST',
        path: '/user_directory/search',
        body: { search_term: term, limit },
        retry: 'limited',
        timeoutMs: 15_000,
      });
      const results = isRecord(answer) && Array.isArray(answer['results']) ? answer['results'] : [];
      return results.flatMap((one: unknown) => {
        const userId = isRecord(one) ? one['user_id'] : null;
        return typeof userId === 'string' && userId.startsWith('@') ? [profileOf(userId, one)] : [];
      });
    },
  };
}

function profileOf(userId: string, value: unknown): RemoteProfile {
  const profile = isRecord(value) ? value : {};
  const name = profile['displayname'] ?? profile['display_name'];
  const avatar = profile['avatar_url'];
  return {
    userId,
    displayName: typeof name === 'string' && name !== '' ? name : null,
    avatarMxc: typeof avatar === 'string' && avatar.startsWith('mxc://') ? avatar : null,
  };
}

/** Somebody as the window shows them. */
export const personOf = (
  { db }: Pick<Store, 'db'>,
  { userId, displayName, avatarMxc }: RemoteProfile,
): Person => ({
  userId,
  name: personName(displayName, userId),
  ambiguous: false,
  avatar: avatarHandle(db, avatarMxc),
});

/** People whom the server's directory finds, as the window shows them. @throws AppFailure */
export async function searchPeople(
  store: Pick<Store, 'db'>,
  profiles: Pick<Profiles, 'search'>,
  term: string,
): Promise<Person[]> {
  const found = await profiles.search(term);
  return found.map((one) => personOf(store, one));
}
