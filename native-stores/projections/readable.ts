// Walks through the messages of a store whose content can be read, for projections that are made anew.
import { isRecord, type RawEvent } from '../events/types';
import { all, type Database } from '../sqlite/statements';
import type { ReadableEvent } from './projection';

interface MessageRow {
  event_no: number;
  room_no: number;
  event_id: string;
  sender: string;
  ts: number;
  received_ts: number;
  json: string;
  plain: string | null;
}

const parsed = (json: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(json);
  return isRecord(value) ? value : {};
};

const pageSize = 2_000;

function readableOf(row: MessageRow): ReadableEvent | null {
  const raw = parsed(row.json) as unknown as RawEvent;
  const shown = row.plain === null ? { ...raw } : parsed(row.plain);
  const { type, content } = shown as { type: unknown; content: unknown };
  if (typeof type !== 'string' || !isRecord(content)) return null;
  return {
    eventNo: row.event_no,
    roomNo: row.room_no,
    eventId: row.event_id,
    sender: row.sender,
    ts: Math.min(row.ts, row.received_ts),
    type,
    content,
    clear: isRecord(raw.content) ? raw.content : {},
  };
}

/** Oldest first, all whose JSON has `text` in it. */
export function forReadable(
  db: Database,
  text: string,
  visit: (event: ReadableEvent) => void,
): void {
  for (let after = 0; ;) {
    const rows = all<MessageRow>(
      db,
      `SELECT event_no, room_no, event_id, sender, ts, received_ts, json, plain FROM events
       WHERE event_no > ? AND state_key IS NULL AND redacted_by IS NULL
         AND instr(coalesce(plain, json), ?) > 0 ORDER BY event_no LIMIT ? + 0`,
      after,
      text,
      pageSize,
    );
    for (const row of rows) {
      after = row.event_no;
      const event = readableOf(row);
      if (event !== null) visit(event);
    }
    if (rows.length < pageSize) return;
  }
}
