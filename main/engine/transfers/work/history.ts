// The versions that go along with a file that is moved, and those that cannot: read from the directory that it leaves.
import { getEvent } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import { effective } from '../../events/relations';
import { expected } from '../../base/unexpected';
import { madeFrom } from '../../files/conflicts';
import type { EntryRow } from '../../files/entryRows';
import { makerIn, type Maker } from '../../files/makers';
import type { Content, EarlierVersion, MovedFrom } from '../../files/publish';
import { readVersions } from '../../files/versions';
import { messageFile } from './directoryFiles';
import { fetchReadable, type FetchDeps } from './fetched';
import type { CopySource } from '../types';

type Db = Store['db'];

/** Each one costs two requests; the older ones of more stay where they are. */
export const mostAlong = 100;

interface Known extends Omit<EarlierVersion, 'madeFrom'> {
  readonly eventId: string;
  readonly knownId: string | null;
}

const makerOf = (event: StoredEvent): Maker =>
  makerIn(effective(event).content) ?? { userId: event.sender, atMs: event.ts };

/** A version as a message of its directory; null where it cannot be read, or has no keys of its own. */
function versionOf(db: Db, roomNo: number, entry: EntryRow): Known | null {
  const { event_id: eventId, name, version } = entry;
  const event = getEvent(db, roomNo, eventId);
  const found = messageFile(db, roomNo, eventId);
  if (event === null || 'problem' in found || !found.encrypted) return null;
  const knownId = madeFrom(effective(event).content);
  return {
    ...{ eventId, name, version, maker: makerOf(event), knownId },
    file: found.content['file'] as EarlierVersion['file'],
    info: (found.content['info'] ?? {}) as Content,
  };
}

export interface History {
  /** Oldest first. */
  readonly along: readonly Known[];
  /** Number of those, as far as they are known, that stay in the old directory. */
  readonly staying: number;
  /** Messages that are not on this disk. */
  readonly missing: readonly string[];
}

/** The versions before the one that is moved. Redacted ones are gone: nobody misses them. */
export function historyOf(db: Db, roomNo: number, entryId: string): History {
  const { entries, missing } = readVersions(db, roomNo, entryId);
  const older = entries.slice(1).filter((entry) => entry.gone === 0);
  const here = older.filter((entry) => !missing.includes(entry.event_id));
  const along = here.slice(0, mostAlong).flatMap((entry) => versionOf(db, roomNo, entry) ?? []);
  // One that is on this disk, and not among the files, has no key: what it replaces is not known either.
  const locked = missing.filter((id) => id !== entryId && getEvent(db, roomNo, id) !== null);
  const staying = here.length - along.length + locked.length;
  return { along: along.reverse(), staying, missing };
}

/** Reads all that goes along; messages that the server has not any more end the chain. */
export async function movedFrom(
  deps: FetchDeps,
  signal: AbortSignal,
  { fromRoomId, eventId }: CopySource,
): Promise<MovedFrom> {
  const { db } = deps.store;
  const roomNo = roomNoOf(db, fromRoomId);
  if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
  let history = historyOf(db, roomNo, eventId);
  for (const asked = new Set<string>(); !signal.aborted;) {
    const next = history.missing.find((id) => !asked.has(id));
    if (next === undefined || history.along.length >= mostAlong) break;
    asked.add(next);
    try {
      await fetchReadable(deps, signal, { roomNo, eventId: next });
    } catch (thrown) {
      if (expected(thrown)?.code !== 'not_found') throw thrown;
    }
    history = historyOf(db, roomNo, eventId);
  }
  const { along } = history;
  const earlier = along.map(({ eventId: _, knownId, ...version }): EarlierVersion => {
    const known = along.findIndex((one) => one.eventId === knownId);
    return { ...version, ...(known >= 0 && { madeFrom: known }) };
  });
  const event = getEvent(db, roomNo, eventId);
  const content = event === null ? {} : effective(event).content;
  const known = along.findIndex((one) => one.eventId === madeFrom(content));
  const [present] = readVersions(db, roomNo, eventId).entries;
  return {
    version: present?.version ?? 1,
    maker: event === null ? { userId: '', atMs: 0 } : makerOf(event),
    ...(known >= 0 && { madeFrom: known }),
    earlier,
  };
}
