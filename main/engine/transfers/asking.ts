// From calls to rows for everything that is not an upload: copies, moves, saving, archives, deleting. Each call is one transaction, and
// a repeated one adds nothing.
import { join } from 'node:path';
import type { z } from '../../../preload/contract/schema';
import { appFailure } from '../../../preload/contract/errors';
import type {
  Clash,
  CopyFiles,
  SaveFile,
  SaveToDirectory,
} from '../../../preload/contract/transferModels';
import { getMedia } from '../../../native-stores/media/media';
import { textOf } from '../../../native-stores/events/types';
import { getRoom, roomNoOf } from '../../../native-stores/rooms/rooms';
import { cleanFileName } from '../../../native-stores/files/names';
import { get } from '../../../native-stores/sqlite/statements';
import type { Store } from '../../../native-stores/sqlite/store';
import {
  insertTransfer,
  rememberTransferRequest,
  requestKnown,
  type NewTransfer,
} from '../../../native-stores/transfers/transfers';
import type { Staging } from '../media/staging';
import type { Clock } from '../parts';
import { rowMaker, writableRoom } from './adding';
import { messageFile, safeName } from './directoryFiles';
import { createNames } from './freeNames';
import type { CopySource, SaveSource } from './types';

export interface AskingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly ownUserId: () => string | null;
}

interface Copied {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly source: CopySource;
}

export function createAsking({ store, clock, staging, ownUserId }: AskingDeps) {
  const { db } = store;

  function add(
    requestId: string,
    rows: (make: ReturnType<typeof rowMaker>) => NewTransfer[],
  ): void {
    if (requestKnown(db, requestId)) return;
    store.write((changes) => {
      for (const row of rows(rowMaker(requestId, clock.now()))) insertTransfer(db, row);
      rememberTransferRequest(db, requestId, clock.now());
      changes.topic('transfers');
    });
  }

  function knownRoom(roomId: string): number {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null || getRoom(db, roomNo)?.membership !== 'join')
      throw appFailure('not_joined', 'You are not in this directory');
    return roomNo;
  }

  function entryName(roomNo: number, entryId: string): string | null {
    const row = get<{ name: string }>(
      db,
      'SELECT name FROM file_entries WHERE room_no = ? AND event_id = ?',
      roomNo,
      entryId,
    );
    return row?.name ?? null;
  }

  function copied(roomId: string, eventId: string, name: string | null, move: boolean): Copied {
    const roomNo = knownRoom(roomId);
    const found = messageFile(db, roomNo, eventId);
    const own = 'problem' in found ? null : (found.content['filename'] ?? found.content['body']);
    return {
      name: name ?? cleanFileName(textOf(own)).name,
      sizeBytes: 'problem' in found ? null : found.media.sizeBytes,
      source: { fromRoomId: roomId, eventId, moveEntryId: move ? eventId : null },
    };
  }

  function addCopies(
    requestId: string,
    toId: string,
    clash: Clash,
    files: readonly Copied[],
  ): void {
    const roomNo = writableRoom(db, toId, ownUserId());
    const names = createNames(db, roomNo);
    add(requestId, (make) =>
      files.flatMap(({ name, sizeBytes, source }): NewTransfer[] => {
        const known = names.taken(name);
        if (known !== null && clash === 'skip') return [];
        const entryId = clash === 'new_version' && known?.kind === 'entry' ? known.entryId : null;
        const shown = entryId === null ? names.claim(name) : name;
        const place = { roomNo, parentTransfer: null };
        return [make({ kind: 'copy', ...place, name: shown, entryId, sizeBytes, source })];
      }),
    );
  }

  return {
    copyPlan(roomId: string, entryIds: readonly string[], toId: string) {
      const names = createNames(db, writableRoom(db, toId, ownUserId()));
      const from = knownRoom(roomId);
      const files = entryIds.map((entryId) => ({
        name: entryName(from, entryId) ?? '',
        readable: !('problem' in messageFile(db, from, entryId)),
      }));
      return {
        clashes: files.flatMap(({ name }) => (names.taken(name) === null ? [] : [name])),
        unreadable: files.flatMap(({ name, readable }) => (readable ? [] : [name])),
      };
    },

    copy({ requestId, roomId, entryIds, toId, move, clash }: z.infer<typeof CopyFiles>): void {
      if (requestKnown(db, requestId)) return;
      const from = knownRoom(roomId);
      if (move) writableRoom(db, roomId, ownUserId());
      // Into its own directory a file is copied, never moved.
      const moves = move && roomId !== toId;
      if (move && !moves) return;
      addCopies(
        requestId,
        toId,
        clash,
        entryIds.map((id) => copied(roomId, id, entryName(from, id), moves)),
      );
    },

    saveToDirectory(request: z.infer<typeof SaveToDirectory>): void {
      const { requestId, roomId, eventIds, toId, clash } = request;
      if (requestKnown(db, requestId)) return;
      const files = eventIds.map((id) => copied(roomId, id, null, false));
      addCopies(requestId, toId, clash, files);
    },

    saveFile(request: z.infer<typeof SaveFile> & { readonly requestId: string }): void {
      const { requestId, handle, ticket, fileName } = request;
      if (requestKnown(db, requestId)) return;
      const media = getMedia(db, handle);
      if (media === null) throw appFailure('not_found', 'Unknown media handle');
      const target = staging.takeTarget(ticket);
      const name = cleanFileName(fileName).name;
      const { mxc, source: keys, fileName: own, mimeType, sizeBytes } = media;
      const source: SaveSource = {
        media: { mxc, source: keys, fileName: own, mimeType, sizeBytes },
        path: target.isFolder ? join(target.path, safeName(name)) : target.path,
        inFolder: target.isFolder,
      };
      const place = { roomNo: null, parentTransfer: null, entryId: null };
      add(requestId, (make) => [make({ kind: 'download', ...place, name, sizeBytes, source })]);
    },

    saveZip(request: { requestId: string; roomId: string; ticket: string }): void {
      const { requestId, roomId, ticket } = request;
      if (requestKnown(db, requestId)) return;
      const roomNo = knownRoom(roomId);
      const { path } = staging.takeTarget(ticket);
      const name = `${getRoom(db, roomNo)?.name ?? ''}.zip`;
      const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: null };
      add(requestId, (make) => [make({ kind: 'zip', ...place, name, source: { path } })]);
    },

    deleteDirectory({ requestId, roomId }: { requestId: string; roomId: string }): void {
      if (requestKnown(db, requestId)) return;
      const roomNo = knownRoom(roomId);
      const name = getRoom(db, roomNo)?.name ?? '';
      const place = { roomNo, parentTransfer: null, entryId: null, sizeBytes: null };
      add(requestId, (make) => [make({ kind: 'delete', ...place, name, source: {} })]);
    },
  };
}
