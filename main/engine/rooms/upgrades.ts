// Rooms that replace each other: tombstone and predecessor, followed only where both ends agree, in both directions, without loops
// (CHAT-4.24, 5.23). No SDK.
import { isRecord, textOf } from '#stores/events/types';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';

type Db = Store['db'];

/** Longer chains are somebody's trick. */
const longestChain = 100;

const tombstoneOf = (db: Db, roomNo: number): string | null =>
  textOf(getState(db, roomNo, 'm.room.tombstone')?.raw.content['replacement_room']);

function predecessorClaim(db: Db, roomNo: number): string | null {
  const claim = getState(db, roomNo, 'm.room.create')?.raw.content['predecessor'];
  return isRecord(claim) ? textOf(claim['room_id']) : null;
}

/** The room that took over. One that is not here is believed; one that is here must name this room as its predecessor. */
export function replacementOf(db: Db, roomNo: number): string | null {
  const next = tombstoneOf(db, roomNo);
  if (next === null || !next.startsWith('!')) return null;
  const own = roomIdOf(db, roomNo);
  if (next === own) return null;
  const nextNo = roomNoOf(db, next);
  if (nextNo === null || getState(db, nextNo, 'm.room.create') === null) return next;
  return predecessorClaim(db, nextNo) === own ? next : null;
}

/** Servers that know the room that took over: the one of whoever moved this room. */
export function replacementVia(db: Db, roomNo: number): string[] {
  const sender = getState(db, roomNo, 'm.room.tombstone')?.sender ?? '';
  const at = sender.indexOf(':');
  return at === -1 || replacementOf(db, roomNo) === null ? [] : [sender.slice(at + 1)];
}

/** The room before this one, if it is here and its tombstone agrees. */
export function predecessorOf(db: Db, roomNo: number): string | null {
  const before = predecessorClaim(db, roomNo);
  const beforeNo = before === null ? null : roomNoOf(db, before);
  if (before === null || beforeNo === null) return null;
  return tombstoneOf(db, beforeNo) === roomIdOf(db, roomNo) ? before : null;
}

/** Every room of the chain that is here, oldest first, this one among them. */
export function upgradeChain(db: Db, roomNo: number): string[] {
  const chain = [roomIdOf(db, roomNo)];
  const seen = new Set(chain);
  const follow = (step: (db: Db, no: number) => string | null, add: (id: string) => void): void => {
    let at: number | null = roomNo;
    while (at !== null && chain.length < longestChain) {
      const next = step(db, at);
      if (next === null || seen.has(next)) return;
      seen.add(next);
      at = roomNoOf(db, next);
      if (at !== null) add(next);
    }
  };
  follow(predecessorOf, (id) => chain.unshift(id));
  follow(replacementOf, (id) => chain.push(id));
  return chain;
}

/** A room needs an upgrade if its version is neither stable on this server nor the server's default (CHAT-5.23). */
export function needsUpgrade(
  version: string,
  server: { readonly defaultVersion: string; readonly available: ReadonlyMap<string, string> },
): boolean {
  return version !== server.defaultVersion && server.available.get(version) !== 'stable';
}
