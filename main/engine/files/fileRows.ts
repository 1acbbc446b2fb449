// Entries as rows for display: name, kind, warnings, problem, media, rights. A row that did not change is not made again. No SDK.
import { getEvents, getEventsByNo } from '#stores/events/timeline';
import { timesJudged } from '#stores/ingest/decryption';
import { isRecord, type StoredEvent } from '#stores/events/types';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { entryState, movedTo } from '#stores/files/entries';
import { cleanFileName } from '#stores/files/names';
import type { Store } from '#stores/sqlite/store';
import { comingChanges, type Coming } from '#stores/transfers/changes';
import type { FileProblem } from '#contract/areas/files/directoriesModels';
import type { FileConflict, FileRow } from '#contract/areas/files/filesModels';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { Trust } from '#contract/areas/encryption/trust';
import type { Clock } from '../base/types';
import { effective, newContentOf } from '../events/relations';
import { mediaIn } from '../kinds/messages/media';
import { trustOfMessage } from '../kinds/trust';
import { loadPeople } from '../rooms/people';
import { conflictOf, twinsOf } from './conflicts';
import { firstVersions, readFiles, withoutEntry, type EntryRow, type FileDbRow } from './entryRows';
import type { LiveState } from './liveMedia';
import type { Kept } from './onDisk';
import { fileActions } from './roles';
import { keysToCome, waitsUntil } from './waiting';
import { looksOf, type Sent } from './warnings';

type Db = Store['db'];

/** The file of a message as the timeline shows it, its own version of the content if it replaces another; null for anything else. */
export function mediaOf(db: Db, event: StoredEvent, replaces: boolean): MediaRef | null {
  const { type, content } = effective(event);
  const shown = replaces ? (newContentOf(content, type) ?? content) : content;
  return mediaIn(db, type, shown);
}

/** In clear, after the encryption of its room began. */
export const sentInClear = (db: Db, event: StoredEvent): boolean =>
  trustOfMessage(db, event) === 'not_encrypted';

/** Why the message of an entry cannot be shown as a file, when there is no row of it. */
function missingProblem(entry: EntryRow, event: StoredEvent | null, waits: boolean): FileProblem {
  if (entry.gone !== 0 || (event !== null && event.redactedBy !== null)) return 'removed';
  if (event === null) return waits ? 'waiting' : 'event_missing';
  if (event.type !== 'm.room.encrypted' || event.plain !== null) return 'not_a_file';
  return waits ? 'waiting' : 'undecryptable';
}

/** In an encrypted directory what came in clear, or without keys of its own, is not what it seems to be. */
function fileProblem(
  file: FileDbRow,
  media: MediaRef | null,
  encrypted: boolean,
  trust: Trust,
): FileProblem | null {
  if (file.problem !== null) return file.problem;
  if (media === null) return 'not_a_file';
  if (media.broken !== null) return media.broken === 'bad address' ? 'no_address' : 'no_keys';
  if (encrypted && !media.encrypted) return 'no_keys';
  return trust === 'not_encrypted' ? 'sent_in_clear' : null;
}

/** Named only where this account can look. */
function placeNow(db: Db, entry: EntryRow): FileRow['movedTo'] {
  if (entry.active !== entryState.moved) return undefined;
  const event = getEventsByNo(db, [entry.state_event_no]).get(entry.state_event_no);
  const roomId = event === undefined ? null : movedTo(event.raw.content);
  if (roomId === null) return undefined;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  return { roomId, name: room?.membership === 'join' ? room.name : null };
}

const opens: ReadonlySet<FileProblem | null> = new Set<FileProblem | null>([
  null,
  'foreign_version',
]);

interface Made {
  readonly row: FileRow;
  readonly mxc: string | null;
  /** The version that its maker did not know is not on the disk yet. */
  readonly unsettled: boolean;
}

interface Wanted {
  readonly entry: EntryRow;
  /** Another version that stands beside it. */
  readonly twin: string | undefined;
}

interface Known extends Made {
  readonly sign: string;
}

export interface RowSource {
  /** In the order of `entries`; keys are unique. `transfers`: uploads of new versions, by the entry. */
  rows(entries: readonly EntryRow[], kept: Kept, transfers: ReadonlyMap<string, string>): FileRow[];
  /** People of the room changed. */
  forget(): void;
}

export interface RowDeps {
  readonly db: Db;
  readonly roomNo: number;
  readonly roomId: string;
  readonly ownUserId: string;
  /** Called for each entry whose message is not on the disk. */
  readonly onMissing: (eventId: string) => void;
  readonly clock: Pick<Clock, 'now'>;
  /** Rows wait for their keys: they are to be made again after this time, unless a change comes before. */
  readonly onWaiting: (ms: number) => void;
  /** State of the file in the downloads of this process. */
  readonly live?: (handle: string) => LiveState;
}

/** Reads at once all that several rows need. */
function readAround(deps: RowDeps, entries: readonly EntryRow[]) {
  const { db, roomNo, ownUserId } = deps;
  const files = readFiles(
    db,
    entries.flatMap(({ file_no: no }) => no ?? []),
  );
  const lost = entries.filter((entry) => entry.file_no === null).map((entry) => entry.event_id);
  const replacing = [...files.values()].filter((file) => file.replaces !== null);
  const replaced = replacing.flatMap(({ replaces }) => replaces ?? []);
  const userIds = entries.flatMap((entry) => [
    entry.changed_by,
    entry.locked_by ?? entry.changed_by,
  ]);
  return {
    files,
    events: getEventsByNo(db, [...files.keys()]),
    others: getEvents(db, roomNo, lost),
    locks: getEventsByNo(
      db,
      entries.flatMap((entry) => (entry.locked === 0 ? [] : entry.state_event_no)),
    ),
    keys: keysToCome(db, deps.roomId, deps.clock.now()),
    foreign: replaced.length === 0 ? new Set<string>() : withoutEntry(db, roomNo, replaced),
    first: firstVersions(
      db,
      roomNo,
      replacing.map((file) => file.event_id),
    ),
    people: loadPeople(db, roomNo, userIds),
    actions: fileActions(db, roomNo, ownUserId),
    encrypted: getRoom(db, roomNo)?.encryption != null,
  };
}

type Around = ReturnType<typeof readAround>;

const sentOf = (file: FileDbRow | null): Sent | null =>
  file === null
    ? null
    : {
        name: file.name,
        odd: file.odd_name !== 0,
        extension: file.extension,
        mimeType: file.mime_type,
      };

function problemOf(
  around: Around,
  entry: EntryRow,
  file: FileDbRow | null,
  media: MediaRef | null,
  trust: Trust,
): FileProblem | null {
  if (file === null) {
    const event = around.others.get(entry.event_id) ?? null;
    return missingProblem(entry, event, waitsUntil(around.keys, event) !== null);
  }
  const problem = fileProblem(file, media, around.encrypted, trust);
  if (problem !== null || file.replaces === null) return problem;
  return around.foreign.has(file.replaces) ? 'foreign_version' : null;
}

/** `unknown` as {@link conflictOf} says. */
function conflictIn(
  { db, roomNo }: RowDeps,
  { entry, twin }: Wanted,
  file: FileDbRow | null,
  event: StoredEvent | null,
): FileConflict | 'unknown' | null {
  if (file === null || event === null) return null;
  const { content } = effective(event);
  const found = conflictOf(db, roomNo, entry, { ...file, content, twin });
  if (found === null || found === 'unknown') return found;
  const by = loadPeople(db, roomNo, [found.senderId]).get(found.senderId);
  return { version: found.version, by, ...(found.beside && { beside: true }) };
}

/** Null where the entry was written anew since it was locked, or where the server does not say how it was before. */
function lockedAt(event: StoredEvent | undefined): number | null {
  const before = event?.raw.unsigned?.['prev_content'];
  if (event === undefined || !isRecord(before) || event.raw.content['locked'] !== true) return null;
  return before['locked'] === true ? null : Math.min(event.ts, event.receivedTs);
}

function make(deps: RowDeps, around: Around, wanted: Wanted, kept: Kept): Made {
  const { entry } = wanted;
  const { people } = around;
  const { event_id: entryId, name } = entry;
  const file = around.files.get(entry.file_no ?? -1) ?? null;
  const event = around.events.get(entry.file_no ?? -1) ?? null;
  const media =
    file === null || event === null ? null : mediaOf(deps.db, event, file.replaces !== null);
  const trust = event === null ? 'ok' : trustOfMessage(deps.db, event);
  const problem = problemOf(around, entry, file, media, trust);
  if (file === null && entry.gone === 0 && !around.others.has(entryId)) deps.onMissing(entryId);
  const moved = placeNow(deps.db, entry);
  const conflict = conflictIn(deps, wanted, file, event);
  const locker = entry.locked === 0 ? null : (entry.locked_by ?? entry.changed_by);
  const lockedMs = locker === null ? null : lockedAt(around.locks.get(entry.state_event_no));
  const actions = around.actions({
    active: entry.active === entryState.present,
    locked: locker !== null,
    keptOut: locker !== null && locker !== deps.ownUserId,
    readable: opens.has(problem),
    sender: file?.sender ?? around.others.get(entryId)?.sender ?? null,
  });
  const row: FileRow = {
    kind: 'file',
    key: around.first.get(entryId) ?? entryId,
    roomId: deps.roomId,
    entryId,
    name,
    ...looksOf({ name, odd: entry.odd_name !== 0 }, sentOf(file)),
    sizeBytes: file?.size_bytes ?? null,
    changedMs: entry.changed_ms,
    changedBy: people.get(entry.changed_by),
    version: entry.version,
    lockedBy: locker === null ? null : people.get(locker),
    ...(locker === deps.ownUserId && { lockedHere: true as const }),
    ...(lockedMs !== null && { lockedMs }),
    // It is saved and opened under the name that is shown.
    media: media === null ? null : { ...media, fileName: name },
    onDisk: kept.entry(deps.roomNo, entryId, file?.mxc ?? null),
    problem,
    trust,
    transferId: null,
    deleted: entry.active !== entryState.present,
    ...(moved === undefined ? {} : { movedTo: moved }),
    ...(conflict === null || conflict === 'unknown' ? {} : { conflict }),
    actions: moved === undefined ? actions : { ...actions, restore: false },
  };
  return { row, mxc: file?.mxc ?? null, unsettled: conflict === 'unknown' };
}

export function createRowSource(deps: RowDeps): RowSource {
  const { db, roomNo } = deps;
  const known = new Map<string, Known>();
  let rights = '';

  /** A text that changes with the rights of this account and with what is known of senders' devices. */
  function rightsNow(): string {
    const room = getRoom(db, roomNo);
    const levels = getState(db, roomNo, 'm.room.power_levels')?.eventNo ?? 0;
    return `${room?.membership} ${room?.encryption != null} ${levels} ${timesJudged(db)}`;
  }

  const signOf = (entry: EntryRow, twin = ''): string =>
    `${entry.state_event_no} ${entry.file_no} ${entry.active} ${entry.locked} ${entry.locked_by} ${twin} ${entry.changed_ms} ${entry.name}`;

  /** The entry with its pending name, lock and deletion: they show before the server has them. */
  function changed(entry: EntryRow, { name, locked, removedMs = null }: Coming = {}): EntryRow {
    const named = name === undefined ? null : cleanFileName(name);
    return {
      ...entry,
      ...(named === null ? {} : { name: named.name, odd_name: named.odd ? 1 : 0 }),
      ...(locked === undefined
        ? {}
        : { locked: locked ? 1 : 0, locked_by: locked ? deps.ownUserId : null }),
      ...(removedMs === null ? {} : { changed_by: deps.ownUserId, changed_ms: removedMs }),
    };
  }

  /** Makes the rows that are new or changed. Without a file the message may have come meanwhile, so those are always made. */
  function freshen(entries: readonly EntryRow[], kept: Kept): void {
    const now = rightsNow();
    if (now !== rights) known.clear();
    rights = now;
    const later = entries.filter((entry) => entry.version > 1).map((entry) => entry.event_id);
    const twins = later.length === 0 ? new Map<string, string>() : twinsOf(db, roomNo, later);
    const signNow = (entry: EntryRow): string => signOf(entry, twins.get(entry.event_id));
    const isStale = (entry: EntryRow): boolean => {
      const made = known.get(entry.event_id);
      return entry.file_no === null || made?.unsettled !== false || made.sign !== signNow(entry);
    };
    const stale = entries.filter(isStale);
    if (stale.length === 0) return;
    const around = readAround(deps, stale);
    tellWaiting(around, stale);
    for (const entry of stale) {
      const made = make(deps, around, { entry, twin: twins.get(entry.event_id) }, kept);
      known.set(entry.event_id, { ...made, sign: signNow(entry) });
    }
  }

  /** When the first of these rows stops waiting, no commit tells. */
  function tellWaiting({ keys, files, others }: Around, entries: readonly EntryRow[]): void {
    let first = Number.POSITIVE_INFINITY;
    for (const { file_no: no, event_id: id } of entries)
      if (!files.has(no ?? -1))
        first = Math.min(first, waitsUntil(keys, others.get(id) ?? null) ?? first);
    if (Number.isFinite(first)) deps.onWaiting(first - keys.nowMs);
  }

  function forgetOthers(entries: readonly EntryRow[]): void {
    if (known.size <= 2 * entries.length + 100) return;
    const shown = new Set(entries.map((entry) => entry.event_id));
    for (const id of known.keys()) if (!shown.has(id)) known.delete(id);
  }

  return {
    rows(stored, kept, transfers) {
      const coming = comingChanges(db, roomNo);
      const entries = stored.map((entry) => changed(entry, coming.get(entry.event_id)));
      freshen(entries, kept);
      forgetOthers(entries);
      const keys = new Set<string>();
      return entries.flatMap((entry) => {
        const found = known.get(entry.event_id);
        if (found === undefined) return [];
        const row = current(found, entry.event_id, kept, transfers, keys);
        keys.add(row.key);
        return [row];
      });
    },
    forget: () => known.clear(),
  };

  /** Downloads and uploads come and go without the entry changing; two ends of one chain must not share a key. */
  function current(
    { row, mxc }: Known,
    id: string,
    kept: Kept,
    transfers: ReadonlyMap<string, string>,
    keys: ReadonlySet<string>,
  ): FileRow {
    const live = row.media === null ? null : (deps.live?.(row.media.handle) ?? null);
    const stored = kept.entry(roomNo, id, mxc);
    const onDisk = live === 'loading' ? { ...stored, state: 'loading' as const } : stored;
    const problem = live === 'damaged' ? (row.problem ?? 'damaged') : row.problem;
    const transferId = transfers.get(id) ?? null;
    const key = [row.key, id].find((one) => !keys.has(one)) ?? `${id}:${keys.size}`;
    const same =
      onDisk.kept === row.onDisk.kept &&
      onDisk.state === row.onDisk.state &&
      problem === row.problem &&
      transferId === null &&
      key === row.key;
    return same ? row : { ...row, onDisk, problem, transferId, key };
  }
}
