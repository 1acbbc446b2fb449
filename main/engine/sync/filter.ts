// The filters of sync: the first sync's, the stored one of all later syncs, and its life on the server.
import { isDeepStrictEqual } from 'node:util';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { errcodeOf, notMatrix, statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';

/** The fields of a filter that the requirements name (CHAT-3.20), within the parts of an answer. */
export interface EventFilter {
  readonly types?: readonly string[];
  readonly not_types?: readonly string[];
  readonly rooms?: readonly string[];
  readonly senders?: readonly string[];
  readonly contains_url?: boolean;
  readonly limit?: number;
  readonly lazy_load_members?: boolean;
  readonly include_redundant_members?: boolean;
}

export interface Filter {
  readonly presence?: EventFilter;
  readonly account_data?: EventFilter;
  readonly room?: {
    readonly rooms?: readonly string[];
    readonly include_leave?: boolean;
    readonly timeline?: EventFilter;
    readonly state?: EventFilter;
    readonly ephemeral?: EventFilter;
    readonly account_data?: EventFilter;
  };
}

export const firstTimelineLimit = 8;
/** After some hours without a connection, a larger part of a busy room comes without a gap. */
const liveTimelineLimit = 50;

/** Members come with the events that they sent; the others are loaded when the user opens the list (rooms/memberLoader.ts). */
const syncFilter = (limit: number, members?: EventFilter): Filter => ({
  room: { timeline: { limit }, state: { lazy_load_members: true, ...members } },
});

/** Sent in the query itself, because it is used once (CHAT-9.2). */
export const firstFilter: Filter = syncFilter(firstTimelineLimit);

const nothing: EventFilter = { limit: 0, types: [] };

/** Rooms with nothing in them: what is left are the invitations. */
export const invitesFilter: Filter = {
  presence: nothing,
  account_data: nothing,
  room: { timeline: nothing, state: nothing, ephemeral: nothing, account_data: nothing },
};

/** Else a server leaves out the members that it has sent before, and all that they change, also where that answer never arrived. */
const sentAgain: EventFilter = { include_redundant_members: true };

export const liveFilter: Filter = syncFilter(liveTimelineLimit, sentAgain);

export interface FilterDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly userId: string;
  readonly signal?: AbortSignal;
}

/** POST /user/{userId}/filter (CHAT-7.40). */
export async function createFilter(deps: FilterDeps, filter: Filter): Promise<string> {
  const answer = await deps.http.request<unknown>({
    method: 'POST',
    path: path`/user/${deps.userId}/filter`,
    body: filter,
    retry: 'none',
    signal: deps.signal,
  });
  const id = isRecord(answer) ? answer['filter_id'] : null;
  if (typeof id !== 'string' || id === '' || id.startsWith('{')) throw notMatrix();
  return id;
}

/** GET /user/{userId}/filter/{filterId}; null when the server no longer has it (CHAT-8.11). */
export async function readFilter(deps: FilterDeps, filterId: string): Promise<Filter | null> {
  try {
    return await deps.http.request<Filter>({
      method: 'GET',
      path: path`/user/${deps.userId}/filter/${filterId}`,
      retry: 'none',
      signal: deps.signal,
    });
  } catch (thrown) {
    const errcode = errcodeOf(thrown);
    if (errcode === 'M_UNKNOWN' || errcode === 'M_NOT_FOUND') return null;
    throw thrown;
  }
}

/** The id of the stored filter if the server still has the same one, else of a new one. */
export async function ensureFilter(deps: FilterDeps, wanted: Filter): Promise<string> {
  const known = getSetting<string>(deps.store.db, 'filterId');
  if (typeof known === 'string') {
    const there = await readFilter(deps, known);
    if (there !== null && isDeepStrictEqual(there, wanted)) return known;
  }
  const id = await createFilter(deps, wanted);
  deps.store.write(() => setSetting(deps.store.db, 'filterId', id));
  return id;
}

/** True after a server refused a poll because it no longer has the filter: a new one has to be made. */
export function lostFilter(store: Store, thrown: unknown): boolean {
  if (![400, 404].includes(statusOf(thrown) ?? 0)) return false;
  try {
    store.write(() => deleteSetting(store.db, 'filterId'));
  } catch {
    // The disk takes no write: this run makes a new filter all the same.
  }
  return true;
}
