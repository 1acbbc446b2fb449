// The value `file`: one entry with its versions. No SDK.
import { roomNoOf } from '#stores/rooms/rooms';
import type { FileDetails, FileVersion } from '#contract/areas/files/filesModels';
import { getEventsByNo } from '#stores/events/timeline';
import { effective } from '../events/relations';
import { readEntry } from '../files/entryRows';
import { createRowSource } from '../files/fileRows';
import { createLiveMedia } from '../files/liveMedia';
import { makerIn } from '../files/makers';
import { readKept } from '../files/onDisk';
import { readVersionUploads } from '../files/uploadRows';
import { newestVersion, readVersions } from '../files/versions';
import type { FileViewDeps } from './fileView';
import { loadPeople } from '../rooms/people';
import { differing, reading } from './reading';
import type { Sink, View } from './view';

const minMs = 50;

/** Null when the directory has no such entry. The present version answers for the one that was asked for. */
export function createFileDetailsView(
  deps: FileViewDeps,
  query: { readonly roomId: string; readonly entryId: string },
  sink: Sink<FileDetails | null>,
): View {
  const { db } = deps.store;
  const { roomId } = query;
  const asked = new Set<string>();
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  const live = createLiveMedia(deps.downloads, () => update.ask());

  function read(roomNo: number, ownUserId: string): FileDetails | null {
    const onMissing = (eventId: string): void => {
      if (asked.has(eventId)) return;
      asked.add(eventId);
      deps.wantFile?.(roomNo, eventId);
    };
    const entry = readEntry(db, roomNo, newestVersion(db, roomNo, query.entryId));
    if (entry === null) return null;
    const forest = deps.forest.read();
    const kept = readKept(db, forest);
    const { clock } = deps;
    const shared = { db, roomNo, roomId, ownUserId, clock, live: live.of };
    const source = createRowSource({ ...shared, onMissing, onWaiting: update.ask });
    const [file] = source.rows([entry], kept, readVersionUploads(db, roomNo));
    if (file === undefined) return null;
    const chain = readVersions(db, roomNo, entry.event_id);
    for (const missing of chain.missing) onMissing(missing);
    const rows = source.rows(chain.entries, kept, new Map());
    const events = getEventsByNo(
      db,
      chain.files.map((one) => one.event_no),
    );
    const makers = new Map(
      [...events.values()].map((event) => [event.eventId, makerIn(effective(event).content)]),
    );
    const people = loadPeople(db, roomNo, [
      ...chain.files.map((one) => one.sender),
      ...[...makers.values()].flatMap((maker) => maker?.userId ?? []),
    ]);
    const versions = rows.map((row, index): FileVersion => {
      const sent = chain.files.find((one) => one.event_id === row.entryId) ?? null;
      const shown = row.changedBy ?? { userId: '', name: '', ambiguous: false, avatar: null };
      const maker = makers.get(row.entryId ?? '') ?? null;
      const sender = sent === null ? shown : people.get(sent.sender);
      const current = row.entryId === entry.event_id;
      return {
        eventId: row.entryId ?? '',
        version: row.version,
        name: row.name,
        by: maker === null ? sender : people.get(maker.userId),
        atMs: maker?.atMs ?? sent?.ts ?? row.changedMs,
        ...(maker !== null && { movedBy: sender }),
        sizeBytes: row.sizeBytes,
        current: current && index === 0,
        media: row.media,
        problem: row.problem,
        trust: row.trust,
        conflict: row.conflict,
        canRestore: !current && file.actions.newVersion && row.actions.open,
      };
    });
    const first = chain.files.find((one) => one.event_id === rows.at(-1)?.entryId) ?? null;
    const path = [
      ...forest.pathOf(roomId),
      ...(forest.byId.has(roomId) ? [forest.byId.get(roomId)] : []),
    ];
    return {
      file,
      path: path.flatMap((one) =>
        one === undefined ? [] : [{ roomId: one.roomId, name: one.name }],
      ),
      addedMs: first?.ts ?? null,
      addedBy: first === null ? null : people.get(first.sender),
      versions,
    };
  }

  function compose(): void {
    const roomNo = roomNoOf(db, roomId);
    const ownUserId = deps.ownUserId();
    set(roomNo === null || ownUserId === null ? null : read(roomNo, ownUserId));
  }

  update.now();

  return {
    refresh({ rooms, timelines, members, topics }) {
      const roomNo = roomNoOf(db, roomId);
      const touched =
        roomNo !== null && [rooms, timelines, members].some((changed) => changed.has(roomNo));
      if (touched || topics.has('media') || topics.has('transfers')) update.ask();
    },
    close() {
      live.close();
      update.close();
    },
  };
}
