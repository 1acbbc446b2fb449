// Public rooms, a room that is looked into, and how a room is run, in an engine in memory.
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import type {
  Bridge,
  Peek,
  PublicRoom,
  RoomAddresses,
} from '#contract/areas/rooms/directoryModels';
import type { ServerUser } from '#contract/areas/account/serverAdmin';
import { appFailure } from '#contract/wire/errors';
import type { EngineContract } from '#contract/engine';
import type { Implementation } from '#contract/wire/serve';
import type { CallArgs } from '#contract/wire/shapes';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import type { World } from './fakeEngine';
import { roomRights } from '#contract/plainNames';
import { at, message, people } from '../fixtures';

export interface BeyondWorld {
  readonly publicRooms: readonly PublicRoom[];
  readonly bridges: readonly Bridge[];
  /** Null: this account is no administrator of its server. */
  readonly serverUsers: readonly ServerUser[] | null;
  readonly peek: Peek;
  /** Messages of a room that the user peeks into. */
  readonly peekItems: readonly TimelineItem[];
  /** The server gives out no older messages of any room. */
  readonly olderRefused: boolean;
  readonly administration: RoomAdministration;
  readonly roomAddresses: RoomAddresses;
  readonly versionNeed: { version: string; needed: boolean; urgent: boolean };
}

export const publicRoom = (name: string, more: Partial<PublicRoom> = {}): PublicRoom => ({
  roomId: `!${name.toLowerCase().replaceAll(' ', '-')}:garden.example`,
  alias: `#${name.toLowerCase().replaceAll(' ', '-')}:garden.example`,
  name,
  topic: null,
  avatar: null,
  joinedCount: 12,
  isSpace: false,
  joinRule: 'public',
  readable: false,
  takesGuests: false,
  membership: null,
  via: [],
  ...more,
});

const mayNothing: MessageItem['actions'] = {
  ...{ react: false, reply: false, thread: false, forward: false, edit: false, redact: false },
  ...{ retry: false, cancel: false },
};

const peekItems = (): readonly TimelineItem[] => {
  const [odile, priya] = [people.odile, people.priya];
  const read = { actions: mayNothing };
  const beans = 'Has anybody seeds of the yellow beans left?';
  return [
    { kind: 'start', key: 'start', roomName: 'Allotments', encrypted: false },
    { kind: 'day', key: 'day-0', dayMs: at(0, 0) },
    message(odile, beans, at(9, 2), {
      ...read,
      reactions: [{ key: '🫘', count: 3, mine: null, senders: ['Priya', 'Tomas', 'Jonas'] }],
    }),
    message(priya, 'Two handfuls. I bring them on Saturday.', at(9, 5), {
      ...read,
      reply: {
        ...{ eventId: '$peeked', inThread: false, sender: odile },
        preview: { kind: 'text', senderName: odile.name, mine: false, text: beans },
      },
      body: {
        ...{ type: 'text', text: 'Two handfuls. I bring them on Saturday.' },
        html: '<strong>Two handfuls</strong>. I bring them on Saturday.',
      },
    }),
    message(people.tomas, 'The gate is open from eight, the key is with me.', at(9, 31), read),
  ];
};

const levels: Partial<Record<(typeof roomRights)[number], number>> = {
  ...{ messages: 0, invite: 0, joinCalls: 0, access: 100, roles: 100 },
};

export const exampleBeyond = (): BeyondWorld => ({
  publicRooms: [
    publicRoom('Allotments', {
      ...{ topic: 'Beds, seeds and tools. Please be kind.', joinedCount: 241, readable: true },
    }),
    publicRoom('Print shop', { membership: 'join', joinedCount: 8 }),
    publicRoom('Neighbours', { joinRule: 'knock', topic: 'For the street', joinedCount: 57 }),
    publicRoom('City crafts', { isSpace: true, joinedCount: 1_204 }),
  ],
  bridges: [],
  serverUsers: null,
  peek: {
    ...{ state: 'open', error: null, live: true, ended: false },
    ...{ people: 241, encrypted: false },
  },
  peekItems: peekItems(),
  olderRefused: false,
  administration: {
    profile: { name: 'Garden', topic: 'Beds, seeds and who waters when', avatar: null },
    rules: { joinRule: 'invite', history: 'shared', guests: 'forbidden' },
    ...{ joinRules: ['public', 'invite', 'knock'], letsIn: [] },
    rights: roomRights
      .filter((right) => right !== 'spaceRooms')
      .map((right) => ({ right, level: levels[right] ?? 50, mayChange: true })),
    ...{ usualLevel: 0, ownLevel: 100, version: '9', encrypted: false },
    may: {
      ...{
        name: true,
        topic: true,
        picture: true,
        spaceRooms: true,
        joinRule: true,
        history: true,
      },
      ...{ guests: true, encrypt: true, upgrade: true, address: true, packs: true },
    },
  },
  roomAddresses: {
    main: '#larkfield:garden.example',
    others: [],
    local: ['#larkfield:garden.example', '#tote:garden.example'],
    listed: false,
  },
  versionNeed: { version: '12', needed: true, urgent: true },
});

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}
type Input<Name extends keyof EngineContract['calls'] & string> = CallArgs<EngineContract, Name>;

const changed = ({ world, update }: Context, change: Partial<RoomAddresses>) => {
  update({ roomAddresses: { ...world.roomAddresses, ...change } });
  return {};
};

/** The public rooms that are told at once. */
const pageSize = 30;

export const beyondDefaults = {
  publicRooms: ({ term, since }: Input<'publicRooms'>, { world }: Context) => {
    const found = world.publicRooms.filter(({ name }) =>
      name.toLowerCase().includes(term.toLowerCase()),
    );
    const end = Number(since ?? 0) + pageSize;
    return {
      rooms: found.slice(end - pageSize, end),
      next: end < found.length ? String(end) : null,
      total: end < found.length ? found.length : null,
    };
  },
  bridges: (_input: unknown, { world }: Context) => ({ bridges: [...world.bridges] }),
  findBridged: () => ({ found: [{ address: '#chat_beans:garden.example', name: '#beans' }] }),
  isServerAdmin: (_input: unknown, { world }: Context) => ({
    isAdmin: world.serverUsers !== null,
  }),
  serverUsers: ({ search }: Input<'serverUsers'>, { world }: Context) => {
    if (world.serverUsers === null) throw appFailure('forbidden', 'No administrator');
    const users = world.serverUsers.filter(({ userId }) => userId.includes(search));
    return { users: [...users], total: users.length, next: null };
  },
  serverWhois: () => ({
    sessions: [
      { ip: '198.51.100.7', program: 'Trellis', lastSeenMs: at(9, 12) },
      { ip: null, program: null, lastSeenMs: null },
    ],
  }),
  deactivateUser: () => ({}),
  resetUserPassword: () => ({}),
  mutualRooms: () => ({ rooms: [] }),
  roomAddresses: (_input: unknown, { world }: Context) => world.roomAddresses,
  addAlias: ({ alias }: Input<'addAlias'>, context: Context) =>
    changed(context, { local: [...context.world.roomAddresses.local, alias] }),
  removeAlias: ({ alias }: Input<'removeAlias'>, context: Context) =>
    changed(context, {
      local: context.world.roomAddresses.local.filter((one) => one !== alias),
    }),
  setMainAlias: ({ alias }: Input<'setMainAlias'>, context: Context) =>
    changed(context, { main: alias }),
  setListed: ({ on }: Input<'setListed'>, context: Context) => changed(context, { listed: on }),
  setRoomRules: ({ change }: Input<'setRoomRules'>, { world, update }: Context) => {
    const { administration } = world;
    const { letsIn: wanted, ...said } = change;
    const rules = { ...administration.rules, ...said } as typeof administration.rules;
    const on = new Map(wanted?.map((one) => [one.roomId, one.on]));
    const letsIn = administration.letsIn.map((one) => ({
      ...one,
      on: on.get(one.roomId) ?? one.on,
    }));
    update({ administration: { ...administration, rules, letsIn } });
    return {};
  },
  setRoomRight: ({ right, level }: Input<'setRoomRight'>, { world, update }: Context) => {
    const { administration } = world;
    const rights = administration.rights.map((one) =>
      one.right === right ? { ...one, level } : one,
    );
    update({ administration: { ...administration, rights } });
    return {};
  },
  setRoomPicture: (_input: unknown) => ({}),
  setSpaceRoom: (_input: unknown) => ({}),
  encryptRoom: (_input: unknown, { world, update }: Context) => {
    update({ administration: { ...world.administration, encrypted: true } });
    return {};
  },
  upgradeRoom: () => ({ roomId: '!next:garden.example' }),
  inviteLeftBehind: () => ({ invited: 2, refused: 0 }),
  versionNeed: (_input: unknown, { world }: Context) => world.versionNeed,
  reloadRoom: () => ({ mended: 0 }),
};

export const beyondValues = (world: World, watch: (push: () => void) => () => void) =>
  ({
    peek: (_query, sink) => watch(() => sink.set(world.peek)),
    roomAdministration: (_query, sink) => watch(() => sink.set(world.administration)),
    roomVersions: (_query, sink) =>
      watch(() =>
        sink.set({
          default: '12',
          available: [
            { id: '8', isStable: true },
            { id: '9', isStable: false },
            { id: '11', isStable: true },
            { id: '12', isStable: true },
          ],
        }),
      ),
  }) satisfies Partial<Implementation<EngineContract>['values']>;

const serverUser = (userId: string, more: Partial<ServerUser> = {}): ServerUser => ({
  ...{ userId, name: null, isAdmin: false, isGuest: false, isDeactivated: false },
  createdAtMs: at(8, 0),
  ...more,
});

export const exampleServerUsers: readonly ServerUser[] = [
  serverUser('@mara:fernhill.example', { name: 'Mara Lindqvist', isAdmin: true }),
  serverUser(people.priya.userId, { name: people.priya.name }),
  serverUser('@214:fernhill.example', { isGuest: true, createdAtMs: null }),
  serverUser('@old:fernhill.example', { isDeactivated: true }),
];
