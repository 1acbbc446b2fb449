// Recognises our own events when they come back: by transaction id, else by the event id of the server's answer; never by content.
import type { RawEvent } from '../events/types';
import { get, type Database } from '../sqlite/statements';
import { deleteOutbox } from './outbox';

/** Removes the outbox row that this event is the echo of and answers its key. The caller has compared the sender. */
export function settleEcho(
  db: Database,
  roomNo: number,
  event: RawEvent,
  nowMs: number,
): string | null {
  const txnId = event.unsigned?.['transaction_id'];
  const row = get<{ local_key: string }>(
    db,
    `SELECT local_key FROM outbox WHERE room_no = ? AND (txn_id = ? OR event_id = ?) LIMIT 1`,
    roomNo,
    typeof txnId === 'string' ? txnId : null,
    event.event_id,
  );
  if (row === null) return null;
  deleteOutbox(db, row.local_key, nowMs);
  return row.local_key;
}
