// The threads of an engine in memory.
import { conversationKey } from '#app/composing';
import type { ConversationId } from '#contract/areas/ids';
import type { ThreadItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import type { EngineContract } from '#contract/engine';
import type { CallArgs, ListQuery } from '#contract/wire/shapes';
import type { World } from './fakeEngine';

export interface ThreadsWorld {
  readonly threads: readonly ThreadItem[];
  /** The thread in which an event stands, by the event's id. */
  readonly threadOf: Readonly<Record<string, string>>;
}

export const noThreads = (): ThreadsWorld => ({ threads: [], threadOf: {} });

/** Threads stand beside their rooms, by the room's id, a space and the thread's. */
export const timelineOf = (
  { timelines }: World,
  conversation: ConversationId,
): readonly TimelineItem[] => timelines[conversationKey(conversation)] ?? [];

export const threadsOf = (
  { threads }: World,
  { roomId, show }: ListQuery<EngineContract, 'threads'>,
): readonly ThreadItem[] =>
  threads.filter(
    (one) =>
      (roomId === null || one.roomId === roomId) &&
      (show !== 'unread' || one.summary.unread > 0) &&
      (show !== 'mine' || one.sender?.name === 'Mara Lindqvist'),
  );

export const unreadThreads = ({ threads }: World) => {
  const unread = threads.filter(({ summary }) => summary.unread > 0);
  return { count: unread.length, mentions: unread.some(({ summary }) => summary.mentions) };
};

export const threadDefaults = {
  linkPreview: () => ({ preview: null }),
  findThread: (
    { eventId }: CallArgs<EngineContract, 'findThread'>,
    { world }: { readonly world: World },
  ) => ({ threadId: world.threadOf[eventId] ?? null }),
  fetchThreads: () => ({ next: null }),
};
