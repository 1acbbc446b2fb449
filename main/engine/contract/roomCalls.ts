// Rooms: making, joining, leaving, inviting, naming.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { isListed } from '../directory/aliases';
import { createKeyedQueue } from '../base/keyedQueue';
import { setRoomNotifications } from '../push/roomRules';
import { rulesToChange } from '../push/storedRules';
import { openDirectRoomWith } from '../rooms/direct';
import { joinByAddress, namingServer, resolveAlias, roomSummary } from '../rooms/entering';
import { notInvited } from '../rooms/inviting';
import { createLevelActs } from '../rooms/levels';
import { findPerson } from '../rooms/profile';
import { markOutside } from '../rooms/removal';
import { spaceRooms } from '../rooms/spaceRooms';
import type { CallParts, Calls } from './parts';

export function roomCalls({ network, store, ownUserId }: CallParts) {
  const online = () => network.ready();
  const inOrder = createKeyedQueue();
  const named = <T>(work: Promise<T>, where: Parameters<typeof namingServer>[1]): Promise<T> =>
    namingServer(work, where, ownUserId());
  return {
    async createRoom(args) {
      const { http, rooms } = await online();
      const made = await rooms.create(args);
      // The room is there, whatever becomes of this question.
      const listed = args.public ? await isListed(http, made.roomId).catch(() => null) : null;
      return listed === null ? made : { ...made, listed };
    },
    async chatWith({ userId }) {
      const roomId = openDirectRoomWith(store.db, userId, ownUserId() ?? '');
      const roomNo = roomId === null ? null : roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null) return { chat: null };
      return { chat: { roomId: room.roomId, encrypted: room.encryption !== null } };
    },
    joinRoom: async (to) => ({
      roomId: await named(joinByAddress(await online(), to.roomIdOrAlias, to.via), to),
    }),
    roomSummary: async (of) => {
      const asked = roomSummary((await online()).http, store, of.roomIdOrAlias, of.via);
      return { summary: await named(asked, of) };
    },
    knockRoom: async ({ reason, ...to }) => {
      const { membership } = await online();
      const asked = membership.knock(to.roomIdOrAlias, reason ?? undefined, to.via);
      return { roomId: await named(asked, to) };
    },
    resolveAlias: async ({ alias }) =>
      named(resolveAlias((await online()).http, alias), { roomIdOrAlias: alias }),
    async acceptInvite({ roomId }) {
      const { membership, accountData } = await online();
      const roomNo = roomNoOf(store.db, roomId);
      // Known from the invitation's state, which joining replaces.
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      const [person, inviter] = [room?.directUserId ?? null, room?.inviter ?? null];
      await named(membership.join(roomId), { roomIdOrAlias: inviter ?? roomId });
      if (person !== null) await accountData.addDirect(person, roomId);
      return {};
    },
    async declineInvite({ roomId }) {
      await (await online()).membership.leave(roomId);
      return {};
    },
    async invite({ roomId, userIds, reason }) {
      const { membership } = await online();
      const uninvited = await membership.invite(roomId, userIds, reason ?? undefined);
      if (uninvited.length > 0) throw notInvited(uninvited);
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
      await (read ? reading.readRoom(roomId) : reading.markUnread(roomId));
      return {};
    },
    spaceRooms: ({ roomId }) => spaceRooms(async () => (await online()).http, store, roomId),
    findPerson: async ({ userId }) =>
      findPerson(store, (await online()).profiles, userId, ownUserId() ?? ''),
    searchPeople: async ({ term }) => ({ people: await (await online()).searchPeople(term) }),
  } satisfies Partial<Calls>;
}
