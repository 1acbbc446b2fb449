// The fake engine's answers to the page of notifications.
import type { EngineContract } from '#contract/engine';
import type {
  News,
  NoticeTone,
  NotificationRules,
  NotifiedMessage,
} from '#contract/areas/notifications';
import type { Pusher } from '#contract/areas/pushers';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import { appFailure } from '#contract/wire/errors';
import type { Implementation } from '#contract/wire/serve';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';

export const notificationRules: NotificationRules = {
  ...{ all: true, direct: true, rooms: true },
  ...{ mentions: true, everybody: true, invites: true },
  keywords: ['Larkfield', 'coated stock'],
};

export interface NotifiedWorld {
  /** Notifications of the server; null when it cannot be reached. */
  readonly notified: readonly NotifiedMessage[] | null;
  readonly pushers: readonly Pusher[];
  readonly noticeTone: { readonly turn: number; readonly tone: NoticeTone } | null;
}

type Watch = (push: () => void) => () => void;

export const nothingNotified: NotifiedWorld = { notified: [], pushers: [], noticeTone: null };

/** Two pages: what is there, and its end. */
export const notifiedLists = (world: World, watch: Watch) =>
  ({
    notificationHistory: ({ mentions }, sink) => {
      let paged = false;
      const push = (): void =>
        sink.set(paged ? (world.notified ?? []).filter((one) => !mentions || one.mention) : []);
      return {
        close: watch(push),
        paginate: async () => {
          if (world.notified === null) throw appFailure('offline', 'fetch failed');
          paged = true;
          push();
          return { reachedStart: true };
        },
      };
    },
  }) satisfies Partial<Implementation<EngineContract>['lists']>;

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type PusherAct = 'pushers' | 'pausePusher' | 'removePusher' | 'addMailPusher';
type Marks = 'setNotificationRule' | 'setKeyword' | 'markAllRead';
type Act<Name extends Marks | PusherAct, Output> = (
  input: CallArgs<EngineContract, Name>,
  context: Context,
) => Output;
type Nothing = Record<string, never>;

const setNotificationRule: Act<'setNotificationRule', Nothing> = (
  { kind, on },
  { world, update },
) => {
  update({ notificationRules: { ...world.notificationRules, [kind]: on } });
  return {};
};

const setKeyword: Act<'setKeyword', Nothing> = ({ keyword, on }, { world, update }) => {
  const rest = world.notificationRules.keywords.filter((one) => one !== keyword);
  const keywords = on ? [...rest, keyword] : rest;
  update({ notificationRules: { ...world.notificationRules, keywords } });
  return {};
};

/** An invitation waits for its answer; the numbers of a space are those of its rooms. */
const isNew = ({ membership, section, unread, dot }: RoomRow): boolean =>
  membership === 'join' && section !== 'spaces' && (unread > 0 || dot);

export const newsOf = ({ rooms, directories }: Pick<World, 'rooms' | 'directories'>): News => ({
  chats: rooms.filter(isNew).length,
  folders: directories.filter(({ dot }) => dot).length,
});

const markAllRead: Act<'markAllRead', News> = (_input, { world, update }) => {
  const news = newsOf(world);
  const read = { unread: 0, highlights: 0, dot: false };
  update({
    rooms: world.rooms.map((row) => (isNew(row) ? { ...row, ...read } : row)),
    directories: world.directories.map((one) => ({ ...one, dot: false })),
  });
  return news;
};

const pushers: Act<'pushers', { all: Pusher[] }> = (_input, { world }) => ({
  all: [...world.pushers],
});

const pausePusher: Act<'pausePusher', Nothing> = ({ pushkey, on }, { world, update }) => {
  update({
    pushers: world.pushers.map((one) => (one.pushkey === pushkey ? { ...one, enabled: on } : one)),
  });
  return {};
};

const removePusher: Act<'removePusher', Nothing> = ({ pushkey }, { world, update }) => {
  update({ pushers: world.pushers.filter((one) => one.pushkey !== pushkey) });
  return {};
};

const addMailPusher: Act<'addMailPusher', Nothing> = ({ address }, { world, update }) => {
  const mail = { pushkey: address, appId: 'm.email', kind: 'email', app: 'Mail' } as const;
  const made = { ...mail, device: address, enabled: true, canPause: false };
  update({ pushers: [...world.pushers, made] });
  return {};
};

export const notificationDefaults = {
  ...{ setNotificationRule, setKeyword, markAllRead },
  ...{ pushers, pausePusher, removePusher, addMailPusher },
};
