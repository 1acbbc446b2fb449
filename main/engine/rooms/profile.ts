// Profiles and presence: the own ones are written, others' are read; people are searched for. Keeps nothing.
import { appFailure } from '#contract/wire/errors';
import { statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { presenceStates, type PresenceState } from '../events/presence';

export interface RemoteProfile {
  readonly userId: string;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

export interface Profiles {
  /** Null when the server does not know the person. */
  fetch(userId: string): Promise<RemoteProfile | null>;
  setDisplayName(name: string): Promise<void>;
  setAvatar(mxc: string): Promise<void>;
  setPresence(state: string, statusMessage?: string): Promise<void>;
  /** People of the server's directory. */
  search(term: string, limit?: number): Promise<RemoteProfile[]>;
  whoami(): Promise<{ userId: string; deviceId: string | null }>;
}

/** @throws AppFailure 'Bad presence value: {value}' (CHAT-5.1) */
export function presenceOf(value: string): PresenceState {
  const state = presenceStates.find((known) => known === value);
  if (state === undefined) throw appFailure('bad_request', `Bad presence value: ${value}`);
  return state;
}

export function createProfiles(http: Http, ownUserId: string): Profiles {
  const put = (key: 'displayname' | 'avatar_url', value: string) =>
    http.request({
      method: 'PUT',
      path: path`/profile/${ownUserId}/${key}`,
      body: { [key]: value },
      retry: 'limited',
    });

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
    setDisplayName: async (name) => void (await put('displayname', name)),
    setAvatar: async (mxc) => void (await put('avatar_url', mxc)),
    async setPresence(state, statusMessage) {
      await http.request({
        method: 'PUT',
        path: path`/presence/${ownUserId}/status`,
        body: { presence: presenceOf(state), status_msg: statusMessage },
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
    async whoami() {
      const answer = await http.request<Record<string, unknown>>({
        method: 'GET',
        path: '/account/whoami',
        retry: 'limited',
      });
      const deviceId = answer['device_id'];
      return {
        userId: String(answer['user_id']),
        deviceId: typeof deviceId === 'string' ? deviceId : null,
      };
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
