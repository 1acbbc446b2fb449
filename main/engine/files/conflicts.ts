// Versions that people made of one file without knowing each other's: found by their makers' notes and by the chain. Reads only. No SDK.
import { getEvent } from '#stores/events/timeline';
import { entryState } from '#stores/files/entries';
import { replacedBy } from '#stores/files/files';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { effective } from '../events/relations';
import { readEntry, type EntryRow } from './entryRows';
import { makerIn } from './makers';

type Db = Store['db'];

/**
 * Own field in the encrypted content of a version: the id of the version that its maker knew, where it replaces a later one. Absent: its
 * maker knew what it replaced.
 */
export const madeFromKey = 'org.trellis.made_from';

const longestEventId = 255;

/** The version that the maker knew instead of the one that was replaced; null where the content says none. */
export function madeFrom(content: Readonly<Record<string, unknown>>): string | null {
  const eventId = content[madeFromKey];
  if (typeof eventId !== 'string') return null;
  return eventId.startsWith('$') && eventId.length <= longestEventId ? eventId : null;
}

/** A version that the maker of another one did not know. */
export interface Conflict {
  readonly entryId: string;
  readonly version: number;
  readonly senderId: string;
  /** Both stand in the directory: they were made at the same time, and neither replaces the other. */
  readonly beside: boolean;
}

/** Further back nobody looks; somebody may make a ring. */
const mostWalked = 100;

/**
 * The versions from `fromId` back to `knownId`, newest first and without `knownId`; null when that is not among what `fromId` was made
 * from. The relations of encrypted messages can be read without their keys.
 */
function versionsSince(db: Db, roomNo: number, fromId: string, knownId: string): string[] | null {
  const since: string[] = [];
  let at: string | null = fromId;
  while (at !== null && at !== knownId) {
    if (since.length >= mostWalked || since.includes(at)) return null;
    since.push(at);
    const event = getEvent(db, roomNo, at);
    at = event === null ? null : replacedBy(event.raw.content);
  }
  return at === null ? null : since;
}

/**
 * Whether `replacesId` or a version between it and `knownId` was made by somebody else, or on another device: whoever knew only `knownId`
 * has not seen it. Versions that this device sent one after the other know each other: only to it the server names their transactions.
 */
export function isOverUnseen(
  db: Db,
  roomNo: number,
  ownUserId: string,
  { replacesId, knownId }: { readonly replacesId: string; readonly knownId: string },
): boolean {
  const since = versionsSince(db, roomNo, replacesId, knownId) ?? [];
  return since.some((eventId) => {
    const event = getEvent(db, roomNo, eventId);
    const isOwn =
      event?.sender === ownUserId && event.raw.unsigned?.['transaction_id'] !== undefined;
    return !isOwn;
  });
}

/** Entries of files that stand beside another version of what they replace, each with one of those. */
export function twinsOf(db: Db, roomNo: number, entryIds: readonly string[]): Map<string, string> {
  const rows = all<{ id: string; other: string }>(
    db,
    `SELECT f.event_id AS id, max(e.event_id) AS other FROM json_each(?) j
     CROSS JOIN files f ON f.room_no = ? AND f.event_id = j.value
     CROSS JOIN files n ON n.room_no = f.room_no AND n.replaces = f.replaces AND n.event_id <> f.event_id
     CROSS JOIN file_entries e ON e.room_no = n.room_no AND e.event_id = n.event_id AND e.active = ?
     GROUP BY f.event_id`,
    JSON.stringify(entryIds),
    roomNo,
    entryState.present,
  );
  return new Map(rows.map((row) => [row.id, row.other]));
}

export interface MadeVersion {
  readonly sender: string;
  readonly replaces: string | null;
  /** Readable content of its message. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Id of the other entry, found by {@link twinsOf}. */
  readonly twin: string | undefined;
}

/**
 * Finds the version that the maker of this one did not know: the newest of somebody else, else one from another device of theirs. `unknown`:
 * the versions between are not all on the disk, so that a later look may find it.
 */
export function conflictOf(
  db: Db,
  roomNo: number,
  entry: EntryRow,
  { sender, replaces, content, twin }: MadeVersion,
): Conflict | 'unknown' | null {
  if (replaces === null) return null;
  if (twin !== undefined && entry.active === entryState.present)
    return describe(db, roomNo, twin, true);
  const known = madeFrom(content);
  if (known === null) return null;
  const since = versionsSince(db, roomNo, replaces, known);
  if (since === null) return 'unknown';
  // One that was moved here was sent by whoever moved it.
  const maker = makerIn(content)?.userId ?? sender;
  const isOthers = (eventId: string): boolean => makerOf(db, roomNo, eventId) !== maker;
  const unseen = since.find(isOthers) ?? since[0];
  return unseen === undefined ? null : describe(db, roomNo, unseen, false);
}

function makerOf(db: Db, roomNo: number, eventId: string): string | undefined {
  const event = getEvent(db, roomNo, eventId);
  return event === null ? undefined : (makerIn(effective(event).content)?.userId ?? event.sender);
}

function describe(db: Db, roomNo: number, entryId: string, beside: boolean): Conflict | 'unknown' {
  const entry = readEntry(db, roomNo, entryId);
  const senderId = makerOf(db, roomNo, entryId);
  if (entry === null || senderId === undefined) return 'unknown';
  return { entryId, version: entry.version, senderId, beside };
}
