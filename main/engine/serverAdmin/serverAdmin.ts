// Acts of a server administrator by Synapse's admin API: list users and their sessions, reset a password, deactivate an account.
// Must not keep anything: each answer comes fresh from the server.
import type { ServerUser, ServerUsers, UserSession } from '#contract/areas/account/serverAdmin';
import { appFailure } from '#contract/wire/errors';
import { isRecord, textOf } from '#stores/events/types';
import { cleanName } from '../events/cleanName';
import { isRefusal, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

const prefix = '/_synapse/admin';
const pageSize = 50;
const mostSessions = 100;

export interface ServerAdmin {
  /** Whether this account is an administrator; a server without these functions has none. @throws AppFailure when it does not answer */
  isAdmin(): Promise<boolean>;
  users(search: string, from: string | null): Promise<ServerUsers>;
  /** Sessions of a user, the newest first. */
  whois(userId: string): Promise<UserSession[]>;
  /** Guards the two acts below. @throws AppFailure `bad_request`, also for a name that cannot be shown as it is */
  mustBeSomebodyElse(userId: string): void;
  /** A password that a question can show as it is. @throws AppFailure `bad_request` */
  mustBeShown(password: string): void;
  deactivate(userId: string, erase: boolean): Promise<void>;
  resetPassword(userId: string, password: string, signOut: boolean): Promise<void>;
}

const isUserId = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 255 && /^@[^:\s]*:\S+$/.test(text);

/** A question could not show them as they are. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;

function userIn(told: unknown): ServerUser | null {
  if (!isRecord(told) || !isUserId(told['name'])) return null;
  // Seconds in one version of it, milliseconds in another.
  const created = told['creation_ts'];
  const isUsable = typeof created === 'number' && Number.isFinite(created) && created > 0;
  return {
    userId: told['name'],
    name: cleanName(told['displayname']),
    isAdmin: isYes(told['admin']),
    isGuest: isYes(told['is_guest']),
    isDeactivated: isYes(told['deactivated']),
    createdAtMs: !isUsable ? null : created < 1e11 ? created * 1000 : created,
  };
}

/** Synapse writes 0 and 1 on some databases. */
const isYes = (value: unknown): boolean => value === true || value === 1;

function sessionsIn(answer: unknown): UserSession[] {
  const devices = isRecord(answer) ? answer['devices'] : null;
  if (!isRecord(devices)) throw notMatrix();
  const list = (value: unknown, key: string): unknown[] =>
    isRecord(value) && Array.isArray(value[key]) ? value[key] : [];
  return Object.values(devices)
    .flatMap((device) => list(device, 'sessions'))
    .flatMap((session) => list(session, 'connections'))
    .filter(isRecord)
    .map((one) => ({
      ip: textOf(one['ip'])?.slice(0, 64) ?? null,
      program: textOf(one['user_agent'])?.slice(0, 200) ?? null,
      lastSeenMs: typeof one['last_seen'] === 'number' ? one['last_seen'] : null,
    }))
    .sort((one, other) => (other.lastSeenMs ?? 0) - (one.lastSeenMs ?? 0))
    .slice(0, mostSessions);
}

export function createServerAdmin(http: Pick<Http, 'request'>, ownUserId: string): ServerAdmin {
  const ask = (where: string, query: Record<string, string | number | null> = {}) =>
    http.request<unknown>({ method: 'GET', prefix, path: where, query, retry: 'limited' });
  const act = (where: string, body: unknown) =>
    http.request<unknown>({ method: 'POST', prefix, path: where, body, retry: 'limited' });
  const mustBeSomebodyElse = (userId: string): void => {
    if (!isUserId(userId) || unseen.test(userId))
      throw appFailure('bad_request', 'Not the id of a user');
    if (userId === ownUserId)
      throw appFailure('bad_request', 'The own account ends in its own settings');
  };
  return {
    async isAdmin() {
      try {
        const answer = await ask(path`/v1/users/${ownUserId}/admin`);
        return isRecord(answer) && answer['admin'] === true;
      } catch (thrown) {
        if (isRefusal(thrown)) return false;
        throw thrown;
      }
    },
    async users(search, from) {
      const name = search.trim() === '' ? null : search.trim();
      const query = { name, from, limit: pageSize, guests: 'true', deactivated: 'true' };
      const answer = await ask('/v2/users', query);
      if (!isRecord(answer) || !Array.isArray(answer['users'])) throw notMatrix();
      const { total, next_token: next } = answer;
      return {
        users: answer['users'].slice(0, pageSize).flatMap((one) => userIn(one) ?? []),
        total: typeof total === 'number' ? total : 0,
        next: typeof next === 'string' || typeof next === 'number' ? String(next) : null,
      };
    },
    mustBeSomebodyElse,
    mustBeShown(password) {
      if (unseen.test(password))
        throw appFailure('bad_request', 'Not a password that can be shown');
    },
    whois: async (userId) => sessionsIn(await ask(path`/v1/whois/${userId}`)),
    async deactivate(userId, erase) {
      mustBeSomebodyElse(userId);
      await act(path`/v1/deactivate/${userId}`, { erase });
    },
    async resetPassword(userId, password, signOut) {
      mustBeSomebodyElse(userId);
      await act(path`/v1/reset_password/${userId}`, {
        new_password: password,
        logout_devices: signOut,
      });
    },
  };
}
