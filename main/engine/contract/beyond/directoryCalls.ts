// Finding rooms, looking into them, and how the own ones are found.
import type { Peek } from '#contract/areas/rooms/directoryModels';
import { unexpected } from '../../base/unexpected';
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
import { readAlong } from '../../directory/peek';
import { publicRooms } from '../../directory/publicRooms';
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

export const directoryValues = ({ network, store, clock, log }: EngineParts) =>
  ({
    peek: ({ roomId }, sink) => {
      const ends = new AbortController();
      const show = (peek: Peek): void => sink.set(peek);
      const work = async (): Promise<void> => {
        const { http } = await network.ready();
        await readAlong({ http, store, clock, log }, roomId, show, ends.signal);
      };
      work().catch((thrown: unknown) => {
        if (!ends.signal.aborted)
          show({
            state: 'failed',
            error: unexpected(log, 'reading along', thrown),
            live: false,
            messages: [],
          });
      });
      return () => ends.abort();
    },
  }) satisfies Partial<Values>;
