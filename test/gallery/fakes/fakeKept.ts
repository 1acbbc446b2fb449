// Saved messages, reminders and messages that are sent later of an engine in memory.
import type { KeptInRoom, KeptMessage } from '#contract/areas/messages/kept';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import type { EngineContract } from '#contract/engine';
import type { Implementation } from '#contract/wire/serve';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';

export interface KeptWorld {
  readonly kept: readonly KeptMessage[];
  /** How many are not listed, because blocked people wrote them. */
  readonly unheardKept: number;
  /** Scheduled messages of all rooms. */
  readonly scheduled: readonly ScheduledMessage[];
}

export const nothingKept: KeptWorld = { kept: [], unheardKept: 0, scheduled: [] };

type Watch = (push: () => void) => () => void;

const keptInRoom = ({ kept }: World, roomId: string): KeptInRoom => {
  const here = kept.filter((one) => one.roomId === roomId);
  return {
    saved: here.map(({ eventId }) => eventId),
    reminders: here.flatMap(({ eventId, remindAtMs }) =>
      remindAtMs === null ? [] : [{ eventId, atMs: remindAtMs }],
    ),
  };
};

export const keptValues = (world: World, watch: Watch) =>
  ({
    keptInRoom: ({ roomId }, sink) => watch(() => sink.set(keptInRoom(world, roomId))),
    dueReminders: (_query, sink) =>
      watch(() => sink.set({ count: world.kept.filter(({ due }) => due).length })),
    unheardKept: (_query, sink) => watch(() => sink.set({ count: world.unheardKept })),
    waitingRecording: (_query, sink) => watch(() => sink.set({ recording: null })),
  }) satisfies Partial<Implementation<EngineContract>['values']>;

export const keptLists = (world: World, watch: Watch) =>
  ({
    kept: ({ show }, sink) => ({
      close: watch(() =>
        sink.set(world.kept.filter((one) => show === 'all' || one.remindAtMs !== null)),
      ),
      paginate: async () => ({ reachedStart: true, reachedEnd: true }),
    }),
    scheduled: (_query, sink) => ({ close: watch(() => sink.set([...world.scheduled])) }),
  }) satisfies Partial<Implementation<EngineContract>['lists']>;

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

function change(
  { world, update }: Context,
  at: { readonly roomId: string; readonly eventId: string },
  next: Partial<KeptMessage> | null,
): Record<string, never> {
  const isIt = (one: KeptMessage): boolean =>
    one.roomId === at.roomId && one.eventId === at.eventId;
  const known = world.kept.find(isIt);
  const rest = world.kept.filter((one) => !isIt(one));
  const item = world.timelines[at.roomId]?.find(
    (one) => one.kind === 'message' && one.eventId === at.eventId,
  );
  const made: KeptMessage = known ?? {
    key: `kept ${at.eventId}`,
    ...at,
    roomName: world.rooms.find(({ roomId }) => roomId === at.roomId)?.name ?? null,
    state: 'here',
    sender: item?.kind === 'message' ? item.sender : null,
    preview: null,
    sentAtMs: null,
    savedAtMs: Date.now(),
    remindAtMs: null,
    due: false,
  };
  update({ kept: next === null ? rest : [{ ...made, ...next }, ...rest] });
  return {};
}

const taken = (
  key: string,
  { world, update }: Context,
  next: Partial<ScheduledMessage> | null,
): ScheduledMessage | undefined => {
  const known = world.scheduled.find((one) => one.key === key);
  const rest = world.scheduled.filter((one) => one !== known);
  const kept = known === undefined || next === null ? [] : [{ ...known, ...next }];
  update({ scheduled: [...rest, ...kept] });
  return known;
};

export const keptDefaults = {
  scheduleMessage: (
    { requestId: key, text, atMs, undo, replyTo }: CallArgs<EngineContract, 'scheduleMessage'>,
    { world, update }: Context,
  ) => {
    const rest = { state: 'waiting' as const, error: null, atServer: false };
    const made = { key, text, atMs, undo, ...rest, ...(replyTo !== null && { replyTo }) };
    update({ scheduled: [...world.scheduled, made] });
    return { key };
  },
  moveScheduled: ({ key, atMs }: CallArgs<EngineContract, 'moveScheduled'>, context: Context) => {
    taken(key, context, { atMs, state: 'waiting' });
    return {};
  },
  changeScheduled: (
    { key, text }: CallArgs<EngineContract, 'changeScheduled'>,
    context: Context,
  ) => {
    taken(key, context, { text });
    return {};
  },
  sendScheduledNow: ({ key }: CallArgs<EngineContract, 'sendScheduledNow'>, context: Context) => {
    taken(key, context, null);
    return {};
  },
  takeScheduled: ({ key }: CallArgs<EngineContract, 'takeScheduled'>, context: Context) => ({
    text: taken(key, context, null)?.text ?? '',
    mentions: [],
    replyTo: null,
  }),
  keepRecording: () => ({}),
  readRecording: () => ({ pieces: [], next: null }),
  deleteRecording: () => ({}),
  setSaved: ({ saved, ...at }: CallArgs<EngineContract, 'setSaved'>, context: Context) =>
    change(context, at, saved ? {} : null),
  setReminder: ({ atMs, ...at }: CallArgs<EngineContract, 'setReminder'>, context: Context) =>
    change(context, at, { remindAtMs: atMs, due: false }),
};
