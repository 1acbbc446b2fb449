// The fake engine's answers to a room's menu and its pins.
import type { EngineContract } from '#contract/engine';
import type { LiveShare } from '#contract/areas/messages/locations';
import type { Person, Uninvited } from '#contract/areas/rooms/peopleModels';
import type { News, NotificationRules } from '#contract/areas/notifications';
import type { PinnedMessage } from '#contract/areas/messages/timelineModels';
import type { CallArgs } from '#contract/wire/shapes';
import { noPacks, packDefaults, type PacksWorld } from './fakePacks';
import { noThreads, threadDefaults, type ThreadsWorld } from './fakeThreads';
import type { World } from './fakeEngine';
import { keptDefaults, keptValues, nothingKept, type KeptWorld } from './fakeKept';
import { at, mara, people, person, versions } from '../fixtures';
import {
  newsOf,
  notificationDefaults,
  notificationRules,
  nothingNotified,
  type NotifiedWorld,
} from './fakeNotifications';

export interface RoomActsWorld extends PacksWorld, ThreadsWorld, KeptWorld, NotifiedWorld {
  /** Ids of events by room, the one pinned last at the end. */
  readonly pinned: Readonly<Record<string, readonly string[]>>;
  readonly notificationRules: NotificationRules;
  readonly liveShares: readonly LiveShare[];
  /** Ids of ignored people. */
  readonly ignored: readonly string[];
  /** The server tells of rooms that this account is not in. */
  readonly roomTold: boolean;
  /** Those whom the server does not invite to a new room. */
  readonly uninvited: readonly Uninvited[];
}

export const noRoomActs: RoomActsWorld = {
  pinned: {},
  liveShares: [],
  ignored: [],
  roomTold: false,
  uninvited: [],
  notificationRules,
  ...noThreads(),
  ...noPacks,
  ...nothingKept,
  ...nothingNotified,
};

/** Null: this account's, in all rooms. */
export const liveIn = (
  { liveShares }: Pick<World, 'liveShares'>,
  roomId: string | null,
): readonly LiveShare[] =>
  liveShares.filter((one) => (roomId === null ? one.mine : one.roomId === roomId));

export const roomActValues = (world: World, watch: (push: () => void) => () => void) => ({
  ...keptValues(world, watch),
  noticeTone: (_query: object, sink: { set(value: NotifiedWorld['noticeTone']): void }) =>
    watch(() => sink.set(world.noticeTone)),
  news: (_query: object, sink: { set(value: News): void }) => watch(() => sink.set(newsOf(world))),
  ignoredPeople: (_query: object, sink: { set(value: { people: Person[] }): void }) =>
    watch(() => {
      const of = (userId: string) => world.members.find((one) => one.person.userId === userId);
      const people = world.ignored.map((userId) => of(userId)?.person ?? person(userId, userId));
      sink.set({ people });
    }),
});

/** Texts only, because the stories pin no other messages. */
export const pinnedOf = (
  { timelines, pinned }: Pick<World, 'timelines' | 'pinned'>,
  roomId: string,
): readonly PinnedMessage[] =>
  (pinned[roomId] ?? []).toReversed().map((eventId) => {
    const item = timelines[roomId]?.find(
      (one) => one.kind === 'message' && one.eventId === eventId,
    );
    if (item?.kind !== 'message')
      return { key: eventId, eventId, sender: null, preview: null, sentAtMs: null };
    const { sender, mine, sentAtMs, trust, body } = item;
    const text = 'text' in body ? body.text : '';
    const preview = { kind: 'text' as const, text, mine, trust, senderName: sender.name };
    return { key: eventId, eventId, sender, sentAtMs, preview };
  });

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Act<Name extends 'setPinned' | 'setRoomNotifications' | 'setRoomRead'> = (
  input: CallArgs<EngineContract, Name>,
  context: Context,
) => Record<string, never>;

const setPinned: Act<'setPinned'> = ({ roomId, eventId, on }, { world, update }) => {
  const rest = (world.pinned[roomId] ?? []).filter((id) => id !== eventId);
  update({ pinned: { ...world.pinned, [roomId]: on ? [...rest, eventId] : rest } });
  return {};
};

const setRoomNotifications: Act<'setRoomNotifications'> = (
  { roomId, wanted: notifications },
  { world, update },
) => {
  const muted = notifications === 'mentions' || notifications === 'nothing';
  update({
    headers: { ...world.headers, [roomId]: { ...world.headers[roomId], notifications } },
    rooms: world.rooms.map((row) => {
      const { silent: _, ...rest } = row;
      if (row.roomId !== roomId) return row;
      return { ...rest, muted, ...(notifications === 'nothing' && { silent: true as const }) };
    }),
  });
  return {};
};

const setRoomRead: Act<'setRoomRead'> = ({ roomId, read }, { world, update }) => {
  const change = read ? { unread: 0, highlights: 0, dot: false } : { dot: true };
  update({
    rooms: world.rooms.map((row) => (row.roomId === roomId ? { ...row, ...change } : row)),
  });
  return {};
};

const setIgnored = (
  { userId, ignored }: CallArgs<EngineContract, 'setIgnored'>,
  { world, update }: Context,
): Record<string, never> => {
  const others = world.ignored.filter((one) => one !== userId);
  update({
    ignored: ignored ? [...others, userId] : others,
    members: world.members.map(({ ignored: _, ...row }) => ({
      ...row,
      ...((row.person.userId === userId ? ignored : _) && { ignored: true }),
    })),
  });
  return {};
};

const forwardMessage = () => ({ key: 'sent' });

const reported = () => ({});

const sent = () => ({ key: 'sent' });

export const roomActDefaults = {
  reactors: () => ({
    reactions: [
      { key: '👍', count: 2, people: [mara, people.odile] },
      { key: '🎉', count: 1, people: [people.tomas] },
    ],
  }),
  readBy: () => ({
    readers: [people.tomas, people.odile, people.priya, people.jonas].map((person, index) => ({
      ...{ person, readAtMs: at(11, 40 - 7 * index) },
    })),
    count: 4,
  }),
  messageVersions: () => ({ versions: [...versions] }),
  messageSource: ({ eventId }: { eventId: string }) => ({
    raw: JSON.stringify({ event_id: eventId, type: 'm.room.encrypted', content: {} }, null, 2),
    decrypted: JSON.stringify({ type: 'm.room.message', content: { body: 'words' } }, null, 2),
  }),
  deletesRelated: () => ({ can: false }),
  reportMessage: reported,
  reportRoom: reported,
  reportPerson: reported,
  ...notificationDefaults,
  ...threadDefaults,
  ...packDefaults,
  ...keptDefaults,
  deleteMessagesOf: () => ({ count: 12 }),
  ...{ createPoll: sent, votePoll: sent, endPoll: sent, editPoll: sent },
  ...{ sendLocation: sent, moveLiveLocation: sent, stopLiveLocation: () => ({ told: true }) },
  startLiveLocation: () => ({ eventId: '$live' }),
  forwardMessage,
  findDay: () => ({ eventId: null }),
  roomSummary: (
    { roomIdOrAlias }: CallArgs<EngineContract, 'roomSummary'>,
    { world }: Context,
  ) => ({
    summary: world.roomTold
      ? {
          ...{ roomId: roomIdOrAlias, name: 'Allotments', topic: 'Beds, seeds and tools.' },
          ...{ avatar: null, isSpace: false, joinedCount: 241, joinRule: 'public' },
          ...{ encrypted: false, readable: true },
        }
      : null,
  }),
  setIgnored,
  setPinned,
  setRoomNotifications,
  setRoomRead,
};
