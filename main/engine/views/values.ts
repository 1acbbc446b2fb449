// The small values: draft of a room, session of the account, settings of the window. No SDK.
import { roomNoOf, sections } from '#stores/rooms/rooms';
import { getDraft, type StoredDraft } from '#stores/settings/drafts';
import { getSetting, settingsWithPrefix } from '#stores/settings/settings';
import { get } from '#stores/sqlite/statements';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { Session } from '#contract/areas/account/accountModels';
import type { ConversationId } from '#contract/areas/ids';
import { isDeviceGone } from '../base/deviceGone';
import type { Clock, StoredSession } from '../base/types';
import { cleanName } from '../events/cleanName';
import { avatarHandle } from '../rooms/people';
import { differing, guarded } from './reading';
import type { Sink, View } from './view';

type Db = Store['db'];

interface ValueDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'setTimeout'>;
}

/** A value that is read anew when `concerns` says so, and delivered only when it differs. */
function valueView<T>(
  clock: ValueDeps['clock'],
  read: () => T,
  concerns: (changes: ChangeSet) => boolean,
  sink: Sink<T>,
): View {
  const set = differing(sink);
  const update = guarded(clock, sink, () => set(read()));
  update.now();
  return {
    refresh(changes) {
      if (concerns(changes)) update.now();
    },
    close: update.close,
  };
}

const emptyDraft: StoredDraft = { text: '', replyTo: null, editing: null };

export function createDraftView(
  { store, clock }: ValueDeps,
  { roomId, threadId }: ConversationId,
  sink: Sink<StoredDraft>,
): View {
  const read = (): StoredDraft => {
    const roomNo = roomNoOf(store.db, roomId);
    return (roomNo === null ? null : getDraft(store.db, roomNo, threadId)) ?? emptyDraft;
  };
  return valueView(clock, read, (changes) => changes.topics.has('drafts'), sink);
}

interface OwnProfile {
  readonly display_name: string | null;
  readonly avatar_mxc: string | null;
}

/** This account's profile as its member event in the most recently active room gives it. Reads the index section by section, not each room. */
function ownProfile(db: Db, userId: string): OwnProfile | null {
  const newest = sections.flatMap(
    (section) =>
      get<OwnProfile & { activity_ms: number }>(
        db,
        `SELECT m.display_name, m.avatar_mxc, r.activity_ms
         FROM rooms r CROSS JOIN members m ON m.room_no = r.room_no AND m.user_id = ?
         WHERE r.section = ? AND r.membership IN ('join', 'invite', 'knock') AND m.membership = 'join'
         ORDER BY r.activity_ms DESC, r.room_no DESC LIMIT 1`,
        userId,
        section,
      ) ?? [],
  );
  return newest.sort((one, other) => other.activity_ms - one.activity_ms)[0] ?? null;
}

export function readSession(db: Db): Session {
  const session = getSetting<StoredSession>(db, 'session');
  if (session === null)
    return {
      state: 'signed_out',
      userId: null,
      deviceId: null,
      displayName: null,
      avatar: null,
      serverName: null,
      baseUrl: null,
      accountPage: null,
    };
  const profile =
    getSetting<{ displayName: string | null; avatarMxc: string | null }>(db, 'profile') ?? null;
  const inRoom = profile === null ? ownProfile(db, session.userId) : null;
  return {
    state: session.state,
    userId: session.userId,
    deviceId: session.deviceId,
    displayName: cleanName(profile?.displayName ?? inRoom?.display_name),
    avatar: avatarHandle(db, profile?.avatarMxc ?? inRoom?.avatar_mxc ?? null),
    serverName: session.serverName,
    baseUrl: session.baseUrl,
    accountPage: session.oauth?.accountPage ?? null,
    ...(session.guest === true && { guest: true }),
    ...(isDeviceGone(session) && { deviceGone: true }),
  };
}

export function createSessionView({ store, clock }: ValueDeps, sink: Sink<Session>): View {
  return valueView(
    clock,
    () => readSession(store.db),
    (changes) =>
      changes.topics.has('session') || changes.topics.has('settings') || changes.members.size > 0,
    sink,
  );
}

/** Names of settings that the window may read and write begin with this. */
export const windowSettings = 'ui.';

/** Settings that the window wrote. The window chooses the names, which are checked there; `fromEntries` makes own properties only. */
export const readSettings = (db: Db): Record<string, unknown> =>
  Object.fromEntries(settingsWithPrefix(db, windowSettings));

export function createSettingsView(
  { store, clock }: ValueDeps,
  sink: Sink<Record<string, unknown>>,
): View {
  return valueView(
    clock,
    () => readSettings(store.db),
    (changes) => changes.topics.has('settings'),
    sink,
  );
}
