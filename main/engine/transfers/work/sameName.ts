// A file that was just published may have the name of another one, put there meanwhile by somebody who did not know of it. It takes a
// free name then, as it would have if the other one had been there when it was added.
import { sortKey } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { roomIdOf } from '#stores/rooms/rooms';
import { entryContent, putEntry, type PublishDeps } from '../../files/publish';
import { createNames } from '../freeNames';

interface Named {
  readonly eventId: string;
  readonly ms: number;
}

/** The sort key, which follows from the folded name, leads there by its index: a directory may have thousands of files. */
const namedSo = (db: Store['db'], roomNo: number, name: string): Named[] =>
  all<Named>(
    db,
    'SELECT event_id AS eventId, changed_ms AS ms FROM file_entries WHERE room_no = ? AND active = 1 AND sort_key = ? AND name_folded = ?',
    roomNo,
    sortKey(name),
    fold(name),
  );

/** Ids of the entries of this name that are in the directory. */
export const entriesNamed = (db: Store['db'], roomNo: number, name: string): ReadonlySet<string> =>
  new Set(namedSo(db, roomNo, name).map(({ eventId }) => eventId));

/**
 * The later of two files of one name gives way, so that of two devices only one does: the one whose maker could have known the other
 * (`before`: the entries that were there when it was sent), else the one with the later time. Two that were sent in the same moment may
 * both keep the name: neither is here yet when the other one looks.
 */
export async function giveWay(
  deps: Pick<PublishDeps, 'http' | 'store' | 'retry' | 'signal'>,
  {
    roomNo,
    name,
    eventId,
  }: { readonly roomNo: number; readonly name: string; readonly eventId: string },
  before: ReadonlySet<string>,
): Promise<void> {
  const { db } = deps.store;
  const named = namedSo(db, roomNo, name);
  const own = named.find((one) => one.eventId === eventId);
  if (own === undefined) return;
  const isEarlier = (one: Named): boolean =>
    one !== own &&
    (before.has(one.eventId) ||
      one.ms < own.ms ||
      (one.ms === own.ms && one.eventId < own.eventId));
  const content = entryContent(db, roomNo, eventId);
  if (content === null || !named.some(isEarlier)) return;
  const free = createNames(db, roomNo).claim(name);
  await putEntry(deps, roomIdOf(db, roomNo), eventId, { ...content, name: free });
}
