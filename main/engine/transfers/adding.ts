// From tickets to rows: what was dropped becomes one row per directory and one per file, in one transaction. Reads no byte of a file.
import { randomBytes } from 'node:crypto';
import type { z } from '../../../preload/contract/schema';
import { appFailure } from '../../../preload/contract/errors';
import type { Upload, UploadPlan } from '../../../preload/contract/transferModels';
import { cleanFileName } from '../../../native-stores/files/names';
import { getRoom, roomNoOf } from '../../../native-stores/rooms/rooms';
import type { Store } from '../../../native-stores/sqlite/store';
import {
  insertTransfer,
  rememberTransferRequest,
  requestKnown,
} from '../../../native-stores/transfers/transfers';
import { directoryActions } from '../files/roles';
import type { Staging } from '../media/staging';
import type { Clock } from '../parts';
import { createNames } from './freeNames';
import { placeRows, type Item, type MakeRow } from './placing';
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

/** What a pasted blob or a file of this computer is to the queue. */
function itemOf(found: Found): Item {
  const { name } = found;
  if (found.kind === 'folder')
    return { kind: 'folder', name, children: found.children.map(itemOf) };
  const { path, noFollow, sizeBytes } = found;
  return { kind: 'upload', name, sizeBytes, source: { path, noFollow } };
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
export function rowMaker(requestId: string, createdMs: number): MakeRow {
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

  /** Uses the tickets up; `staged` are pasted blobs, held until their rows are there. */
  async function take(tickets: readonly string[]): Promise<{ items: Item[]; staged: string[] }> {
    const items: Item[] = [];
    const held: string[] = [];
    for (const ticket of tickets) {
      const seen = staging.peek(ticket);
      if (seen?.path === null) {
        const staged = await staging.stage(ticket);
        held.push(staged.file);
        const { fileName: name, sizeBytes } = staged;
        items.push({ kind: 'upload', name, sizeBytes, source: { staged } });
        continue;
      }
      const { path, fileName } = staging.takeSource(ticket);
      const { found } = await walk(path, cleanFileName(fileName).name);
      if (found !== null) items.push(itemOf(found));
    }
    return { items, staged: held };
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
      const { items, staged } = await take(tickets);
      if (versionOf !== null && items[0]?.kind === 'folder')
        throw appFailure('bad_request', 'A folder is no version of a file');
      const place = { roomNo, parentTransfer: null };
      const choice = { clash, versionOf };
      store.write((changes) => {
        const make = rowMaker(requestId, clock.now());
        for (const row of placeRows(db, items, place, choice, make)) insertTransfer(db, row);
        rememberTransferRequest(db, requestId, clock.now());
        changes.topic('transfers');
      });
      staged.forEach((file) => staging.release(file));
    },
  };
}
