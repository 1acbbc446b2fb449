// Puts everything that is not an upload into the queue: copies, moves, saving, archives, deleting become rows. A repeated call
// adds nothing.
import { join } from 'node:path';
import type { z } from '#contract/wire/schema';
import type { MoveDirectory } from '#contract/areas/files/directoriesModels';
import { appFailure } from '#contract/wire/errors';
import type {
  Clash,
  CopyFiles,
  CopyPlan,
  CopySources,
  SaveFile,
  SaveToDirectory,
} from '#contract/areas/files/transfersModels';
import { getMedia } from '#stores/media/media';
import { textOf } from '#stores/events/types';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { shownFiles } from '#stores/files/galleries';
import { cleanFileName } from '#stores/files/names';
import type { Store } from '#stores/sqlite/store';
import { comingName } from '#stores/transfers/changes';
import { moveOf, requestKnown, type NewTransfer } from '#stores/transfers/transfers';
import { assertMayMove } from '../files/acts/place';
import type { Staging } from '../media/staging';
import type { Clock } from '../base/types';
import { rowMaker, writableRoom } from './enqueueUpload';
import {
  directoryBelow,
  messageFile,
  safeName,
  unreadableBelow,
  type DirectoryBelow,
} from './work/directoryFiles';
import { historyOf } from './work/history';
import { createNames } from './freeNames';
import { resolvePlacement, type Item, type MakeRow } from './resolvePlacement';
import type { RowInserter } from './insertRows';
import type { CopySource, MoveSource, SaveSource } from './types';

type CopyFrom = z.infer<typeof CopySources>;

export interface OtherEnqueuerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly inserter: RowInserter;
  readonly ownUserId: () => string | null;
}

function add(
  { inserter, clock }: OtherEnqueuerDeps,
  requestId: string,
  rows: (make: MakeRow) => Iterable<NewTransfer>,
): Promise<void> {
  return inserter.insert(requestId, rows(rowMaker(requestId, clock.now())));
}

function knownRoom(parts: OtherEnqueuerDeps, roomId: string): number {
  const { store } = parts;
  const roomNo = roomNoOf(store.db, roomId);
  if (roomNo === null || getRoom(store.db, roomNo)?.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this directory');
  return roomNo;
}

function copied(
  parts: OtherEnqueuerDeps,
  roomId: string,
  eventId: string,
  name: string | null,
  move: boolean,
  part: number | null = null,
): Item {
  const { store } = parts;
  const found = messageFile(store.db, knownRoom(parts, roomId), eventId, part ?? undefined);
  const own = 'problem' in found ? null : (found.content['filename'] ?? found.content['body']);
  return {
    kind: 'copy',
    name: name ?? cleanFileName(textOf(own)).name,
    sizeBytes: 'problem' in found ? null : found.media.sizeBytes,
    source: {
      fromRoomId: roomId,
      eventId,
      ...(part !== null && { part }),
      moveEntryId: move ? eventId : null,
      nameless: name === null && 'problem' in found,
    },
  };
}

/** A directory as it is now, with all below that is here. */
function copiedFolder(
  parts: OtherEnqueuerDeps,
  { roomId, name, files, directories }: DirectoryBelow,
): Item {
  const children = files.map(({ eventId, ...file }): Item => {
    const source: CopySource = { fromRoomId: roomId, eventId, moveEntryId: null };
    return { kind: 'copy', ...file, source };
  });
  return {
    kind: 'folder',
    name,
    children: [...directories.map((one) => copiedFolder(parts, one)), ...children],
  };
}

function addCopies(
  parts: OtherEnqueuerDeps,
  requestId: string,
  toId: string,
  clash: Clash,
  items: readonly Item[],
): Promise<void> {
  const { ownUserId, store } = parts;
  const target = { roomNo: writableRoom(store.db, toId, ownUserId()), parentTransfer: null };
  return add(parts, requestId, (make) =>
    resolvePlacement(store.db, items, target, { clash }, make),
  );
}

/** @throws AppFailure `conflict` while the queue moves it already: nothing goes to two directories. */
function assertNotMoving(parts: OtherEnqueuerDeps, movedId: string): void {
  const { store } = parts;
  const state = moveOf(store.db, movedId)?.state ?? 'failed';
  if (state !== 'failed')
    throw appFailure('conflict', 'It is being moved already', { data: { reason: 'moving' } });
}

/** The files that a message shows now. `handle`: only this one of them. */
function sentFiles(
  db: Store['db'],
  roomNo: number,
  { eventId, handle }: { readonly eventId: string; readonly handle?: string | undefined },
) {
  const all = shownFiles(db, roomNo, eventId);
  if (handle === undefined || all.length < 2) return all;
  return all.filter((one) => {
    const found = messageFile(db, roomNo, one.eventId, one.part);
    return !('problem' in found) && found.handle === handle;
  });
}

export function createOtherEnqueuer(parts: OtherEnqueuerDeps) {
  const { store, staging, ownUserId } = parts;
  const { db } = store;

  return {
    copyPlan({
      roomId,
      entryIds,
      directoryIds = [],
      toId,
    }: CopyFrom & { readonly toId: string }): z.infer<typeof CopyPlan> {
      const names = createNames(db, writableRoom(db, toId, ownUserId()));
      const from = knownRoom(parts, roomId);
      const files = entryIds.map((entryId) => ({
        name: comingName(db, from, entryId) ?? '',
        readable: !('problem' in messageFile(db, from, entryId)),
        stays: historyOf(db, from, entryId).staying > 0,
      }));
      const versionsStay = files.flatMap(({ name, stays }) => (stays ? [name] : []));
      const folders = directoryIds.map((id) => directoryBelow(db, knownRoom(parts, id)));
      const filled = folders.flatMap(({ name }) =>
        names.taken(name)?.kind === 'directory' ? [name] : [],
      );
      return {
        ...(filled.length > 0 && { folders: filled }),
        clashes: [...files, ...folders].flatMap(({ name }) =>
          names.taken(name) === null ? [] : [name],
        ),
        unreadable: [
          ...files.flatMap(({ name, readable }) => (readable ? [] : [name])),
          ...directoryIds.flatMap((id) => unreadableBelow(db, knownRoom(parts, id))),
        ],
        ...(versionsStay.length > 0 && { versionsStay }),
      };
    },

    async copy(request: z.infer<typeof CopyFiles>): Promise<void> {
      const { requestId, roomId, entryIds, directoryIds = [], toId, move, clash } = request;
      if (requestKnown(db, requestId)) return;
      const from = knownRoom(parts, roomId);
      if (move && directoryIds.length > 0)
        throw appFailure('bad_request', 'Directories are moved one by one');
      if (move) writableRoom(db, roomId, ownUserId());
      // Into its own directory a file is copied, never moved.
      const moves = move && roomId !== toId;
      if (move && !moves) return;
      if (moves) entryIds.forEach((id) => assertNotMoving(parts, id));
      const files = entryIds.map((id) =>
        copied(parts, roomId, id, comingName(db, from, id), moves),
      );
      const folders = directoryIds.map((id) =>
        copiedFolder(parts, directoryBelow(db, knownRoom(parts, id))),
      );
      await addCopies(parts, requestId, toId, clash, [...folders, ...files]);
    },

    async saveToDirectory(request: z.infer<typeof SaveToDirectory>): Promise<void> {
      const { requestId, roomId, toId, clash } = request;
      if (requestKnown(db, requestId)) return;
      const from = knownRoom(parts, roomId);
      const files = request.files
        .flatMap((file) => (file.part === null ? sentFiles(db, from, file) : [file]))
        .map(({ eventId, part }) => copied(parts, roomId, eventId, null, false, part));
      await addCopies(parts, requestId, toId, clash, files);
    },

    async saveFile(
      request: z.infer<typeof SaveFile> & { readonly requestId: string },
    ): Promise<void> {
      const { requestId, handle, ticket, fileName } = request;
      if (requestKnown(db, requestId)) return;
      const media = getMedia(db, handle);
      if (media === null) throw appFailure('not_found', 'Unknown media handle');
      const saveAt = staging.takeTarget(ticket);
      const name = cleanFileName(fileName).name;
      const { mxc, source: keys, fileName: own, mimeType, sizeBytes } = media;
      const source: SaveSource = {
        media: { mxc, source: keys, fileName: own, mimeType, sizeBytes },
        path: saveAt.isFolder ? join(saveAt.path, safeName(name)) : saveAt.path,
        inFolder: saveAt.isFolder,
      };
      const target = { roomNo: null, parentTransfer: null, entryId: null };
      await add(parts, requestId, (make) => [
        make({ kind: 'download', ...target, name, sizeBytes, source }),
      ]);
    },

    async saveZip(request: { requestId: string; roomId: string; ticket: string }): Promise<void> {
      const { requestId, roomId, ticket } = request;
      if (requestKnown(db, requestId)) return;
      const roomNo = knownRoom(parts, roomId);
      const { path } = staging.takeTarget(ticket);
      const name = `${getRoom(db, roomNo)?.name ?? ''}.zip`;
      const target = { roomNo, parentTransfer: null, entryId: null, sizeBytes: null };
      await add(parts, requestId, (make) => [
        make({ kind: 'zip', ...target, name, source: { path } }),
      ]);
    },

    async moveDirectory({ requestId, ...move }: z.infer<typeof MoveDirectory>): Promise<void> {
      const { roomId, fromId, toId } = move;
      if (requestKnown(db, requestId) || fromId === toId) return;
      const roomNo = writableRoom(db, toId, ownUserId());
      const { name } = assertMayMove({ store, ownUserId: ownUserId() ?? '' }, move);
      assertNotMoving(parts, roomId);
      const target = { roomNo, parentTransfer: null, entryId: null };
      const source: MoveSource = { moveRoomId: roomId, fromId };
      const row = { kind: 'move', ...target, name: name ?? '', sizeBytes: null, source } as const;
      await add(parts, requestId, (make) => [make(row)]);
    },

    async deleteDirectory({
      requestId,
      roomId,
    }: {
      requestId: string;
      roomId: string;
    }): Promise<void> {
      if (requestKnown(db, requestId)) return;
      const roomNo = knownRoom(parts, roomId);
      const name = getRoom(db, roomNo)?.name ?? '';
      const target = { roomNo, parentTransfer: null, entryId: null, sizeBytes: null };
      await add(parts, requestId, (make) => [
        make({ kind: 'delete', ...target, name, source: {} }),
      ]);
    },
  };
}
