// An engine without Matrix: answers the whole contract from memory, through the real `serve`. For the gallery and for tests of
// the window; never part of the product.
import { fold } from '#stores/rooms/fold';
import { engine, type EngineContract } from '#contract/engine';
import type { IdentityTrust, Verification } from '#contract/areas/encryption/verificationModels';
import type { WithheldKeys } from '#contract/areas/encryption/encryption';
import { appFailure } from '#contract/wire/errors';
import type { MemberRow, Person } from '#contract/areas/rooms/peopleModels';
import type { SharingRow } from '#contract/areas/files/sharingModels';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { FoundMessage } from '#contract/areas/messages/search';
import type {
  EncryptionStatus,
  EngineInfo,
  Session,
  SyncStatus,
} from '#contract/areas/account/accountModels';
import type { Draft, RoomHeader, RoomRow } from '#contract/areas/rooms/roomsModels';
import type { SpaceRoom } from '#contract/areas/rooms/spaceModels';
import type { TimelineItem, UnreadPlace } from '#contract/areas/messages/timelineModels';
import type { Port } from '#contract/wire/port';
import { serve, type Implementation } from '#contract/wire/serve';
import type { CallArgs, CallOutput, ListQuery, ValueOf } from '#contract/wire/shapes';
import type {
  StorageUse,
  TransferRow,
  TransferSummary,
} from '#contract/areas/files/transfersModels';
import { callDefaults, noCalls, type CallWorld, quietRoom, ringValues } from './fakeCalls';
import { exportDefaults } from './fakeExports';
import { fileDefaults } from './fakeFileCalls';
import * as files from './fakeFiles';
import * as filesFixtures from '../filesFixtures';
import * as search from './fakeSearch';
import { nobodySignsIn, signInDefaults, type SignInWorld } from './fakeSignIn';
import { deviceDefaults, deviceValues, exampleDevices, type DevicesWorld } from './fakeDevices';
import { beyondDefaults, beyondValues, exampleBeyond, type BeyondWorld } from './fakeBeyond';
import { exampleSelf, selfDefaults, selfValues, type SelfWorld } from './fakeSelf';
import { listRooms, removalsOf, roomsOfSpace } from './fakeRoomList';
import { keptLists } from './fakeKept';
import { notifiedLists } from './fakeNotifications';
import { packLists } from './fakePacks';
import { threadsOf, timelineOf, unreadThreads } from './fakeThreads';
import { unsentOf, withoutUnsent } from './fakeUnsent';
import { liveIn, noRoomActs, pinnedOf, roomActDefaults, roomActValues } from './fakeRoomActs';
import type { RoomActsWorld } from './fakeRoomActs';
import * as fixtures from '../fixtures';

type CallName = keyof EngineContract['calls'] & string;
type Answers = {
  [K in CallName]?: (
    input: CallArgs<EngineContract, K>,
  ) => CallOutput<EngineContract, K> | Promise<CallOutput<EngineContract, K>>;
};

export interface World
  extends
    files.FilesWorld,
    CallWorld,
    RoomActsWorld,
    DevicesWorld,
    SelfWorld,
    BeyondWorld,
    SignInWorld,
    search.SearchWorld {
  engine: EngineInfo;
  session: Session;
  sync: SyncStatus;
  encryption: EncryptionStatus;
  withheldKeys: WithheldKeys;
  verifications: readonly Verification[];
  identityTrust: Readonly<Record<string, IdentityTrust>>;
  rooms: readonly RoomRow[];
  /** Ids of what stands in each space, also in the spaces within it. */
  spaces: Readonly<Record<string, readonly string[]>>;
  /** Rooms of each space in which this account is not. */
  spaceOthers: Readonly<Record<string, readonly SpaceRoom[]>>;
  headers: Readonly<Record<string, Partial<RoomHeader>>>;
  timelines: Readonly<Record<string, readonly TimelineItem[]>>;
  unreadPlaces: Readonly<Record<string, UnreadPlace>>;
  /** Messages that `search` searches; without highlights. */
  messages: readonly FoundMessage[];
  members: readonly MemberRow[];
  people: readonly Person[];
  drafts: Readonly<Record<string, Draft>>;
  settings: ValueOf<EngineContract, 'settings'>;
  sharing: Readonly<Record<string, readonly SharingRow[]>>;
  found: readonly FoundFile[];
  transfers: readonly TransferRow[];
  transferSummary: TransferSummary;
  storage: StorageUse;
  /** By handle; what is not named is ready. */
  downloads: Readonly<Record<string, ValueOf<EngineContract, 'download'>>>;
}

export interface FakeEngine {
  readonly world: World;
  /** Calls of the window, in order. */
  readonly calls: { readonly name: CallName; readonly input: unknown }[];
  /** Queries of the timelines that were opened, in order. */
  readonly openedTimelines: readonly ListQuery<EngineContract, 'timeline'>[];
  /** How often `removals` was opened. */
  readonly openedRemovals: readonly true[];
  /** Replaces the answers of some calls. */
  readonly answers: Answers;
  update(change: Partial<World>): void;
  attach(port: Port): { close(): void };
}

export const noTransfers: TransferSummary = {
  running: 0,
  waiting: 0,
  paused: 0,
  failed: 0,
  done: 0,
  bytesDone: 0,
  bytesTotal: 0,
  secondsLeft: null,
  waitUntilMs: null,
  allPaused: false,
  overtook: 0,
};

export const emptyWorld = (): World => ({
  ...{ ...noCalls(), ...exampleDevices(), ...exampleSelf(), ...exampleBeyond(), ...nobodySignsIn },
  engine: fixtures.engineInfo,
  session: fixtures.session,
  sync: fixtures.syncing,
  encryption: fixtures.encryptionReady,
  withheldKeys: { people: [], waits: false, unreached: [] },
  verifications: [],
  identityTrust: {},
  rooms: [],
  spaces: {},
  spaceOthers: {},
  headers: {},
  timelines: {},
  ...noRoomActs,
  unreadPlaces: {},
  messages: [],
  ...search.noSearch(),
  members: [],
  people: [],
  drafts: {},
  settings: {},
  directories: [],
  treeInvites: [],
  sharing: {},
  found: [],
  transfers: [],
  transferSummary: noTransfers,
  storage: { bytes: 0, keptBytes: 0, freeableBytes: 0, limitBytes: 40_000_000_000 },
  downloads: {},
});

export const exampleWorld = (): World => ({
  ...emptyWorld(),
  rooms: fixtures.rooms,
  headers: {
    [fixtures.roomId('larkfield')]: { topic: 'Bag, tote and shop front. Print on Friday.' },
    [fixtures.roomId('winter')]: { inviter: fixtures.people.odile },
  },
  timelines: { [fixtures.roomId('larkfield')]: fixtures.timeline },
  members: fixtures.members,
  people: Object.values(fixtures.people),
  directories: filesFixtures.directories,
});

/** `lists` replaces the sources of some lists. */
export function createFakeEngine(
  initial: Partial<World> = {},
  lists: Partial<Implementation<EngineContract>['lists']> = {},
): FakeEngine {
  const world: World = { ...emptyWorld(), ...initial };
  const refreshers = new Set<() => void>();
  const calls: { name: CallName; input: unknown }[] = [];
  const answers: Answers = {};
  const openedTimelines: ListQuery<EngineContract, 'timeline'>[] = [];
  const openedRemovals: true[] = [];
  const refresh = (): void => [...refreshers].forEach((one) => one());

  const watch = (push: () => void): (() => void) => {
    refreshers.add(push);
    push();
    return () => refreshers.delete(push);
  };
  const update = (change: Partial<World>): void => {
    Object.assign(world, change);
    refresh();
  };
  const headerOf = (roomId: string): RoomHeader => {
    const row = world.rooms.find((one) => one.roomId === roomId);
    const base: RoomHeader = fixtures.roomHeader(row ?? fixtures.roomRow('unknown', roomId), {
      roomId,
      membership: row?.membership ?? 'unknown',
    });
    const blocked = world.ignored.find((userId) => userId === base.directUserId);
    const beside = {
      ...(blocked !== undefined && { blocked: fixtures.person(blocked, base.name) }),
      ...(liveIn(world, roomId).length > 0 && { live: true }),
      ...(world.scheduled.length > 0 && { scheduled: true }),
    };
    return { ...base, ...beside, ...world.headers[roomId] };
  };
  const context: Context = { world, update, headerOf };

  const callOf = (name: CallName) => async (input: unknown) => {
    calls.push({ name, input });
    const answer = (answers[name] ?? defaults[name]) as (
      input: unknown,
      context: Context,
    ) => unknown;
    return answer(input, context);
  };
  const implementation: Implementation<EngineContract> = {
    // One function stands for all calls, so their types are lost here and only here.
    calls: Object.fromEntries(
      Object.keys(engine.calls).map((name) => [name, callOf(name as CallName)]),
    ) as unknown as Implementation<EngineContract>['calls'],
    values: {
      engine: (_query, sink) => watch(() => sink.set(world.engine)),
      session: (_query, sink) => watch(() => sink.set(world.session)),
      browserSignIn: (_query, sink) => watch(() => sink.set(world.browserSignIn)),
      registration: (_query, sink) => watch(() => sink.set(world.registration)),
      passwordReset: (_query, sink) => watch(() => sink.set(world.passwordReset)),
      sync: (_query, sink) => watch(() => sink.set(world.sync)),
      encryption: (_query, sink) => watch(() => sink.set(world.encryption)),
      verifications: (_query, sink) => watch(() => sink.set({ all: [...world.verifications] })),
      identityTrust: ({ userId }, sink) =>
        watch(() => sink.set({ trust: world.identityTrust[userId] ?? 'unverified' })),
      ...deviceValues(world, watch),
      ...selfValues(world, watch),
      ...beyondValues(world, watch),
      withheldKeys: (_query, sink) => watch(() => sink.set(world.withheldKeys)),
      room: ({ roomId }, sink) => watch(() => sink.set(headerOf(roomId))),
      person: ({ roomId, userId }, sink) =>
        watch(() => {
          const member = world.members.find((one) => one.person.userId === userId) ?? null;
          sink.set({
            ...{ member, person: member?.person ?? fixtures.person(userId, userId) },
            ignored: world.ignored.includes(userId),
            directRoomId: world.rooms.find((one) => one.directUserId === userId)?.roomId ?? null,
            sharedRooms: world.rooms
              .filter((one) => one.section === 'rooms' && one.roomId !== roomId)
              .slice(0, 12)
              .map(({ roomId: id, name, avatar }) => ({ roomId: id, name, avatar })),
          });
        }),
      draft: (q, sink) =>
        watch(() => sink.set(world.drafts[q.roomId] ?? { text: '', replyTo: null, editing: null })),
      unsent: ({ roomId }, sink) => watch(() => sink.set(unsentOf(world, roomId))),
      notificationRules: (_query, sink) => watch(() => sink.set(world.notificationRules)),
      settings: (_query, sink) => watch(() => sink.set({ ...world.settings })),
      unreadThreads: (_q, sink) => watch(() => sink.set(unreadThreads(world))),
      searchCoverage: ({ roomId }, sink) => watch(() => sink.set(search.coverageOf(world, roomId))),
      download: ({ handle }, sink) =>
        watch(() =>
          sink.set(world.downloads[handle] ?? { state: 'ready', progress: null, error: null }),
        ),
      directory: ({ roomId }, sink) => watch(() => sink.set(files.directoryHeader(world, roomId))),
      file: ({ roomId, entryId }, sink) =>
        watch(() => sink.set(files.fileDetails(world, roomId, entryId))),
      transferSummary: (_query, sink) => watch(() => sink.set(world.transferSummary)),
      wantedPreviews: (_query, sink) => watch(() => sink.set([])),
      storage: (_query, sink) => watch(() => sink.set(world.storage)),
      callTurn: (_query, sink) => watch(() => sink.set(world.callTurn)),
      removals: (_query, sink) => {
        openedRemovals.push(true);
        return watch(() => sink.set(removalsOf(world)));
      },
      treeInvites: (_query, sink) => watch(() => sink.set({ waiting: world.treeInvites.length })),
      missedCalls: (_query, sink) =>
        watch(() => sink.set({ unseen: world.callHistory.filter((one) => one.unseen).length })),
      ...ringValues(world, watch),
      ...roomActValues(world, watch),
      liveGroupCalls: (_query, sink) => watch(() => sink.set([...world.liveGroupCalls])),
      groupCallRoom: ({ roomId: id }, sink) =>
        watch(() => sink.set({ ...quietRoom(id), ...world.groupCallRooms[id] })),
      callRoom: ({ roomId }, sink) =>
        watch(() => {
          const { name, directUserId, blocked } = headerOf(roomId);
          const canCall = blocked === undefined;
          const room = { roomId, roomName: name, directUserId, canCall, members: [] };
          sink.set({ ...room, ...world.callRooms[roomId] });
        }),
    },
    lists: {
      rooms: (query, sink) => ({ close: watch(() => sink.set(listRooms(world, query))) }),
      timeline: (query, sink) => {
        openedTimelines.push(query);
        return {
          close: watch(() => sink.set(query.peek ? world.peekItems : timelineOf(world, query))),
          paginate: async (direction) => {
            if (world.olderRefused && direction === 'back') throw appFailure('forbidden', 'No');
            return { reachedStart: true, reachedEnd: true };
          },
        };
      },
      ...packLists(world, watch),
      ...keptLists(world, watch),
      ...notifiedLists(world, watch),
      threads: (q, sink) => ({ close: watch(() => sink.set(threadsOf(world, q))) }),
      liveLocations: (q, sink) => ({ close: watch(() => sink.set(liveIn(world, q.roomId))) }),
      pinned: ({ roomId }, sink) => ({ close: watch(() => sink.set(pinnedOf(world, roomId))) }),
      ...search.searchLists(world, watch),
      members: ({ text }, sink) => ({
        close: watch(() =>
          sink.set(world.members.filter((one) => fold(one.person.name).includes(fold(text)))),
        ),
      }),
      trees: ({ expanded }, sink) => ({
        close: watch(() => sink.set(files.treeItems(world, expanded))),
      }),
      directoryItems: (query, sink) => {
        let { limit } = query;
        const push = () => sink.set(files.directoryItems(world, { ...query, limit }));
        return {
          close: watch(push),
          paginate: async (_direction: 'back' | 'forward', count: number) => {
            limit += count;
            push();
            const all = files.directoryItems(world, { ...query, limit: 100_000 }).length;
            return { reachedStart: true, reachedEnd: limit >= all };
          },
        };
      },
      sharing: ({ roomId }, sink) => ({
        close: watch(() => sink.set(world.sharing[roomId] ?? [])),
      }),
      files: (query, sink) => ({ close: watch(() => sink.set(files.foundFiles(world, query))) }),
      transfers: (_query, sink) => ({ close: watch(() => sink.set(world.transfers)) }),
      callSignals: (_query, sink) => ({ close: watch(() => sink.set(world.callSignals)) }),
      callHistory: ({ missedOnly }, sink) => ({
        close: watch(() =>
          sink.set(
            world.callHistory.filter(({ call }) => !missedOnly || call.outcome === 'missed'),
          ),
        ),
      }),
      ...lists,
    },
  };

  return {
    world,
    calls,
    answers,
    openedTimelines,
    openedRemovals,
    update,
    attach: (port) => serve(engine, implementation, port, { log: { warn: () => undefined } }),
  };
}

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
  readonly headerOf: (roomId: string) => RoomHeader;
}

type Defaults = {
  [K in CallName]: (
    input: CallArgs<EngineContract, K>,
    context: Context,
  ) => CallOutput<EngineContract, K>;
};

const nothing = () => ({});
function decided({ world: { withheldKeys: now }, update }: Context, userId: string) {
  const people = now.people.filter(({ person }) => person.userId !== userId);
  update({ withheldKeys: { ...now, people, waits: people.length > 0 && now.waits } });
  return {};
}
const sent = () => ({ key: 'sent' });

const setRow = ({ world, update }: Context, roomId: string, change: Partial<RoomRow>): void =>
  update({
    rooms: world.rooms.map((row) => (row.roomId === roomId ? { ...row, ...change } : row)),
  });

const withoutRoom = ({ world, update }: Context, roomId: string): Record<string, never> => {
  update({ rooms: world.rooms.filter((row) => row.roomId !== roomId) });
  return {};
};

const setVerification = (
  { world, update }: Context,
  id: string,
  change: Partial<Verification>,
): Record<string, never> => {
  update({
    verifications: world.verifications.map((one) => (one.id === id ? { ...one, ...change } : one)),
  });
  return {};
};

const defaults: Defaults = {
  startVerification: () => ({ id: 'verification' }),
  acceptVerification: ({ id }, context) =>
    setVerification(context, id, { phase: 'ready', ways: { emoji: true, read: false } }),
  compareEmoji: ({ id }, context) => setVerification(context, id, { phase: 'started' }),
  readVerificationCode: ({ id }, context) => {
    setVerification(context, id, { phase: 'started', read: 'by_me', code: null });
    return { outcome: 'read' };
  },
  confirmVerification: ({ id, matches }, context) =>
    setVerification(
      context,
      id,
      matches
        ? { confirmed: true }
        : { phase: 'cancelled', cancelled: { code: 'mismatched_sas', byMe: true } },
    ),
  endVerification: ({ id }, { world, update }) => {
    update({ verifications: world.verifications.filter((one) => one.id !== id) });
    return {};
  },
  ...fileDefaults,
  ...exportDefaults,
  ...callDefaults,
  dismissCutCall: (_input, { update }) => {
    update({ cutCall: null });
    return {};
  },
  callHistorySeen: (_input, { world, update }) => {
    update({ callHistory: world.callHistory.map((one) => ({ ...one, unseen: false })) });
    return {};
  },
  ...signInDefaults,
  setDisplayName: ({ name }, { world, update }) => {
    update({ session: { ...world.session, displayName: name === '' ? null : name } });
    return {};
  },
  setOwnPicture: nothing,
  tryNow: () => ({}),
  signOutCheck: () => ({ unsentMessages: 2, drafts: 1, unbackedKeys: 0, serverHears: true }),
  signOut: (_input, { update }) => {
    update({ session: fixtures.signedOut });
    return {};
  },
  createRecoveryKey: (_input, { world, update }) => {
    update({ encryption: { ...world.encryption, state: 'key_shown' } });
    return { recoveryKey: 'EsTG 9qVb 2mKd Wf4H uYpN c7Rx LaZ3 hJ8e TvQ6 nBs5 DgMw 4kPy' };
  },
  resetEncryption: ({ password }, { world, update }) => {
    if (password === null) throw appFailure('forbidden', 'Needs a password');
    if (password !== 'correct') throw appFailure('wrong_password', 'Wrong password');
    update({ encryption: { ...world.encryption, state: 'key_shown', identityReplaced: false } });
    return { recoveryKey: 'EsNW 2Xyz 9qVb 2mKd Wf4H uYpN c7Rx LaZ3 hJ8e TvQ6 nBs5 DgMw' };
  },
  confirmRecoveryKey: ({ outcome }, { world, update }) => {
    const state = outcome === 'saved' ? 'ready' : 'skipped';
    update({ encryption: { ...world.encryption, state } });
    return {};
  },
  unlockWithRecoveryKey: ({ recoveryKey }, { world, update }) => {
    if (!recoveryKey.startsWith('EsTG')) throw appFailure('wrong_recovery_key', 'Wrong key');
    update({ encryption: { ...world.encryption, state: 'ready' } });
    return {};
  },
  acceptIdentity: ({ userId }, context) => decided(context, userId),
  sendKeysAnyway: ({ userId }, context) => decided(context, userId),
  retryDecryption: () => ({ decrypted: 0 }),
  createRoom: ({ name, encrypted, direct, public: open, invite }, { world, update }) => {
    const { uninvited } = world;
    if (direct && uninvited.length > 0)
      throw appFailure('not_invited', 'no', { data: { uninvited } });
    const title = name ?? invite[0] ?? 'Empty room';
    const row = fixtures.roomRow(`new${world.rooms.length}`, title, {
      encrypted,
      section: direct ? 'people' : 'rooms',
      directUserId: direct ? (invite[0] ?? null) : null,
      activityMs: Date.now(),
      preview: { kind: 'none', senderName: null, mine: false, text: '' },
    });
    update({ rooms: [row, ...world.rooms] });
    return { roomId: row.roomId, uninvited: [...uninvited], ...(open && { listed: false }) };
  },
  joinRoom: ({ roomIdOrAlias }) => {
    if (roomIdOrAlias.startsWith('#ask'))
      throw appFailure('forbidden', 'Not invited', { data: { joinRule: 'knock' } });
    if (roomIdOrAlias.startsWith('#closed'))
      throw appFailure('forbidden', 'Not invited', { data: { joinRule: 'invite' } });
    throw appFailure('not_found', 'No such room');
  },
  resolveAlias: () => {
    throw appFailure('not_found', 'No such room');
  },
  knockRoom: ({ roomIdOrAlias }, { world, update }) => {
    const row = fixtures.roomRow('asked', roomIdOrAlias, { membership: 'knock', section: 'rooms' });
    update({ rooms: [row, ...world.rooms] });
    return { roomId: row.roomId };
  },
  acceptInvite: ({ roomId }, context) => {
    setRow(context, roomId, { membership: 'join', section: 'rooms' });
    return {};
  },
  declineInvite: ({ roomId }, context) => withoutRoom(context, roomId),
  invite: nothing,
  kick: ({ userId }, { world, update }) => {
    update({ members: world.members.filter((one) => one.person.userId !== userId) });
    return {};
  },
  ban: ({ userId }, { world, update }) => {
    const banned = { invite: false, kick: false, ban: false, unban: true, levels: [] };
    update({
      members: world.members.map((one) =>
        one.person.userId === userId ? { ...one, membership: 'ban', actions: banned } : one,
      ),
    });
    return {};
  },
  unban: ({ userId }, { world, update }) => {
    update({ members: world.members.filter((one) => one.person.userId !== userId) });
    return {};
  },
  setPowerLevel: ({ userIds, level }, { world, update }) => {
    const role = level === 100 ? 'admin' : level === 50 ? 'moderator' : 'member';
    update({
      members: world.members.map((one) =>
        userIds.includes(one.person.userId) ? { ...one, role, powerLevel: level ?? 0 } : one,
      ),
    });
    return {};
  },
  forgetRoom: ({ roomId }, context) => withoutRoom(context, roomId),
  leaveRoom: ({ roomId }, context) => withoutRoom(context, roomId),
  renameRoom: ({ roomId, name }, context) => {
    setRow(context, roomId, { name });
    return {};
  },
  setTopic: ({ roomId, topic }, { world, update }) => {
    update({ headers: { ...world.headers, [roomId]: { ...world.headers[roomId], topic } } });
    return {};
  },
  ...{ ...roomActDefaults, ...deviceDefaults, ...selfDefaults, ...beyondDefaults },
  spaceRooms: ({ roomId }, { world }) => roomsOfSpace(world, roomId),
  setFavourite: ({ roomId, on }, context) => {
    setRow(context, roomId, { section: on ? 'favourites' : 'rooms' });
    return {};
  },
  setLowPriority: ({ roomId, on }, context) => {
    setRow(context, roomId, { section: on ? 'low_priority' : 'rooms' });
    return {};
  },
  searchPeople: ({ term }, { world }) => ({
    people: world.people.filter((one) => fold(one.name + one.userId).includes(fold(term))),
  }),
  chatWith: ({ userId }, { world }) => {
    const row = world.rooms.find(({ directUserId }) => directUserId === userId);
    return { chat: row === undefined ? null : { roomId: row.roomId, encrypted: row.encrypted } };
  },
  findPerson: ({ userId }, { world }) => {
    const person = world.people.find((one) => one.userId === userId) ?? null;
    return { found: person === null ? 'unknown' : 'there', person };
  },
  sendMessage: ({ roomId, text }, { world, update }) => {
    const item = fixtures.message(fixtures.mara, text, Date.now());
    const timeline = [...(world.timelines[roomId] ?? []), item];
    update({ timelines: { ...world.timelines, [roomId]: timeline } });
    return { key: item.key };
  },
  ...{ editMessage: sent, react: sent, redact: sent },
  roomVia: () => ({ via: ['example.org'] }),
  sendAttachment: sent,
  handOverFiles: nothing,
  sendFiles: ({ previews }) => ({ sent: previews.length, error: null }),
  retrySend: nothing,
  cancelSend: nothing,
  beginBlob: () => ({ ticket: 'ticket-ticket-ticket' }),
  appendBlob: nothing,
  dropBlob: nothing,
  keepDraftFiles: nothing,
  draftFiles: () => ({ files: [] }),
  uploadLimit: () => ({ limitBytes: null }),
  readDraftFile: () => ({ bytes: new Uint8Array(), next: null }),
  previewMade: nothing,
  setFocus: nothing,
  markRead: nothing,
  ...search.searchDefaults,
  unreadPlace: ({ roomId }, { world }) => ({ place: world.unreadPlaces[roomId] ?? null }),
  findMentions: () => ({ eventIds: [] }),
  setTyping: nothing,
  forgetUnsent: ({ roomId, key }, { world, update }) => {
    update(withoutUnsent(world, roomId, key));
    return {};
  },
  saveDraft: ({ roomId, draft }, { world, update }) => {
    update({ drafts: { ...world.drafts, [roomId]: draft } });
    return {};
  },
  saveMedia: nothing,
  cancelDownload: nothing,
  setSetting: ({ name, value }, { world, update }) => {
    update({ settings: { ...world.settings, [name]: value } });
    return {};
  },
};
