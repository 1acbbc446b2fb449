// Says which files lie on this disk and which are kept there. Reads the rows of the media cache and of the files that are kept offline.
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import type { OnDisk } from '#contract/areas/files/directoriesModels';
import type { Directory, Forest } from './forest';
import { newestVersion } from './versions';

type Db = Store['db'];

export interface Kept {
  directory(directory: Directory | null): OnDisk;
  entry(roomNo: number, entryId: string, mxc: string | null): OnDisk;
}

const nothing: OnDisk = { kept: 'no', state: 'none' };

/** A snapshot: to be read anew with the topic `media` and with each change of what is kept. */
export function readKept(db: Db, forest: Forest): Kept {
  const rows = all<{ room_no: number; entry_id: string }>(
    db,
    'SELECT room_no, entry_id FROM kept_offline',
  );
  const directories = new Set<number>();
  const entries = new Set<string>();
  for (const row of rows) {
    if (row.entry_id === '') directories.add(row.room_no);
    // The choice is for the file, whatever its version.
    else entries.add(`${row.room_no} ${newestVersion(db, row.room_no, row.entry_id)}`);
  }
  const here = new Set(
    all<{ mxc: string }>(
      db,
      `SELECT mxc FROM media WHERE cache_file IS NOT NULL AND verified = 1 AND variant = 'full'`,
    ).map((row) => row.mxc),
  );
  const memo = new Map<number, OnDisk['kept']>();

  function keptOf(roomNo: number): OnDisk['kept'] {
    const known = memo.get(roomNo);
    if (known !== undefined) return known;
    const path = forest.pathOf(forest.byNo.get(roomNo)?.roomId ?? '');
    const kept = directories.has(roomNo)
      ? 'kept'
      : path.some((above) => directories.has(above.roomNo))
        ? 'inherited'
        : 'no';
    memo.set(roomNo, kept);
    return kept;
  }

  function count(root: Directory): { here: number; all: number } {
    const seen = new Set<number>();
    const queue: Directory[] = [root];
    const sum = { here: 0, all: 0 };
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      if (seen.has(at.roomNo) || !at.joined) continue;
      seen.add(at.roomNo);
      queue.push(...at.children.flatMap((child) => child.directory ?? []));
      const files = all<{ mxc: string | null }>(
        db,
        `SELECT f.mxc FROM file_entries e CROSS JOIN files f ON f.event_no = e.file_no
         WHERE e.room_no = ? AND e.active = 1 AND f.problem IS NULL`,
        at.roomNo,
      );
      sum.all += files.length;
      for (const { mxc } of files) if (mxc !== null && here.has(mxc)) sum.here += 1;
    }
    return sum;
  }

  return {
    directory(directory) {
      if (directory === null || directories.size === 0) return nothing;
      const kept = keptOf(directory.roomNo);
      if (kept === 'no') return nothing;
      const found = count(directory);
      return {
        kept,
        state: found.here >= found.all ? 'all' : found.here > 0 ? 'part' : 'none',
      };
    },
    entry: (roomNo, entryId, mxc) => ({
      kept: entries.has(`${roomNo} ${entryId}`)
        ? 'kept'
        : keptOf(roomNo) === 'no'
          ? 'no'
          : 'inherited',
      state: mxc !== null && here.has(mxc) ? 'all' : 'none',
    }),
  };
}
