// The list `directoryItems`: the content of one directory, directories first, then files and running uploads. No SDK.
import { sortKey } from '#stores/files/names';
import { fold } from '#stores/rooms/fold';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { ChangeSet } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { DirectoryItem, FileRow } from '#contract/areas/files/filesModels';
import type { ListQuery } from '#contract/wire/shapes';
import { createChildSource, type ChildSource } from '../files/children';
import { readEntries } from '../files/entryRows';
import { createRowSource, type RowSource } from '../files/fileRows';
import { createLiveMedia } from '../files/liveMedia';
import { readKept, type Kept } from '../files/onDisk';
import { readUploads, readVersionUploads, uploadAsFile, type UploadRow } from '../files/uploadRows';
import type { FileViewDeps } from './fileView';
import { loadPeople } from '../rooms/people';
import { growing, reading } from './reading';
import type { PagedView, Sink } from './view';

const minMs = 30;
const mostSortKeys = 20_000;

type Query = ListQuery<EngineContract, 'directoryItems'>;

export function createDirectoryItemsView(
  deps: FileViewDeps,
  query: Query,
  sink: Sink<readonly DirectoryItem[]>,
): PagedView {
  const { db } = deps.store;
  const { roomId } = query;
  const asked = new Set<string>();
  const sortKeys = new Map<string, string>();
  const window = { limit: query.limit, complete: false };
  let sources: { roomNo: number; files: RowSource; children: ChildSource } | null = null;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  const live = createLiveMedia(deps.downloads, () => update.ask());

  function open(roomNo: number, ownUserId: string): NonNullable<typeof sources> {
    if (sources?.roomNo === roomNo) return sources;
    const onMissing = (eventId: string): void => {
      if (asked.has(eventId)) return;
      asked.add(eventId);
      deps.wantFile?.(roomNo, eventId);
    };
    const { clock } = deps;
    const shared = { db, roomNo, roomId, ownUserId, clock, live: live.of };
    sources = {
      roomNo,
      files: createRowSource({ ...shared, onMissing, onWaiting: update.ask }),
      children: createChildSource(db, deps.forest),
    };
    return sources;
  }

  function filesOf(
    roomNo: number,
    files: RowSource,
    kept: Kept,
    ownUserId: string,
    most: number,
  ): FileRow[] {
    if (most <= 0) return [];
    const entries = readEntries(db, roomNo, { ...query, limit: most });
    window.complete = entries.length < most;
    const versions = query.deleted ? new Map() : readVersionUploads(db, roomNo);
    const rows = files.rows(entries, kept, versions);
    const uploads = query.deleted ? [] : readUploads(db, roomNo);
    const text = fold(query.text).trim();
    const fresh = uploads.filter(({ name }) => fold(name).includes(text));
    if (fresh.length === 0) return rows;
    const me = loadPeople(db, roomNo, [ownUserId]).get(ownUserId);
    return withUploads(rows, fresh, (upload) => uploadAsFile(roomId, upload, me));
  }

  /** The sort key of a name; it is kept, because each change asks for the same names. */
  function keyOf(name: string): string {
    const known = sortKeys.get(name);
    if (known !== undefined) return known;
    if (sortKeys.size >= mostSortKeys) sortKeys.clear();
    const made = sortKey(name);
    sortKeys.set(name, made);
    return made;
  }

  /** Sorted by name, an upload stands where the finished file will; in any other order uploads come first. */
  function withUploads(
    rows: readonly FileRow[],
    uploads: readonly UploadRow[],
    asFile: (upload: UploadRow) => FileRow,
  ): FileRow[] {
    const { by, descending } = query.sort;
    if (by !== 'name' && by !== 'order') return [...uploads.map(asFile), ...rows];
    const sign = descending && by === 'name' ? -1 : 1;
    const keyed = uploads
      .map((upload) => ({ key: keyOf(upload.name), row: asFile(upload) }))
      .sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const merged: FileRow[] = [];
    let next = 0;
    for (const row of rows) {
      const key = keyOf(row.name);
      for (let up = keyed[next]; up !== undefined; up = keyed[next]) {
        if (sign * (up.key < key ? -1 : up.key > key ? 1 : 0) > 0) break;
        merged.push(up.row);
        next += 1;
      }
      merged.push(row);
    }
    // Uploads beyond the window wait for their page.
    return window.complete ? [...merged, ...keyed.slice(next).map(({ row }) => row)] : merged;
  }

  function compose(): void {
    const ownUserId = deps.ownUserId();
    const roomNo = roomNoOf(db, roomId);
    window.complete = true;
    const { limit } = window;
    // The content of a directory that this account has left is not shown.
    if (ownUserId === null || roomNo === null || getRoom(db, roomNo)?.membership !== 'join')
      return sink.set([]);
    const { files, children } = open(roomNo, ownUserId);
    const forest = deps.forest.read();
    const kept = readKept(db, forest);
    const directories = query.deleted ? [] : children.rows(roomId, { ...query, limit }, kept);
    if (directories.length === limit) window.complete = false;
    const rows = filesOf(roomNo, files, kept, ownUserId, limit - directories.length);
    sink.set([...directories, ...rows]);
  }

  function concerned(changes: ChangeSet): boolean {
    const { topics, rooms, members, timelines } = changes;
    if (topics.has('transfers') || topics.has('media')) return true;
    const roomNo = sources?.roomNo ?? roomNoOf(db, roomId);
    if (roomNo === null) return false;
    if (rooms.has(roomNo) || members.has(roomNo) || timelines.has(roomNo)) return true;
    return deps.forest.concerns(changes);
  }

  update.now();

  return {
    refresh(changes) {
      if (!concerned(changes)) return;
      if (sources !== null && changes.members.has(sources.roomNo)) sources.files.forget();
      sources?.children.forget(changes);
      update.ask();
    },
    paginate: growing(window, update.now),
    close() {
      live.close();
      update.close();
    },
  };
}
