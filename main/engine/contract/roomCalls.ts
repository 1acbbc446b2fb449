// Rooms: making, joining, leaving, inviting, naming.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { createKeyedQueue } from '../base/keyedQueue';
import { setRoomNotifications } from '../push/roomRules';
import { rulesToChange } from '../push/storedRules';
import { joinByAddress, resolveAlias, roomSummary } from '../rooms/entering';
import { createLevelActs } from '../rooms/levels';
import { findPerson } from '../rooms/profile';
import { markOutside } from '../rooms/removal';
import { spaceRooms } from '../rooms/spaceRooms';
import type { CallParts, Calls } from './parts';

export function roomCalls({ network, store, ownUserId }: CallParts) {
  const online = () => network.ready();
  const inOrder = createKeyedQueue();
  return {
    createRoom: async (args) => ({ roomId: await (await online()).rooms.create(args) }),
    joinRoom: async ({ roomIdOrAlias, via }) => ({
      roomId: await joinByAddress(await online(), roomIdOrAlias, via),
    }),
    roomSummary: async ({ roomIdOrAlias, via }) => ({
      summary: await roomSummary((await online()).http, store, roomIdOrAlias, via),
    }),
    knockRoom: async ({ roomIdOrAlias, reason, via }) => ({
      roomId: await (await online()).membership.knock(roomIdOrAlias, reason ?? undefined, via),
    }),
    resolveAlias: async ({ alias }) => resolveAlias((await online()).http, alias),
    async acceptInvite({ roomId }) {
      const { membership, accountData } = await online();
      const roomNo = roomNoOf(store.db, roomId);
      // Known from the invitation's state, which joining replaces.
      const person = roomNo === null ? null : (getRoom(store.db, roomNo)?.directUserId ?? null);
      await membership.join(roomId);
      if (person !== null) await accountData.addDirect(person, roomId);
      return {};
    },
    async declineInvite({ roomId }) {
      await (await online()).membership.leave(roomId);
      return {};
    },
    async invite({ roomId, userIds, reason }) {
      await (await online()).membership.invite(roomId, userIds, reason ?? undefined);
      return {};
    },
    async leaveRoom({ roomId }) {
      await (await online()).membership.leave(roomId);
      return {};
    },
    async kick({ roomId, userId, reason }) {
      await (await online()).membership.kick(roomId, userId, reason ?? undefined);
      return {};
    },
    async ban({ roomId, userId, reason }) {
      await (await online()).membership.ban(roomId, userId, reason ?? undefined);
      return {};
    },
    async unban({ roomId, userId }) {
      await (await online()).membership.unban(roomId, userId);
      return {};
    },
    async setIgnored({ userId, ignored }) {
      const { accountData, push } = await online();
      for (const roomNo of await accountData.setIgnored(userId, ignored)) push.recount(roomNo);
      return {};
    },
    async setPowerLevel({ roomId, userIds, level }) {
      await createLevelActs((await online()).http).set(roomId, userIds, level);
      return {};
    },
    async forgetRoom({ roomId }) {
      const { membership, accountData } = await online();
      await membership.forget(roomId);
      await accountData.removeDirect(roomId);
      return {};
    },
    async renameRoom({ roomId, name }) {
      await (await online()).rooms.rename(roomId, name);
      return {};
    },
    async setTopic({ roomId, topic }) {
      await (await online()).rooms.setTopic(roomId, topic);
      return {};
    },
    async setFavourite({ roomId, on }) {
      await (await online()).accountData.setTag(roomId, 'm.favourite', on);
      return {};
    },
    async setLowPriority({ roomId, on }) {
      await (await online()).accountData.setTag(roomId, 'm.lowpriority', on);
      return {};
    },
    async setRoomNotifications({ roomId, wanted }) {
      const { http } = await online();
      const rules = () => rulesToChange(store.db, ownUserId() ?? '');
      // Before anything is written.
      rules();
      await inOrder(roomId, () => setRoomNotifications({ http, rules }, roomId, wanted));
      return {};
    },
    async setRoomRead({ roomId, read }) {
      if (markOutside(store, roomId, !read)) return {};
      const { reading } = await online();
      await (read ? reading.wrote(roomId) : reading.markUnread(roomId));
      return {};
    },
    spaceRooms: ({ roomId }) => spaceRooms(async () => (await online()).http, store, roomId),
    findPerson: async ({ userId }) =>
      findPerson(store, (await online()).profiles, userId, ownUserId() ?? ''),
    searchPeople: async ({ term }) => ({ people: await (await online()).searchPeople(term) }),
  } satisfies Partial<Calls>;
}
