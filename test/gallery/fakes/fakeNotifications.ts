// The fake engine's answers to the page of notifications.
import type { EngineContract } from '#contract/engine';
import type { NoticeTone, NotificationRules, NotifiedMessage } from '#contract/areas/notifications';
import type { Pusher } from '#contract/areas/pushers';
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
type Marks = 'setNotificationRule' | 'setKeyword' | 'countUnread' | 'markAllRead';
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

const countUnread: Act<'countUnread', { rooms: number }> = (_input, { world }) => ({
  rooms: world.rooms.filter(({ unread }) => unread > 0).length,
});

const markAllRead: Act<'markAllRead', { rooms: number }> = (input, context) => {
  const { world, update } = context;
  const { rooms } = countUnread(input, context);
  update({ rooms: world.rooms.map((row) => ({ ...row, unread: 0, highlights: 0, dot: false })) });
  return { rooms };
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
  ...{ setNotificationRule, setKeyword, countUnread, markAllRead },
  ...{ pushers, pausePusher, removePusher, addMailPusher },
};
