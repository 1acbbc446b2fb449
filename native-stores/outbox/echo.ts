// Recognises our own events when they come back: by transaction id, else by the event id of the server's answer; never by content.
import type { RawEvent } from '../events/types';
import { moveMissed } from '../settings/missed';
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
  const row = get<{ local_key: string; room_id: string }>(
    db,
    `SELECT o.local_key, r.room_id FROM outbox o JOIN rooms r ON r.room_no = o.room_no
       WHERE o.room_no = ? AND (o.txn_id = ? OR o.event_id = ?) LIMIT 1`,
    roomNo,
    typeof txnId === 'string' ? txnId : null,
    event.event_id,
  );
  if (row === null) return null;
  deleteOutbox(db, row.local_key, nowMs);
  // Else the answer of the server does it.
  moveMissed(db, row.room_id, row.local_key, event.event_id);
  return row.local_key;
}
