// Reads and changes profiles, and searches for people. Asks the server; keeps nothing.
import { serverNameOf } from '#contract/plainNames';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { soughtPeople } from '#contract/plainNames';
import { errcodeOf, statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http, HttpRequest } from '../http/http';
import { path } from '../http/url';
import { personName } from './names';
import { avatarHandle } from './people';

const longestLookMs = 8000;

export interface RemoteProfile {
  readonly userId: string;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

export interface Profiles {
  /** Null when the server does not know the person. */
  fetch(userId: string): Promise<RemoteProfile | null>;
  /** The profile, asked for once and for at most some seconds. @throws AppFailure */
  look(userId: string): Promise<RemoteProfile>;
  /** Sets a field of this account's profile; null removes it. @throws AppFailure */
  set(userId: string, key: 'displayname' | 'avatar_url', value: string | null): Promise<void>;
  /** People of the server's directory. */
  search(term: string, limit?: number): Promise<RemoteProfile[]>;
}

export function createProfiles(http: Http): Profiles {
  const read = async (
    userId: string,
    how: Pick<HttpRequest, 'retry' | 'timeoutMs'>,
  ): Promise<RemoteProfile> =>
    profileOf(
      userId,
      await http.request<unknown>({ method: 'GET', path: path`/profile/${userId}`, ...how }),
    );
  return {
    look: (userId) => read(userId, { retry: 'none', timeoutMs: longestLookMs }),
    async fetch(userId) {
      try {
        return await read(userId, { retry: 'limited' });
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

export interface SoughtPerson {
  readonly found: (typeof soughtPeople)[number];
  readonly person: Person | null;
}

/** Whether an address belongs to somebody, by the profile that the server has or gets. Without its answer nothing is said. */
export async function findPerson(
  store: Pick<Store, 'db'>,
  profiles: Pick<Profiles, 'look'>,
  userId: string,
  ownUserId: string,
): Promise<SoughtPerson> {
  try {
    return { found: 'there', person: personOf(store, await profiles.look(userId)) };
  } catch (thrown) {
    return { found: soughtBy(thrown, userId, ownUserId), person: null };
  }
}

function soughtBy(thrown: unknown, userId: string, ownUserId: string): SoughtPerson['found'] {
  const isOwn = serverNameOf(userId) === serverNameOf(ownUserId);
  const errcode = errcodeOf(thrown);
  // Some servers say M_UNKNOWN with it. Bridges make people when they are invited; their names have a _.
  if (statusOf(thrown) === 404 && (errcode === 'M_NOT_FOUND' || errcode === 'M_UNKNOWN'))
    return isOwn && !userId.includes('_') ? 'nobody' : 'unsure';
  if (errcode === 'M_FORBIDDEN') return 'unsure';
  return !isOwn && (statusOf(thrown) ?? 0) >= 500 ? 'unsure' : 'unknown';
}
