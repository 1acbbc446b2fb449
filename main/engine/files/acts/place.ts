// Where a directory stands: its name, its place among siblings, the directory it lies in. Writes links and names, nothing else.
import { roomNoOf } from '../../../../native-stores/rooms/rooms';
import { appFailure } from '../../../../preload/contract/errors';
import { directoryActions } from '../roles';
import {
  childLinks,
  childType,
  joinedRoom,
  parentLinks,
  parentType,
  putState,
  viaOf,
  withBelow,
  type ActsDeps,
} from './kit';
import { placeChild } from './order';

export interface PlaceActs {
  rename(roomId: string, name: string): Promise<void>;
  /** @throws AppFailure 'Cannot set order of top level spaces currently' (CHAT-5.27) */
  reorder(parentId: string, roomId: string, index: number): Promise<void>;
  /** @throws AppFailure `conflict` when it would lie in itself */
  move(roomId: string, fromId: string, toId: string): Promise<void>;
}

export function createPlaceActs(deps: ActsDeps): PlaceActs {
  const { store, ownUserId } = deps;
  const { db } = store;

  function assertMay(roomId: string, act: 'rename' | 'move', parentId?: string): void {
    const room = joinedRoom(db, roomId);
    const parentNo = parentId === undefined ? null : roomNoOf(db, parentId);
    if (!directoryActions(db, room.roomNo, parentNo, ownUserId)[act])
      throw appFailure('forbidden', 'You may not change this directory');
  }

  return {
    async rename(roomId, name) {
      assertMay(roomId, 'rename');
      await putState(deps, roomId, 'm.room.name', '', { name });
    },
    async reorder(parentId, roomId, index) {
      const parentNo = roomNoOf(db, parentId);
      const links = parentNo === null ? [] : childLinks(db, parentNo);
      if (!links.some((link) => link.roomId === roomId))
        throw appFailure('bad_request', 'Cannot set order of top level spaces currently');
      mayLink(deps, parentId);
      for (const { roomId: childId, order } of placeChild(links, roomId, index)) {
        const link = links.find((one) => one.roomId === childId);
        await putState(deps, parentId, childType, childId, { ...link?.content, order });
      }
    },
    async move(roomId, fromId, toId) {
      if (fromId === toId) return;
      assertMay(roomId, 'move', fromId);
      mayLink(deps, toId);
      const room = joinedRoom(db, roomId);
      if (withBelow(db, room.roomNo, 'all').some((below) => below.roomId === toId))
        throw appFailure('conflict', 'A directory cannot lie in itself', {
          data: { reason: 'loop' },
        });
      const via = viaOf(ownUserId);
      // The new link first: killed in between, it stands in both places and in none never.
      await putState(deps, toId, childType, roomId, { via });
      await putState(deps, roomId, parentType, toId, { via });
      await putState(deps, fromId, childType, roomId, {});
      if (parentLinks(db, room.roomNo).includes(fromId))
        await putState(deps, roomId, parentType, fromId, {});
    },
  };
}

/** @throws AppFailure `not_joined`, `forbidden` */
export function mayLink(deps: Pick<ActsDeps, 'store' | 'ownUserId'>, parentId: string): void {
  const { db } = deps.store;
  const parent = joinedRoom(db, parentId);
  if (!directoryActions(db, parent.roomNo, null, deps.ownUserId).createDirectory)
    throw appFailure('forbidden', 'You may not change what lies in this directory');
}
