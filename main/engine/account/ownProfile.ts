// The own name and picture as the server has them: asked for at the start, after each change made here, and when a room shows that another
// device has changed them. Must not change them.
import { setSetting, getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { all } from '#stores/sqlite/statements';
import type { Clock, Log } from '../base/types';
import { errorOf, reported } from '../base/unexpected';

interface Profile {
  readonly userId: string;
  readonly displayName: string | null;
  readonly avatarMxc: string | null;
}

export interface OwnProfileDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly ownUserId: string;
  readonly profiles: {
    /** Null when the server knows neither name nor picture. */
    fetch(userId: string): Promise<Profile | null>;
  };
}

export interface OwnProfile {
  /** Asks the server now. @throws AppFailure */
  refresh(): Promise<void>;
  /** Asks now, and again when a member event of this account says something else. */
  start(): void;
  stop(): void;
}

const isSame = (one: Profile, other: Profile | null): boolean =>
  one.displayName === other?.displayName && one.avatarMxc === other.avatarMxc;

/** A change of the profile reaches all rooms within moments; one question is enough. */
const settleMs = 1_000;

export function createOwnProfile({
  store,
  clock,
  log,
  ownUserId,
  profiles,
}: OwnProfileDeps): OwnProfile {
  const touched = new Set<number>();
  // A name of one room only stays different for ever, and is asked about once for each profile.
  const asked = new Set<string>();
  let cancel: (() => void) | null = null;
  let off: (() => void) | null = null;

  async function refresh(): Promise<void> {
    const none = { userId: ownUserId, displayName: null, avatarMxc: null };
    const profile = (await profiles.fetch(ownUserId)) ?? none;
    const before = getSetting<Profile>(store.db, 'profile');
    // A name that was the profile's own before may be news to this one.
    if (!isSame(profile, before)) asked.clear();
    store.write((changes) => {
      setSetting(store.db, 'profile', profile);
      changes.topic('session');
    });
  }

  /** Notes what these rooms say of this account that neither the profile says nor an earlier look has found. */
  function noteNews(rooms: readonly number[]): readonly string[] {
    const known = getSetting<Profile>(store.db, 'profile');
    const said = all<{ display_name: string | null; avatar_mxc: string | null }>(
      store.db,
      `SELECT DISTINCT m.display_name, m.avatar_mxc FROM json_each(?) j
       CROSS JOIN members m ON m.room_no = j.value AND m.user_id = ? WHERE m.membership = 'join'`,
      JSON.stringify(rooms),
      ownUserId,
    );
    const news = said
      .filter(
        ({ display_name, avatar_mxc }) =>
          display_name !== (known?.displayName ?? null) ||
          avatar_mxc !== (known?.avatarMxc ?? null),
      )
      .map(({ display_name, avatar_mxc }) => JSON.stringify([display_name, avatar_mxc]))
      .filter((one) => !asked.has(one));
    for (const one of news) asked.add(one);
    return news;
  }

  /** Asks once about what differs; a question that failed in passing is asked again with the next sign. */
  async function ask(rooms: readonly number[], news: readonly string[]): Promise<void> {
    try {
      await refresh();
    } catch (thrown) {
      if (errorOf(thrown).retryable) for (const one of news) asked.delete(one);
      throw thrown;
    }
    noteNews(rooms);
  }

  function look(): void {
    cancel = null;
    const rooms = [...touched];
    touched.clear();
    const news = noteNews(rooms);
    if (news.length > 0) ask(rooms, news).catch(reported(log, 'own profile'));
  }

  return {
    refresh,
    start() {
      refresh().catch(reported(log, 'own profile'));
      off = store.onCommit(({ members }) => {
        for (const roomNo of members) touched.add(roomNo);
        if (members.size > 0) cancel ??= clock.setTimeout(look, settleMs);
      });
    },
    stop() {
      off?.();
      cancel?.();
    },
  };
}
