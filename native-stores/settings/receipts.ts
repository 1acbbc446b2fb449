// The newest receipt of each person, type and thread of a room (CHAT-3.25).
import { all, run, type Database } from '../sqlite/statements';

export type ReceiptType = 'm.read' | 'm.read.private';

export interface StoredReceipt {
  readonly userId: string;
  readonly type: string;
  /** Empty: not of a thread. */
  readonly threadId: string;
  readonly eventId: string;
  readonly ts: number;
}

/** True for a receipt of the whole room or its main timeline, false for one of a thread (CHAT-3.11). */
export const isOfRoom = ({ threadId }: Pick<StoredReceipt, 'threadId'>): boolean =>
  threadId === '' || threadId === 'main';

interface Row {
  user_id: string;
  receipt_type: string;
  thread_id: string;
  event_id: string;
  ts: number;
}

const fromRow = (row: Row): StoredReceipt => ({
  userId: row.user_id,
  type: row.receipt_type,
  threadId: row.thread_id,
  eventId: row.event_id,
  ts: row.ts,
});

/** The server sends only newer ones, so the latest word wins. */
export function putReceipt(db: Database, roomNo: number, receipt: StoredReceipt): void {
  run(
    db,
    `INSERT INTO receipts(room_no, user_id, receipt_type, thread_id, event_id, ts) VALUES (?,?,?,?,?,?)
     ON CONFLICT(room_no, user_id, receipt_type, thread_id) DO UPDATE SET event_id = excluded.event_id, ts = excluded.ts`,
    roomNo,
    receipt.userId,
    receipt.type,
    receipt.threadId,
    receipt.eventId,
    receipt.ts,
  );
}

/** Every receipt of one person in a room. */
export function receiptsOfUser(db: Database, roomNo: number, userId: string): StoredReceipt[] {
  return all<Row>(
    db,
    'SELECT user_id, receipt_type, thread_id, event_id, ts FROM receipts WHERE room_no = ? AND user_id = ?',
    roomNo,
    userId,
  ).map(fromRow);
}

/** Receipts that stand at one of these events. */
export function receiptsAt(
  db: Database,
  roomNo: number,
  eventIds: readonly string[],
): StoredReceipt[] {
  return all<Row>(
    db,
    `SELECT r.user_id, r.receipt_type, r.thread_id, r.event_id, r.ts FROM json_each(?) j
     CROSS JOIN receipts r ON r.room_no = ? AND r.event_id = j.value ORDER BY r.ts, r.user_id`,
    JSON.stringify(eventIds),
    roomNo,
  ).map(fromRow);
}
