// Adds rooms to a space and removes them, by `m.space.child`. Must not change the rooms.
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Http } from '../http/http';
import { changeState } from '../rooms/stateContent';
import { viaServers } from '../rooms/via';

export const spaceChildType = 'm.space.child';

type Content = Record<string, unknown>;

/** The links of rooms that were taken out, as they were. */
export type TakenOut = Map<string, Content>;

/**
 * A room that is there already keeps its order and its servers; one that is taken out is an empty link (specification, "Spaces"), and has its
 * link again when it is put back.
 */
export async function setSpaceRoom(
  http: Pick<Http, 'request'>,
  { db }: Store,
  spaceId: string,
  roomId: string,
  {
    isIn,
    ownServer,
    taken,
  }: { readonly isIn: boolean; readonly ownServer: string; readonly taken: TakenOut },
): Promise<void> {
  const roomNo = roomNoOf(db, roomId);
  const known = roomNo === null ? [] : viaServers(db, roomNo);
  // A person who links to a room has joined it, so the own server knows it.
  const via = known.length > 0 ? known : [ownServer];
  const key = JSON.stringify([spaceId, roomId]);
  await changeState(
    http,
    spaceId,
    spaceChildType,
    (content) => {
      const wasIn = Array.isArray(content['via']) && content['via'].length > 0;
      if (wasIn === isIn) return null;
      if (isIn) return { ...content, via, ...taken.get(key) };
      taken.set(key, content);
      return {};
    },
    roomId,
  );
}
