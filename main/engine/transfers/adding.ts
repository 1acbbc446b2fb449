// From tickets to rows: what was dropped becomes one row per directory and one per file, in one transaction. Reads no byte of a file.
import { randomBytes } from 'node:crypto';
import type { z } from '../../../preload/contract/schema';
import { appFailure } from '../../../preload/contract/errors';
import type { Clash, Upload, UploadPlan } from '../../../preload/contract/transferModels';
import { cleanFileName } from '../../../native-stores/files/names';
import { getRoom, roomNoOf } from '../../../native-stores/rooms/rooms';
import type { Store } from '../../../native-stores/sqlite/store';
import {
  insertTransfer,
  rememberTransferRequest,
  requestKnown,
  type NewTransfer,
} from '../../../native-stores/transfers/transfers';
import { directoryActions } from '../files/roles';
import type { StagedFile, Staging } from '../media/staging';
import type { Clock } from '../parts';
import { createNames, type Names } from './freeNames';
import type { UploadSource } from './types';
import { countFound, largerThan, walk, type Found, type Walked } from './walk';

export interface AddingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly ownUserId: () => string | null;
  /** Null: not known, or nobody answered in time. */
  readonly uploadLimit: () => Promise<number | null>;
}

export interface Adding {
  plan(roomId: string, tickets: readonly string[]): Promise<z.infer<typeof UploadPlan>>;
  /** Durable when it resolves. A repeated request adds nothing. */
  upload(request: z.infer<typeof Upload>): Promise<void>;
}

type Item = Found | { readonly kind: 'blob'; readonly name: string; readonly staged: StagedFile };

interface Target {
  readonly roomNo: number | null;
  readonly parentTransfer: string | null;
}

export const newTransferId = (): string => randomBytes(16).toString('base64url');

/** The directory, if this account may put something there. */
export function writableRoom(db: Store['db'], roomId: string, ownUserId: string | null): number {
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || room.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this directory');
  if (ownUserId === null) throw appFailure('signed_out', 'Not signed in');
  if (!directoryActions(db, room.roomNo, null, ownUserId).upload)
    throw appFailure('forbidden', 'You may not add files here');
  return room.roomNo;
}

/** Numbers the rows of one request. */
export function rowMaker(
  requestId: string,
  createdMs: number,
): (row: Omit<NewTransfer, 'transferId' | 'requestId' | 'part' | 'createdMs'>) => NewTransfer {
  let part = 0;
  return (row) => {
    const made = { ...row, transferId: newTransferId(), requestId, part, createdMs };
    part += 1;
    return made;
  };
}

export function createAdding(deps: AddingDeps): Adding {
  const { store, staging, clock } = deps;
  const { db } = store;

  async function look(ticket: string): Promise<Walked> {
    const seen = staging.peek(ticket);
    if (seen === null) throw appFailure('ticket_invalid', 'Unknown file ticket');
    const name = cleanFileName(seen.fileName).name;
    const { path, sizeBytes } = seen;
    if (path !== null) return walk(path, name);
    return {
      found: { kind: 'file', name, path: '', sizeBytes, noFollow: false },
      unreadable: [],
    };
  }

  /** Uses the tickets up. */
  async function take(tickets: readonly string[]): Promise<Item[]> {
    const items: Item[] = [];
    for (const ticket of tickets) {
      const seen = staging.peek(ticket);
      if (seen?.path === null) {
        const staged = await staging.stage(ticket);
        items.push({ kind: 'blob', name: cleanFileName(staged.fileName).name, staged });
        continue;
      }
      const { path, fileName } = staging.takeSource(ticket);
      const { found } = await walk(path, cleanFileName(fileName).name);
      if (found !== null) items.push(found);
    }
    return items;
  }

  function rowsOf(
    items: readonly Item[],
    place: Target,
    clash: Clash,
    versionOf: string | null,
    make: ReturnType<typeof rowMaker>,
  ): NewTransfer[] {
    const names = createNames(db, place.roomNo);
    return items.flatMap((item): NewTransfer[] => {
      if (item.kind === 'folder') return folderRows(item, place, names, clash, make);
      const name = cleanFileName(item.name).name;
      const known = versionOf === null ? names.taken(name) : null;
      if (known !== null && clash === 'skip') return [];
      const entryId =
        clash === 'new_version' && known?.kind === 'entry' ? known.entryId : versionOf;
      const source: UploadSource =
        item.kind === 'blob'
          ? { staged: item.staged }
          : { path: item.path, noFollow: item.noFollow };
      const sizeBytes = item.kind === 'blob' ? item.staged.sizeBytes : item.sizeBytes;
      const shown = entryId === null ? names.claim(name) : name;
      return [make({ kind: 'upload', ...place, name: shown, entryId, sizeBytes, source })];
    });
  }

  /** A folder that is there already is filled, unless both are to be kept. */
  function folderRows(
    folder: Extract<Found, { kind: 'folder' }>,
    place: Target,
    names: Names,
    clash: Clash,
    make: ReturnType<typeof rowMaker>,
  ): NewTransfer[] {
    const name = cleanFileName(folder.name).name;
    const known = names.taken(name);
    if (known?.kind === 'directory' && clash !== 'keep_both') {
      const there = { roomNo: known.roomNo, parentTransfer: null };
      return rowsOf(folder.children, there, clash, null, make);
    }
    const row = make({
      kind: 'directory',
      ...place,
      name: names.claim(name),
      entryId: null,
      sizeBytes: null,
      source: {},
    });
    const inside = { roomNo: null, parentTransfer: row.transferId };
    return [row, ...rowsOf(folder.children, inside, clash, null, make)];
  }

  return {
    async plan(roomId, tickets) {
      const roomNo = writableRoom(db, roomId, deps.ownUserId());
      const walked = await Promise.all(tickets.map(look));
      const found = walked.flatMap((one) => (one.found === null ? [] : [one.found]));
      const names = createNames(db, roomNo);
      const limit = await deps.uploadLimit();
      return {
        ...countFound(found),
        clashes: found.map((one) => one.name).filter((name) => names.taken(name) !== null),
        tooLarge: limit === null ? [] : largerThan(found, limit),
        unreadable: walked.flatMap((one) => one.unreadable),
      };
    },

    async upload({ requestId, roomId, tickets, clash, versionOf }) {
      if (requestKnown(db, requestId)) return;
      const roomNo = writableRoom(db, roomId, deps.ownUserId());
      if (versionOf !== null && tickets.length !== 1)
        throw appFailure('bad_request', 'A version is one file');
      const items = await take(tickets);
      if (versionOf !== null && items[0]?.kind === 'folder')
        throw appFailure('bad_request', 'A folder is no version of a file');
      const place = { roomNo, parentTransfer: null };
      store.write((changes) => {
        const rows = rowsOf(items, place, clash, versionOf, rowMaker(requestId, clock.now()));
        for (const row of rows) insertTransfer(db, row);
        rememberTransferRequest(db, requestId, clock.now());
        changes.topic('transfers');
      });
      for (const item of items) if (item.kind === 'blob') staging.release(item.staged.file);
    },
  };
}
