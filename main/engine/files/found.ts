// Finds files by name, kind, sender and time, in directories (what their entries show) and in ordinary rooms (what was sent, one or
// several in a message). No SDK.
import { fold } from '#stores/rooms/fold';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { FileSort } from '#contract/areas/files/filesModels';
import type { FileDbRow } from './entryRows';

type Db = Store['db'];

export interface FoundRow extends FileDbRow {
  room_id: string;
  room_name: string;
  is_tree: number;
  shown_name: string;
  shown_odd: number;
  /** Its place, where its message brings several files. */
  part: number | null;
}

export interface FoundQuery {
  /** Null: everywhere. */
  readonly roomNo: number | null;
  /** Folded. */
  readonly text: string;
  /** Messages of files that are found whatever their names are. */
  readonly inText?: readonly number[];
  /** One message alone. */
  readonly eventId?: string;
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

/** Keeps present entries of directories, and files of rooms without edits, which repeat their file. */
const present = `r.membership = 'join' AND ((r.is_tree = 1 AND e.active = 1) OR (r.is_tree = 0 AND f.replaces IS NULL))`;

/** Keeps the shown version of an edited gallery; which one that is was decided when each edit came. */
const shownGallery = `r.membership = 'join' AND r.is_tree = 0 AND f.superseded = 0`;

const galleryColumns = `f.event_no, f.room_no, f.event_id, f.sender, f.ts, f.name, f.odd_name, f.extension, f.kind, f.mime_type,
  f.size_bytes, f.mxc, f.replaces, f.problem, r.room_id, r.name AS room_name, r.is_tree, f.name AS shown_name,
  f.odd_name AS shown_odd, f.part`;

const galleryOrders: typeof orders = {
  name: ['f.name_folded, f.event_no, f.part', 'f.name_folded DESC, f.event_no DESC, f.part'],
  changed: ['f.ts, f.event_no, f.part', 'f.ts DESC, f.event_no DESC, f.part'],
  order: ['f.ts DESC, f.event_no DESC, f.part', 'f.ts DESC, f.event_no DESC, f.part'],
  size: ['f.size_bytes, f.event_no, f.part', 'f.size_bytes DESC, f.event_no DESC, f.part'],
  version: ['f.event_no, f.part', 'f.event_no DESC, f.part'],
  kind: ['f.kind, f.event_no, f.part', 'f.kind DESC, f.event_no DESC, f.part'],
};

/** The same in words of both tables. */
const filters = ({ roomNo, text, kinds }: FoundQuery, name: string): string =>
  `${roomNo === null ? '? IS NULL' : 'f.room_no = ?'}
       AND f.event_id = coalesce(?, f.event_id)
       AND ${text === '' ? "? = '' AND ? IS NOT NULL" : `(instr(${name}, ?) > 0 OR f.event_no IN (SELECT value FROM json_each(?)))`}
       AND ${kinds.length === 0 ? "? = '[]'" : 'f.kind IN (SELECT value FROM json_each(?))'}
       AND f.sender = coalesce(?, f.sender) AND f.ts BETWEEN ? AND ?`;

const boundTo = (query: FoundQuery): readonly (string | number | null)[] => [
  query.roomNo,
  query.eventId ?? null,
  query.text,
  JSON.stringify(query.inText ?? []),
  JSON.stringify(query.kinds),
  query.sender,
  query.fromMs ?? 0,
  query.toMs ?? Number.MAX_SAFE_INTEGER,
  query.limit,
];

type Value = string | number | null;

/** Sorts rows in memory like the SQL orders above, with null first as in SQLite. */
const sorted: Readonly<Record<FileSort['by'], (row: FoundRow) => Value>> = {
  name: (row) => fold(row.shown_name),
  changed: (row) => row.ts,
  order: (row) => -row.ts,
  size: (row) => row.size_bytes,
  version: () => 1,
  kind: (row) => row.kind,
};

function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Two lists that are each in this order, as one. */
function merge(
  one: readonly FoundRow[],
  other: readonly FoundRow[],
  sort: FileSort,
  limit: number,
): FoundRow[] {
  const value = sorted[sort.by];
  const sign = sort.descending && sort.by !== 'order' ? -1 : 1;
  const up = sort.by === 'order' ? -1 : sign;
  return [...one, ...other]
    .sort(
      (a, b) =>
        sign * compare(value(a), value(b)) ||
        up * (a.event_no - b.event_no) ||
        (a.part ?? 0) - (b.part ?? 0),
    )
    .slice(0, limit);
}

/** Files of messages and of directories, and those that came several in one message. */
export function readFound(db: Db, query: FoundQuery): FoundRow[] {
  const at = query.sort.descending ? 1 : 0;
  const single = all<FoundRow>(
    db,
    `SELECT ${columns}, NULL AS part FROM files f CROSS JOIN rooms r ON r.room_no = f.room_no
     LEFT JOIN file_entries e ON r.is_tree = 1 AND e.room_no = f.room_no AND e.event_id = f.event_id
     WHERE ${filters(query, 'coalesce(e.name_folded, f.name_folded)')} AND ${present}
     ORDER BY ${orders[query.sort.by][at]} LIMIT ? + 0`,
    ...boundTo(query),
  );
  const several = all<FoundRow>(
    db,
    `SELECT ${galleryColumns} FROM gallery_files f CROSS JOIN rooms r ON r.room_no = f.room_no
     WHERE ${filters(query, 'f.name_folded')} AND ${shownGallery}
     ORDER BY ${galleryOrders[query.sort.by][at]} LIMIT ? + 0`,
    ...boundTo(query),
  );
  return several.length === 0 ? single : merge(single, several, query.sort, query.limit);
}
