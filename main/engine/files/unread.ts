// Versions whose messages cannot be read: which entries they replace. What an encrypted message replaces stands in its clear part, so that
// nobody takes an earlier version for a deleted file while the key of the later one is missing. No SDK.
import { getEvents } from '#stores/events/timeline';
import { relationOf } from '#stores/events/relations';
import { entryState } from '#stores/files/entries';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';

type Db = Store['db'];

export interface UnreadVersions {
  /** Event ids of entries that they replace. */
  readonly replaced: readonly string[];
  /** Numbers of versions whose message is not here: what they replace is not known. */
  readonly unknown: readonly number[];
}

export function unreadVersions(db: Db, roomNo: number): UnreadVersions {
  const entries = all<{ event_id: string; version: number; active: number }>(
    db,
    `SELECT event_id, version, active FROM file_entries
     WHERE room_no = ? AND file_no IS NULL AND gone = 0 AND version > 1`,
    roomNo,
  );
  const ids = entries.map((entry) => entry.event_id);
  const events = getEvents(db, roomNo, ids);
  const replaced: string[] = [];
  const unknown: number[] = [];
  for (const { event_id: id, version, active } of entries) {
    const event = events.get(id);
    const relation = event === undefined ? null : relationOf(event.raw);
    if (relation?.relType === 'm.replace' && relation.targetId !== id)
      replaced.push(relation.targetId);
    else if (event === undefined && active === entryState.present) unknown.push(version);
  }
  return { replaced, unknown };
}
