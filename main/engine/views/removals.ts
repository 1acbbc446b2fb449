// The value `removals`: rooms and shared folders that somebody took this account out of, or did not let it into. No SDK.
import { ignoredUsers } from '#stores/settings/accountData';
import { isOut } from '#stores/rooms/membership';
import { getRoom } from '#stores/rooms/rooms';
import { all } from '#stores/sqlite/statements';
import type { Removal, Removals } from '#contract/areas/rooms/departureModels';
import { differing, reading } from './reading';
import { removalIn } from './room';
import type { Sink, View, ViewDeps } from './view';

const minMs = 50;

/** Rooms of the section, and shared folders that this account is out of. A folder that hangs below another is left out: it comes and goes with that. */
export const removedFrom = `SELECT room_no FROM rooms WHERE section = 'removed'
  UNION ALL
  SELECT room_no FROM rooms r WHERE is_tree = 1 AND membership IN ('leave', 'ban')
    AND NOT EXISTS (SELECT 1 FROM space_parents p WHERE p.room_no = r.room_no)`;

/** The first answer, which tells what was lost before, waits until somebody is signed in. */
export function createRemovalsView(deps: ViewDeps, sink: Sink<Removals>): View {
  const { db } = deps.store;
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  let listed: ReadonlySet<number> = new Set();

  function compose(): void {
    const ownUserId = deps.ownUserId();
    if (ownUserId === null) return;
    const ignored = ignoredUsers(db);
    const roomNos = all<{ room_no: number }>(db, removedFrom).map(({ room_no }) => room_no);
    listed = new Set(roomNos);
    const removals = roomNos.flatMap((roomNo): Removal[] => {
      const room = getRoom(db, roomNo);
      const departure = room === null ? null : removalIn(deps, room, ownUserId);
      if (room === null || departure === null) return [];
      const { roomId, isTree } = room;
      const name = room.name === '' ? roomId : room.name;
      const silent = ignored.has(departure.by?.userId ?? '');
      return [{ roomId, name, folder: isTree, departure, silent }];
    });
    set({ removals });
  }

  /** A room that this account is in, and was in before, changes nothing here. */
  const concerns = (roomNo: number): boolean => {
    const membership = getRoom(db, roomNo)?.membership;
    return listed.has(roomNo) || (membership !== undefined && isOut(membership));
  };

  update.now();
  return {
    refresh({ topics, rooms }) {
      if (topics.has('session') || [...rooms].some(concerns)) update.ask();
    },
    close: () => update.close(),
  };
}
