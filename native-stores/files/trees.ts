// Which rooms are directories and how they are linked, from their state. A room is a directory when it is a space with an enabled
// data-tree purpose (MSC3088, MSC3089). Runs inside the transaction that brings the state.
import { isRecord, textOf } from '../events/types';
import type { StateChange } from '../events/stateChange';
import { get, run, type Database } from '../sqlite/statements';
import { applyEntry, branchType } from './entries';

export const purposeType = 'org.matrix.msc3088.purpose';
export const dataTree = 'org.matrix.msc3089.data_tree';
const enabled = 'org.matrix.msc3088.enabled';

/** Specification of spaces: at most 50 characters of printable ASCII, anything else counts as none. */
const orderText = /^[\x20-\x7e]{1,50}$/;

const hasVia = (content: Record<string, unknown>): boolean => {
  const via = content['via'];
  return Array.isArray(via) && via.some((name) => typeof name === 'string' && name !== '');
};

function applyLink(db: Database, roomNo: number, change: StateChange): void {
  const { content, stateKey: childId } = change;
  if (Object.keys(content).length === 0) {
    run(db, 'DELETE FROM space_links WHERE room_no = ? AND child_id = ?', roomNo, childId);
    return;
  }
  const order = textOf(content['order']);
  run(
    db,
    `INSERT INTO space_links(room_no, child_id, ord, has_via, event_no) VALUES (?,?,?,?,?)
     ON CONFLICT(room_no, child_id) DO UPDATE SET ord = excluded.ord, has_via = excluded.has_via,
       event_no = excluded.event_no`,
    roomNo,
    childId,
    order !== null && orderText.test(order) ? order : null,
    hasVia(content) ? 1 : 0,
    change.eventNo,
  );
}

function applyParent(db: Database, roomNo: number, change: StateChange): void {
  const { content, stateKey: parentId } = change;
  if (Object.keys(content).length === 0) {
    run(db, 'DELETE FROM space_parents WHERE room_no = ? AND parent_id = ?', roomNo, parentId);
    return;
  }
  run(
    db,
    `INSERT INTO space_parents(room_no, parent_id, has_via) VALUES (?,?,?)
     ON CONFLICT(room_no, parent_id) DO UPDATE SET has_via = excluded.has_via`,
    roomNo,
    parentId,
    hasVia(content) ? 1 : 0,
  );
}

function purposeEnabled(db: Database, roomNo: number): boolean {
  const row = get<{ json: string }>(
    db,
    `SELECT e.json FROM state s JOIN events e ON e.event_no = s.event_no
     WHERE s.room_no = ? AND s.type = ? AND s.state_key = ?`,
    roomNo,
    purposeType,
    dataTree,
  );
  if (row === null) return false;
  const event: unknown = JSON.parse(row.json);
  return isRecord(event) && isRecord(event['content']) && event['content'][enabled] === true;
}

/**
 * Decides anew whether the room is a directory. Servers leave the purpose out of an invitation's state; there an encrypted space is
 * taken for one, because no other kind of space is encrypted. Joining brings the truth. Answers whether it changed.
 */
export function settleTree(db: Database, roomNo: number): boolean {
  const purpose = purposeEnabled(db, roomNo) ? 1 : 0;
  const { changes } = run(
    db,
    `UPDATE rooms SET is_tree = 1 - is_tree WHERE room_no = ? AND is_tree <>
       (coalesce(room_type, '') = 'm.space' AND (? OR (membership IN ('invite', 'knock') AND encryption IS NOT NULL)))`,
    roomNo,
    purpose,
  );
  return changes > 0;
}

/** State that Files are made of. */
export function isFilesState(type: string): boolean {
  return (
    type === branchType ||
    type === 'm.space.child' ||
    type === 'm.space.parent' ||
    type === purposeType
  );
}

/** Answers false for state that means nothing to Files. */
export function applyFilesState(db: Database, roomNo: number, change: StateChange): boolean {
  switch (change.type) {
    case branchType:
      applyEntry(db, roomNo, change);
      return true;
    case 'm.space.child':
      applyLink(db, roomNo, change);
      return true;
    case 'm.space.parent':
      applyParent(db, roomNo, change);
      return true;
    case purposeType:
      if (change.stateKey === dataTree) settleTree(db, roomNo);
      return true;
    default:
      return false;
  }
}

/** Before a fresh copy of the room's state. */
export function clearFilesState(db: Database, roomNo: number): void {
  run(db, 'DELETE FROM space_links WHERE room_no = ?', roomNo);
  run(db, 'DELETE FROM space_parents WHERE room_no = ?', roomNo);
  run(db, 'DELETE FROM file_entries WHERE room_no = ?', roomNo);
  run(db, 'UPDATE rooms SET is_tree = 0 WHERE room_no = ? AND is_tree = 1', roomNo);
}
