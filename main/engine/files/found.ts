// Finds files by name, kind, sender and time, in directories (what their entries show) and in ordinary rooms (what was sent). No SDK.
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { FileSort } from '#contract/areas/filesModels';
import type { FileDbRow } from './entryRows';

type Db = Store['db'];

export interface FoundRow extends FileDbRow {
  room_id: string;
  room_name: string;
  is_tree: number;
  shown_name: string;
  shown_odd: number;
}

export interface FoundQuery {
  /** Null: everywhere. */
  readonly roomNo: number | null;
  /** Folded. */
  readonly text: string;
  readonly kinds: readonly string[];
  readonly sender: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly sort: FileSort;
  readonly limit: number;
}

const orders: Readonly<Record<FileSort['by'], readonly [up: string, down: string]>> = {
  name: [
    'coalesce(e.name_folded, f.name_folded), f.event_no',
    'coalesce(e.name_folded, f.name_folded) DESC, f.event_no DESC',
  ],
  changed: ['f.ts, f.event_no', 'f.ts DESC, f.event_no DESC'],
  order: ['f.ts DESC, f.event_no DESC', 'f.ts DESC, f.event_no DESC'],
  size: ['f.size_bytes, f.event_no', 'f.size_bytes DESC, f.event_no DESC'],
  version: ['coalesce(e.version, 1), f.event_no', 'coalesce(e.version, 1) DESC, f.event_no DESC'],
  kind: ['f.kind, f.event_no', 'f.kind DESC, f.event_no DESC'],
};

const columns = `f.event_no, f.room_no, f.event_id, f.sender, f.ts, f.name, f.odd_name, f.extension, f.kind, f.mime_type, f.size_bytes,
  f.mxc, f.replaces, f.problem, r.room_id, r.name AS room_name, r.is_tree, coalesce(e.name, f.name) AS shown_name,
  coalesce(e.odd_name, f.odd_name) AS shown_odd`;

/** Of a directory only what stands in it now; of a room no edits, which repeat their file. */
const present = `r.membership = 'join' AND ((r.is_tree = 1 AND e.active = 1) OR (r.is_tree = 0 AND f.replaces IS NULL))`;

export function readFound(db: Db, query: FoundQuery): FoundRow[] {
  const order = orders[query.sort.by][query.sort.descending ? 1 : 0];
  return all<FoundRow>(
    db,
    `SELECT ${columns} FROM files f CROSS JOIN rooms r ON r.room_no = f.room_no
     LEFT JOIN file_entries e ON r.is_tree = 1 AND e.room_no = f.room_no AND e.event_id = f.event_id
     WHERE ${query.roomNo === null ? '? IS NULL' : 'f.room_no = ?'} AND ${present}
       AND ${query.text === '' ? "? = ''" : 'instr(coalesce(e.name_folded, f.name_folded), ?) > 0'}
       AND ${query.kinds.length === 0 ? "? = '[]'" : 'f.kind IN (SELECT value FROM json_each(?))'}
       AND f.sender = coalesce(?, f.sender) AND f.ts BETWEEN ? AND ?
     ORDER BY ${order} LIMIT ? + 0`,
    query.roomNo,
    query.text,
    JSON.stringify(query.kinds),
    query.sender,
    query.fromMs ?? 0,
    query.toMs ?? Number.MAX_SAFE_INTEGER,
    query.limit,
  );
}
