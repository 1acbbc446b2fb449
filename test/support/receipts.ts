// The receipt of a person in a room, for tests.
import { receiptsOfUser, type StoredReceipt } from '#stores/settings/receipts';
import type { Store } from '#stores/sqlite/store';

/** `threadId` as in the table: `main` for the room without its threads, empty for all of it. */
export const receiptOf = (
  db: Store['db'],
  roomNo: number,
  userId: string,
  threadId = '',
): StoredReceipt | undefined =>
  receiptsOfUser(db, roomNo, userId).find(
    (receipt) => receipt.type === 'm.read' && receipt.threadId === threadId,
  );
