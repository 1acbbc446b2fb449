// Directories in a real store with the views of Files on them. Events are given as a server sends them.
import { getEvent } from '#stores/events/timeline';
import { setPlain } from '#stores/ingest/decryption';
import { appendLive } from '#stores/ingest/timeline';
import type { RawEvent } from '#stores/events/types';
import { isFilesState } from '#stores/files/trees';
import { ensureRoom, getRoom, updateRoom } from '#stores/rooms/rooms';
import { putState } from '#stores/ingest/state';
import { createForestSource } from '#engine/files/forest';
import { recomputeRoom } from '#engine/rooms/derive';
import { createDirectoryView } from '#engine/views/directory';
import { createDirectoryItemsView } from '#engine/views/directoryItems';
import { createFileDetailsView } from '#engine/views/fileDetails';
import type { FileViewDeps } from '#engine/views/fileView';
import { textsOfFiles } from '#engine/search/inFiles';
import { createFoundFilesView } from '#engine/views/foundFiles';
import { createSharingView } from '#engine/views/sharing';
import { createTreeInvitesView, createTreesView } from '#engine/views/trees';
import type { PagedView, Sink, View } from '#engine/views/view';
import type { DirectoryHeader, TreeItem } from '#contract/areas/files/directoriesModels';
import type { SharingRow } from '#contract/areas/files/sharingModels';
import type {
  DirectoryItem,
  FileDetails,
  FileRow,
  FoundFile,
} from '#contract/areas/files/filesModels';
import type { DownloadState } from '#engine/media/downloads';
import { alice } from '../../fixtures/events';
import { childLink, directoryState, entry, fileMessage, parentLink } from '../../fixtures/files';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { testClock, type TestClock } from '../views/support';

export const byName = { by: 'name', descending: false } as const;

export interface Open<T> {
  readonly view: View | PagedView;
  value(): T;
  /** How often it was set. */
  times(): number;
}

export interface FilesBench {
  readonly temp: TempStore;
  readonly clock: TestClock;
  readonly deps: FileViewDeps;
  /** Messages that views asked for. */
  readonly wanted: string[];
  /** Sets the download state that the media part would report. */
  download(handle: string, state: DownloadState): void;
  /** Makes or changes a room; one commit. */
  room(
    roomId: string,
    events: readonly RawEvent[],
    membership?: 'join' | 'invite' | 'leave',
  ): number;
  /** A directory that alice made; linked both ways when it has a parent. */
  directory(
    roomId: string,
    name: string,
    parentId?: string,
    link?: Record<string, unknown>,
  ): number;
  /** Stores events like sync, in one commit; in an encrypted room they come encrypted and are readable at once, unless `unsigned.clear`. */
  arrive(roomId: string, ...events: RawEvent[]): void;
  /** A file with its entry; answers its id. */
  file(roomId: string, name: string, more?: Record<string, unknown>): string;
  trees(...expanded: string[]): Open<readonly TreeItem[]>;
  treeInvites(): Open<{ readonly waiting: number }>;
  header(roomId: string): Open<DirectoryHeader>;
  items(
    roomId: string,
    more?: Partial<Parameters<typeof createDirectoryItemsView>[1]>,
  ): Open<readonly DirectoryItem[]>;
  details(roomId: string, entryId: string): Open<FileDetails | null>;
  sharing(roomId: string): Open<readonly SharingRow[]>;
  found(more?: Partial<Parameters<typeof createFoundFilesView>[1]>): Open<readonly FoundFile[]>;
}

let lastFile = 0;

/** The relation stays in the part that everybody can read. */
function sealed(event: RawEvent): RawEvent {
  if (event.type !== 'm.room.message' || event.unsigned?.['clear'] === true) return event;
  const relates = event.content['m.relates_to'];
  const content = {
    algorithm: 'm.megolm.v1.aes-sha2',
    ciphertext: event.event_id,
    ...(relates === undefined ? {} : { 'm.relates_to': relates }),
  };
  return { ...event, type: 'm.room.encrypted', content };
}

export function filesBench(): FilesBench {
  const temp = tempStore();
  const { store } = temp;
  const { db } = store;
  const clock = testClock();
  const wanted: string[] = [];
  const downloading = new Map<string, DownloadState>();
  const listeners = new Set<(handle: string) => void>();
  const deps: FileViewDeps = {
    downloads: {
      state: (handle) =>
        downloading.get(handle) ?? { state: 'missing', progress: null, error: null },
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    store,
    clock,
    ownUserId: () => alice,
    forest: createForestSource(store, () => alice),
    texts: textsOfFiles(store),
    wantFile: (_roomNo, eventId) => void wanted.push(eventId),
    uploadLimit: async () => 1_000_000,
  };

  function open<T>(initial: T, make: (sink: Sink<T>) => View | PagedView): Open<T> {
    let value = initial;
    let times = 0;
    const view = make({
      set(next) {
        value = next;
        times += 1;
      },
      fail: (error) => {
        throw new Error(error.message);
      },
    });
    store.onCommit((changes) => {
      clock.pass(60_000);
      view.refresh(changes);
    }, 'inside');
    return { view, value: () => value, times: () => times };
  }

  const bench: FilesBench = {
    temp,
    clock,
    deps,
    wanted,
    download(handle, state) {
      downloading.set(handle, state);
      clock.pass(60_000);
      for (const listener of listeners) listener(handle);
    },
    room: (roomId, events, membership = 'join') =>
      store.write((changes) => {
        const roomNo = ensureRoom(db, roomId);
        updateRoom(db, roomNo, { membership });
        putState(db, roomNo, events, clock.now());
        recomputeRoom(db, roomNo, alice, changes);
        changes.room(roomNo);
        changes.topic('files');
        return roomNo;
      }),
    directory: (roomId, name, parentId, link) =>
      store.write(() => {
        const parents = parentId === undefined ? [] : [parentLink(parentId)];
        const roomNo = bench.room(roomId, [...directoryState(name), ...parents]);
        if (parentId !== undefined)
          bench.arrive(parentId, childLink(roomId, { via: ['example.org'], ...link }));
        return roomNo;
      }),
    arrive: (roomId, ...given) =>
      store.write((changes) => {
        const roomNo = ensureRoom(db, roomId);
        const sealing = getRoom(db, roomNo)?.encryption != null;
        const events = sealing ? given.map(sealed) : given;
        const state = events.filter((event) => event.state_key !== undefined);
        putState(db, roomNo, state, clock.now());
        appendLive(db, {
          roomNo,
          events,
          limited: false,
          prevBatch: null,
          receivedMs: clock.now(),
          ownUserId: alice,
        });
        for (const [at, { type, content, event_id: id }] of given.entries()) {
          const eventNo = events[at]?.type === type ? null : getEvent(db, roomNo, id)?.eventNo;
          if (eventNo != null) setPlain(db, eventNo, { type, content }, changes);
        }
        recomputeRoom(db, roomNo, alice, changes);
        changes.room(roomNo);
        changes.timeline(roomNo);
        if (state.some((event) => isFilesState(event.type))) changes.topic('files');
        if (state.some((event) => event.type === 'm.room.member')) changes.members(roomNo);
      }),
    file(roomId, name, more = {}) {
      lastFile += 1;
      const id = `$file${lastFile}`;
      bench.arrive(
        roomId,
        fileMessage(name, { id, sender: alice }),
        entry(id, { active: true, name, ...more }),
      );
      return id;
    },
    trees: (...expanded) =>
      open<readonly TreeItem[]>([], (sink) => createTreesView(deps, { expanded }, sink)),
    treeInvites: () =>
      open<{ readonly waiting: number }>({ waiting: 0 }, (sink) =>
        createTreeInvitesView(deps, sink),
      ),
    header: (roomId) =>
      open({} as DirectoryHeader, (sink) => createDirectoryView(deps, { roomId }, sink)),
    items: (roomId, more = {}) =>
      open<readonly DirectoryItem[]>([], (sink) =>
        createDirectoryItemsView(
          deps,
          { roomId, sort: byName, text: '', deleted: false, limit: 100, ...more },
          sink,
        ),
      ),
    details: (roomId, entryId) =>
      open<FileDetails | null>(null, (sink) =>
        createFileDetailsView(deps, { roomId, entryId }, sink),
      ),
    sharing: (roomId) =>
      open<readonly SharingRow[]>([], (sink) => createSharingView(deps, { roomId }, sink)),
    found: (more = {}) =>
      open<readonly FoundFile[]>([], (sink) =>
        createFoundFilesView(
          deps,
          {
            roomId: null,
            text: '',
            kinds: [],
            sender: null,
            fromMs: null,
            toMs: null,
            sort: { by: 'changed', descending: true },
            limit: 100,
            ...more,
          },
          sink,
        ),
      ),
  };
  return bench;
}

/** One line per item, indented by depth: its name, then what is special about it. */
export function treeLines(items: readonly TreeItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'section') return `[${item.section} ${item.total}]`;
    if (item.kind === 'invite') return `invite ${item.name} +${item.directories}`;
    const marks = [item.problem ?? '', item.dot ? 'new' : ''].filter((mark) => mark !== '');
    return ['  '.repeat(item.depth) + item.name, ...marks].join(' !');
  });
}

export const fileRows = (items: readonly DirectoryItem[]): FileRow[] =>
  items.filter((item): item is FileRow => item.kind === 'file');

/** Name and problem of each item. */
export const itemLines = (items: readonly DirectoryItem[]): string[] =>
  items.map((item) => {
    const name = item.kind === 'directory' ? `${item.name}/` : item.name;
    return item.problem === null ? name : `${name} !${item.problem}`;
  });
