// Public rooms, previews of rooms, and the addresses of rooms.
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { EngineContract } from '#contract/engine';
import type { ListQuery } from '#contract/wire/shapes';
import { roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import {
  addAlias,
  removeAlias,
  roomAddresses,
  setListed,
  setMainAlias,
} from '../../directory/aliases';
import { bridges, findBridged } from '../../directory/bridges';
import { mutualRooms } from '../../directory/mutualRooms';
import { publicRooms } from '../../directory/publicRooms';
import { createTimelineView } from '../../views/timeline/timeline';
import type { Sink } from '../../views/view';
import { paged } from '../attach';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

export function directoryCalls({ network, store }: CallParts) {
  const online = () => network.ready();
  const http = async () => (await online()).http;
  const stated = (roomId: string): unknown => {
    const roomNo = roomNoOf(store.db, roomId);
    return roomNo === null
      ? null
      : getState(store.db, roomNo, 'm.room.canonical_alias')?.raw.content;
  };
  return {
    publicRooms: async (query) => publicRooms(await http(), store, query),
    bridges: async () => ({ bridges: await bridges(await http(), store) }),
    findBridged: async (find) => ({ found: await findBridged(await http(), find) }),
    async mutualRooms({ userId }) {
      const parts = await online();
      return { rooms: await mutualRooms(parts.http, store, parts.features, userId) };
    },
    roomAddresses: async ({ roomId }) => roomAddresses(await http(), roomId, stated(roomId)),
    async addAlias({ roomId, alias }) {
      await addAlias(await http(), roomId, alias);
      return {};
    },
    async removeAlias({ roomId, alias }) {
      await removeAlias(await http(), roomId, alias);
      return {};
    },
    async setMainAlias({ roomId, alias }) {
      await setMainAlias(await http(), roomId, alias);
      return {};
    },
    async setListed({ roomId, on }) {
      await setListed(await http(), roomId, on);
      return {};
    },
  } satisfies Partial<Calls>;
}

export const directoryValues = ({ peeks }: EngineParts) =>
  ({
    peek: ({ roomId }, sink) => {
      const { peek, release } = peeks.take(roomId);
      const show = (): void => sink.set(peek.now());
      const unwatch = peek.onChange(show);
      show();
      return () => {
        unwatch();
        release();
      };
    },
  }) satisfies Partial<Values>;

/** The item without its thread, and without forwarding: for a preview of a room, where replies of a thread are shown below its root. */
const readOnly = (item: TimelineItem): TimelineItem => {
  if (item.kind !== 'message' || (item.thread === undefined && !item.actions.forward)) return item;
  const { thread: _, ...rest } = item;
  return { ...rest, actions: { ...item.actions, forward: false } };
};

/** The timeline of a preview of a room. */
export function peekTimeline(
  parts: EngineParts,
  query: ListQuery<EngineContract, 'timeline'>,
  sink: Sink<readonly TimelineItem[]>,
) {
  const { clock, log, ownUserId, peeks } = parts;
  const { peek, release } = peeks.take(query.roomId);
  const { store } = peek;
  const view = createTimelineView(
    {
      ...{ store, ownUserId, clock, log },
      backfill: (_roomNo, chunkNo) => peek.older(chunkNo),
      loadContext: (_roomNo, eventId) => peek.context(eventId),
      wantEvent: (_roomNo, eventId) => peek.event(eventId),
      isHighlight: () => false,
      asksOutside: true,
    },
    query,
    { set: (items) => sink.set(items.map(readOnly)), fail: sink.fail },
  );
  const { close, paginate } = paged({ store }, view);
  return {
    paginate,
    close: () => {
      close();
      release();
    },
  };
}
