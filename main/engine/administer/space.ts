// Adds rooms to a space and removes them, by `m.space.child`. Must not change the rooms.
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Http } from '../http/http';
import { changeState } from '../rooms/stateContent';
import { viaServers } from '../rooms/via';

export const spaceChildType = 'm.space.child';

/** A room that is there already keeps its order and its servers; one that is taken out is an empty link (specification, "Spaces"). */
export async function setSpaceRoom(
  http: Pick<Http, 'request'>,
  { db }: Store,
  spaceId: string,
  roomId: string,
  { isIn, ownServer }: { readonly isIn: boolean; readonly ownServer: string },
): Promise<void> {
  const roomNo = roomNoOf(db, roomId);
  const known = roomNo === null ? [] : viaServers(db, roomNo);
  // A person who links to a room has joined it, so the own server knows it.
  const via = known.length > 0 ? known : [ownServer];
  await changeState(
    http,
    spaceId,
    spaceChildType,
    (content) => {
      const wasIn = Array.isArray(content['via']) && content['via'].length > 0;
      if (wasIn === isIn) return null;
      return isIn ? { ...content, via } : {};
    },
    roomId,
  );
}
