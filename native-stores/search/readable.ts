// Messages as the projections are told of them, read again from the table `events`: for what is made of all of them later.
import { isRecord, type RawEvent } from '../events/types';
import { all, get, type Database } from '../sqlite/statements';
import { dropIndexed, isOutdated, putSearchable, type SearchableEvent } from './messages';

interface Row {
  event_no: number;
  room_no: number;
  ts: number;
  received_ts: number;
  json: string;
  plain: string | null;
}

function toEvent(row: Row): SearchableEvent | null {
  const raw = JSON.parse(row.json) as Partial<RawEvent>;
  const clear = isRecord(raw.content) ? raw.content : {};
  const shown = row.plain === null ? raw : (JSON.parse(row.plain) as Partial<RawEvent>);
  if (typeof shown.type !== 'string' || !isRecord(shown.content)) return null;
  const { event_no: eventNo, room_no: roomNo } = row;
  const ts = Math.min(row.ts, row.received_ts);
  return { eventNo, roomNo, ts, type: shown.type, content: shown.content, clear };
}

/** Messages with numbers below `below`, newest first, and the number below which the next ones are; null at the end. */
export function messagesBelow(
  db: Database,
  below: number,
  most: number,
): { readonly events: readonly SearchableEvent[]; readonly next: number | null } {
  const rows = all<Row>(
    db,
    `SELECT event_no, room_no, ts, received_ts, json, plain FROM events
     WHERE event_no < ? AND state_key IS NULL AND redacted_by IS NULL ORDER BY event_no DESC LIMIT ? + 0`,
    below,
    most,
  );
  const last = rows.at(-1);
  return {
    events: rows.map(toEvent).filter((event) => event !== null),
    next: last === undefined || rows.length < most ? null : last.event_no,
  };
}

/** After the text of its file came, or its name changed. What filling has not come to yet waits for it. */
export function indexAnew(db: Database, eventNo: number): void {
  const row = get<Row>(
    db,
    'SELECT event_no, room_no, ts, received_ts, json, plain FROM events WHERE event_no = ? AND redacted_by IS NULL',
    eventNo,
  );
  const event = row === null ? null : toEvent(row);
  if (event === null || !isOutdated(db, event)) return;
  dropIndexed(db, [eventNo]);
  putSearchable(db, event);
}
