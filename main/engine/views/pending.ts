// What waits in the outbox of a room, sorted by what it does to the timeline: new messages stand at the end, edits, reactions and
// redactions are folded into their targets at once. One that failed stands at the end too, so that it can be retried or given up.
import { isRecord, textOf } from '#stores/events/types';
import type { OutboxRow } from '#stores/outbox/outbox';
import { relationIn } from '../events/relations';

export interface Pending {
  /** In the order of sending. */
  readonly echoes: readonly OutboxRow[];
  /** By event id or key of the target. */
  readonly edits: ReadonlyMap<string, OutboxRow>;
  readonly reactions: ReadonlyMap<string, readonly OutboxRow[]>;
  readonly redactions: ReadonlyMap<string, OutboxRow>;
}

export function sortPending(rows: readonly OutboxRow[]): Pending {
  const echoes: OutboxRow[] = [];
  const edits = new Map<string, OutboxRow>();
  const reactions = new Map<string, OutboxRow[]>();
  const redactions = new Map<string, OutboxRow>();
  for (const row of rows) {
    if (row.status === 'cancelled') continue;
    const relation = relationIn(row.content);
    const redacts = row.type === 'm.room.redaction' ? textOf(row.content['redacts']) : null;
    if (row.status === 'not_sent') echoes.push(row);
    else if (redacts !== null) redactions.set(redacts, row);
    else if (relation.eventId !== null && relation.relType === 'm.replace')
      edits.set(relation.eventId, row);
    else if (relation.eventId !== null && row.type === 'm.reaction') {
      const known = reactions.get(relation.eventId);
      if (known === undefined) reactions.set(relation.eventId, [row]);
      else known.push(row);
    } else echoes.push(row);
  }
  return { echoes, edits, reactions, redactions };
}

/** The emoji of a reaction row. */
export function reactionKey(row: OutboxRow): string | null {
  const relates = row.content['m.relates_to'];
  return isRecord(relates) ? textOf(relates['key']) : null;
}

/** The entry for an event, which is known by its id, or by its key while it was pending. */
export function forTarget<T>(
  map: ReadonlyMap<string, T>,
  eventId: string | null,
  key: string | null,
): T | null {
  return (
    (eventId === null ? undefined : map.get(eventId)) ??
    (key === null ? undefined : map.get(key)) ??
    null
  );
}
