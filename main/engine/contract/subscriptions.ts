// The contract's values and lists. Each reads the store (or a part that is in memory) again when something that it depends on has changed.
import type { SyncStatus } from '#contract/areas/account/accountModels';
import type { DeviceList } from '#contract/areas/encryption/devices';
import type { WithheldKeys } from '#contract/areas/encryption/encryption';
import type { ValueSink } from '#contract/wire/serve';
import { countPendingChanges } from '#stores/outbox/outbox';
import { isStoreFailure } from '#stores/sqlite/errors';
import type { Topic } from '#stores/sqlite/store';
import { attach, listed, ofOnline, paged, type Source } from './attach';
import { administerValues } from './beyond/administerCalls';
import { directoryValues, peekTimeline } from './beyond/directoryCalls';
import { callLists, callValues } from './callSubscriptions';
import { directoryPath, fileLists, fileValues } from './fileSubscriptions';
import { readDevices } from '../devices/list';
import { readNewSignIns } from '../devices/newSignIns';
import type { Doubts } from '../crypto/recipients/recipients';
import { unknownEncryption } from '../crypto/status';
import { locationLists } from './locations/locations';
import { identityValues } from './identity/identityCalls';
import { keptLists, keptValues } from './kept/keptCalls';
import { notifiedLists } from './notified/notifiedLists';
import { packLists } from './packs/packLists';
import type { EngineParts, Lists, Values } from './parts';
import { scheduledLists } from './scheduled/scheduledCalls';
import { addressValues } from './self/addresses';
import { presenceValues } from './self/presence';
import { proofValues } from './self/proof';
import { transferLists, transferValues } from './transferSubscriptions';
import { verificationValues } from './verificationSubscriptions';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { memberIds } from '#stores/rooms/state';
import { serverSetBack } from '#stores/settings/lost';
import { loadPeople } from '../rooms/people';
import { reported } from '../base/unexpected';
import { droppedTotal } from '../events/dropped';
import { createPinnedView } from '../messageActs/pinned';
import { accountRules } from '../push/accountRules';
import { storedRules } from '../push/storedRules';
import { createPlacesView } from '../search/places';
import { createCoverageView, createSearchView } from '../search/view';
import { createMembersView } from '../views/members';
import { createRemovalsView } from '../views/removals';
import { createIgnoredPeopleView } from '../views/ignoredPeople';
import { createNewsView } from '../views/news';
import { createPersonView } from '../views/person';
import { createRoomView } from '../views/room';
import { createRoomsView } from '../views/rooms';
import { createThreadsView, createUnreadThreadsView } from '../views/timeline/threadList';
import { createTimelineView } from '../views/timeline/timeline';
import { unsentIn } from '../views/unsent';
import { createDraftView, createSessionView, createSettingsView } from '../views/values';
import { guarded } from '../views/reading';
import type { Sink, ViewDeps } from '../views/view';

type Follow = <V>(sink: ValueSink<V>, read: () => V, ...sources: readonly Source[]) => () => void;

/** Sets the value now and after each change of the sources; when it cannot be read, the last one stays and it is read later. */
const following =
  ({ clock, log }: Pick<EngineParts, 'clock' | 'log'>): Follow =>
  (sink, read, ...sources) => {
    const { now, close } = guarded(clock, sink, () => sink.set(read()), log);
    const disposers = sources.map((source) => source(now));
    now();
    return () => {
      close();
      disposers.forEach((dispose) => dispose());
    };
  };

/** Null: the disk cannot be read. */
function readable<V>(read: () => V): { readonly read: V } | null {
  try {
    return { read: read() };
  } catch (thrown) {
    if (isStoreFailure(thrown)) return null;
    throw thrown;
  }
}

type Unsent = Pick<SyncStatus, 'waitingMessages' | 'waitingChanges' | 'unsent'>;

/** When the disk cannot be read, the failure is reported all the same, with the last counts. */
function createUnsent({ outbox, store }: Pick<EngineParts, 'outbox' | 'store'>): () => Unsent {
  let last: Unsent = { waitingMessages: 0, unsent: null };
  return () => {
    const now = readable((): Unsent => {
      const waitingChanges = countPendingChanges(store.db);
      return {
        waitingMessages: outbox.waiting(),
        ...(waitingChanges > 0 && { waitingChanges }),
        unsent: outbox.unsent(),
      };
    });
    last = now?.read ?? last;
    return last;
  };
}

function syncValue(
  { network, sessions, store, startedAtMs }: EngineParts,
  unsent: Unsent,
): SyncStatus {
  const status = network.now()?.sync.status();
  const consentUri = network.now()?.consent.uri() ?? null;
  const setBack = readable(() => serverSetBack(store.db))?.read ?? null;
  const about = { ...unsent, consentUri, ...(setBack !== null && { setBack }) };
  if (status !== undefined) return { ...status, ...about };
  const session = sessions.current();
  const phase =
    session === null ? 'signed_out' : session.state === 'expired' ? 'expired' : 'connecting';
  return {
    state: 'STOPPED',
    phase,
    sinceMs: startedAtMs,
    ...about,
    droppedEvents: readable(() => droppedTotal(store.db))?.read ?? 0,
    error: network.failure(),
  };
}

function withheldKeys(
  parts: EngineParts,
  roomId: string,
  sink: ValueSink<WithheldKeys>,
): () => void {
  const { store, network, log, ownUserId } = parts;
  const roomNo = roomNoOf(store.db, roomId);
  const none: WithheldKeys = { people: [], waits: false, unreached: [] };
  // When readings overlap, only the last one counts.
  let reading = 0;
  function show(
    room: number,
    { people: doubts, waits }: Doubts,
    unreached: readonly string[],
  ): void {
    const named = [...doubts.map(({ userId }) => userId), ...unreached];
    const people = loadPeople(store.db, room, named);
    sink.set({
      unreached: unreached.map((userId) => people.get(userId)),
      people: doubts.map(({ userId, reason }) => ({
        person: people.get(userId),
        isSelf: userId === ownUserId(),
        reason,
      })),
      waits,
    });
  }
  async function read(): Promise<void> {
    const mine = (reading += 1);
    const crypto = network.now()?.crypto ?? null;
    if (roomNo === null || crypto === null || getRoom(store.db, roomNo)?.encryption == null)
      return sink.set(none);
    const doubts = await crypto.recipients.doubtful(
      roomId,
      memberIds(store.db, roomNo, ['join', 'invite']).map(({ userId }) => userId),
    );
    if (mine !== reading) return;
    if (doubts.people.length > 0) show(roomNo, doubts, []);
    // This may have to ask the server.
    const unreached = await crypto.reach.unreached(roomNo);
    if (mine !== reading) return;
    show(roomNo, doubts, unreached);
  }
  const update = (): void => void read().catch(reported(log, 'withheld keys'));
  const disposers = [
    ofOnline(parts, (listener) => network.now()?.crypto?.recipients.onChange(listener))(update),
    store.onCommit((changes) => {
      if (roomNo !== null && changes.members.has(roomNo)) update();
    }),
  ];
  update();
  return () => {
    reading += 1;
    disposers.forEach((dispose) => dispose());
  };
}

export function createValues(parts: EngineParts): Values {
  const { store, network, media, startedAtMs, appVersion } = parts;
  const unsent = createUnsent(parts);
  const follow = following(parts);
  const onTopics =
    (...topics: readonly Topic[]): Source =>
    (listener) =>
      store.onCommit((changes) => {
        if (topics.some((topic) => changes.topics.has(topic))) listener();
      });
  const onSync = ofOnline(parts, (listener) => network.now()?.sync.onStatus(listener));
  const onConsent = ofOnline(parts, (listener) => network.now()?.consent.onChange(listener));
  const onDevices = ofOnline(parts, (listener) => network.now()?.devices.onChange(listener));
  const onCrypto = ofOnline(parts, (listener) => network.now()?.crypto?.onStatus(listener));
  return {
    engine: (_query, sink) => {
      sink.set({ version: appVersion, startedAtMs, state: 'ready' });
      return () => undefined;
    },
    session: (_query, sink) => attach(parts, createSessionView(parts, sink)),
    browserSignIn: (_query, sink) => {
      const { state } = parts.browserDoor;
      return follow(sink, state.now, state.onChange);
    },
    linking: (_query, sink) => {
      const { state } = parts.linkDoor;
      return follow(sink, state.now, state.onChange);
    },
    registration: (_query, sink) => {
      const { now, onChange } = parts.registrationDoor.registration;
      return follow(sink, now, onChange);
    },
    passwordReset: (_query, sink) => {
      const { now, onChange } = parts.registrationDoor.passwordReset;
      return follow(sink, now, onChange);
    },
    sync: (_query, sink) =>
      follow(
        sink,
        () => syncValue(parts, unsent()),
        onSync,
        onConsent,
        onTopics('session', 'outbox', 'sync'),
      ),
    encryption: (_query, sink) =>
      follow(sink, () => network.now()?.encryption() ?? unknownEncryption, onCrypto),
    newSignIns: (_query, sink) =>
      follow(
        sink,
        () => ({ all: readNewSignIns(store.db, parts.sessions.current()) }),
        onDevices,
        onTopics('session'),
      ),
    devices: (_query, sink) => {
      const read = (): DeviceList => ({
        ...readDevices(store.db, parts.sessions.current()),
        error: network.now()?.devices.error() ?? network.failure(),
      });
      return follow(sink, read, onDevices);
    },
    withheldKeys: (query, sink) => withheldKeys(parts, query.roomId, sink),
    news: (_query, sink) => attach(parts, createNewsView(parts, sink)),
    noticeTone: (_query, sink) => parts.desktop.tones.open(sink),
    notificationRules: (_query, sink) =>
      follow(
        sink,
        () => accountRules(storedRules(store.db, parts.ownUserId() ?? '')),
        onTopics('accountData'),
      ),
    room: (query, sink) => attach(parts, createRoomView(viewDeps(parts, 0), query, sink)),
    removals: (_query, sink) => attach(parts, createRemovalsView(viewDeps(parts, 0), sink)),
    ignoredPeople: (_query, sink) =>
      attach(parts, createIgnoredPeopleView(viewDeps(parts, 0), sink)),
    person: (query, sink) => attach(parts, createPersonView(viewDeps(parts, 0), query, sink)),
    draft: (query, sink) => attach(parts, createDraftView(viewDeps(parts, 0), query, sink)),
    unsent: ({ roomId }, sink) =>
      follow(sink, () => unsentIn(store.db, roomId), onTopics('drafts', 'scheduled')),
    waitingRecording: (query, sink) =>
      follow(
        sink,
        () => ({ recording: parts.recordings.waiting(query) }),
        parts.recordings.onChange,
        onTopics('drafts'),
      ),
    unreadThreads: (query, sink) =>
      attach(parts, createUnreadThreadsView(viewDeps(parts, 0), query, sink)),
    searchCoverage: ({ roomId }, sink) => attach(parts, createCoverageView(parts, roomId, sink)),
    // Stored settings came through `setSetting`, which takes JSON only.
    settings: (_query, sink) =>
      attach(parts, createSettingsView(parts, sink as Sink<Record<string, unknown>>)),
    download: ({ handle }, sink) =>
      follow(
        sink,
        () => media.downloads.state(handle),
        (listener) =>
          media.downloads.onChange((changed) => {
            if (changed === handle) listener();
          }),
      ),
    ...fileValues(parts),
    ...transferValues(parts),
    ...callValues(parts),
    ...verificationValues(parts),
    ...directoryValues(parts),
    ...administerValues(parts),
    ...presenceValues(parts),
    ...addressValues(parts),
    ...identityValues(parts),
    ...proofValues(parts),
    ...keptValues(parts),
  };
}

function viewDeps(parts: EngineParts, connection: number): ViewDeps {
  const { store, clock, log, ownUserId, typing, liveCalls, focus, media, network } = parts;
  return {
    store,
    log,
    clock,
    ownUserId,
    typing,
    liveCalls,
    uploads: media.uploads,
    focus: () => focus.of(connection),
    onFocus: focus.onChange,
    catchesUp: () => network.now()?.sync.catchesUp() ?? true,
    backfill: async (roomNo, chunkNo) => (await network.ready()).wanted.older(roomNo, chunkNo),
    backfillThread: async (roomNo, rootEventId) =>
      (await network.ready()).threads.older(roomIdOf(store.db, roomNo), rootEventId),
    loadContext: async (roomNo, eventId) => (await network.ready()).wanted.context(roomNo, eventId),
    wantEvent: (roomNo, eventId) => network.now()?.wanted.event(roomNo, eventId),
    wantReferences: (event) => network.now()?.wanted.references(event),
    wantMembers: (roomNo) =>
      void network.ready().then(
        ({ wanted }) => wanted.members(roomNo),
        () => undefined,
      ),
    isHighlight: (event) => network.now()?.push.isHighlight(event) ?? null,
  };
}

export const createLists = (parts: EngineParts): Lists => ({
  rooms: (query, sink, { id }) => paged(parts, createRoomsView(viewDeps(parts, id), query, sink)),
  // The open timeline is updated before everything else that a commit changes.
  timeline: (query, sink, { id }) =>
    query.peek === true
      ? peekTimeline(parts, query, sink)
      : paged(parts, createTimelineView(viewDeps(parts, id), query, sink), 'first'),
  pinned: (query, sink, { id }) =>
    listed(parts, createPinnedView(viewDeps(parts, id), query, sink)),
  threads: (query, sink, { id }) =>
    paged(parts, createThreadsView(viewDeps(parts, id), query, sink)),
  search: (query, sink) =>
    paged(
      parts,
      createSearchView({ ...parts, pathOf: (id) => directoryPath(parts, id) }, query, sink),
    ),
  places: (query, sink) =>
    paged(
      parts,
      createPlacesView({ ...parts, pathOf: (roomId) => directoryPath(parts, roomId) }, query, sink),
    ),
  members: (query, sink, { id }) =>
    paged(parts, createMembersView(viewDeps(parts, id), query, sink)),
  ...packLists(parts),
  ...locationLists(parts),
  ...scheduledLists(parts),
  ...keptLists(parts, (id) => viewDeps(parts, id)),
  ...notifiedLists(parts, (id) => viewDeps(parts, id)),
  ...fileLists(parts),
  ...transferLists(parts),
  ...callLists(parts),
});
