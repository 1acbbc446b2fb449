// Puts uploads into the queue: the tickets of a drop become one row per directory and one per file. Reads no byte of a file.
import { randomBytes } from 'node:crypto';
import type { z } from '#contract/wire/schema';
import { appFailure } from '#contract/wire/errors';
import type { Upload, UploadPlan } from '#contract/areas/files/transfersModels';
import { cleanFileName } from '#stores/files/names';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { requestKnown } from '#stores/transfers/transfers';
import { keptOutBy } from '../files/publish';
import { directoryActions } from '../files/roles';
import type { Staging } from '../media/staging';
import type { Clock } from '../base/types';
import { createNames } from './freeNames';
import { resolvePlacement, type Item, type MakeRow } from './resolvePlacement';
import type { RowInserter } from './insertRows';
import { countFound, largerThan, walk, type Found, type Walked } from './walk';

export interface UploadEnqueuerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly inserter: RowInserter;
  readonly ownUserId: () => string | null;
  /** Null: not known, or nobody answered in time. */
  readonly uploadLimit: () => Promise<number | null>;
}

export interface UploadEnqueuer {
  plan(roomId: string, tickets: readonly string[]): Promise<z.infer<typeof UploadPlan>>;
  /** Durable when it resolves. A repeated request adds nothing. */
  upload(request: z.infer<typeof Upload>): Promise<void>;
  /** Finishes what a kill cut off. */
  resume(): Promise<void>;
}

/** A drop as the settings hold it while its rows are inserted, so that a start after a kill can insert them anew. */
interface Dropped extends Pick<z.infer<typeof Upload>, 'roomId' | 'clash' | 'versionOf'> {
  readonly sources: readonly { readonly path: string; readonly name: string }[];
}

/** A file or folder of this computer, as the queue takes it. */
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

export function createUploadEnqueuer(deps: UploadEnqueuerDeps): UploadEnqueuer {
  const { store, staging, clock, inserter } = deps;
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

  /** Uses the tickets up. A pasted blob is staged, and held until its row is inserted. */
  async function take(tickets: readonly string[]) {
    const sources: Dropped['sources'][number][] = [];
    const pasted: Item[] = [];
    const held: string[] = [];
    for (const ticket of tickets) {
      if (staging.peek(ticket)?.path === null) {
        const staged = await staging.stage(ticket);
        held.push(staged.file);
        const { fileName: name, sizeBytes } = staged;
        pasted.push({ kind: 'upload', name, sizeBytes, source: { staged } });
        continue;
      }
      const { path, fileName } = staging.takeSource(ticket);
      sources.push({ path, name: cleanFileName(fileName).name });
    }
    return { sources, pasted, held };
  }

  async function itemsAt(sources: Dropped['sources']): Promise<Item[]> {
    const items: Item[] = [];
    for (const { path, name } of sources) {
      const { found } = await walk(path, name);
      if (found !== null) items.push(itemOf(found));
    }
    return items;
  }

  async function enqueue(
    requestId: string,
    dropped: Dropped,
    items: readonly Item[],
    again: Dropped | null,
  ): Promise<void> {
    const roomNo = writableRoom(db, dropped.roomId, deps.ownUserId());
    const target = { roomNo, parentTransfer: null };
    const make = rowMaker(requestId, clock.now());
    await inserter.insert(requestId, resolvePlacement(db, items, target, dropped, make), again);
  }

  return {
    async plan(roomId, tickets) {
      const roomNo = writableRoom(db, roomId, deps.ownUserId());
      const walked = await Promise.all(tickets.map(look));
      const found = walked.flatMap((one) => (one.found === null ? [] : [one.found]));
      const names = createNames(db, roomNo);
      const limit = await deps.uploadLimit();
      const folders = found.flatMap(({ kind, name }) =>
        kind === 'folder' && names.taken(name)?.kind === 'directory' ? [name] : [],
      );
      const locked = found.flatMap(({ name }) => {
        const known = names.taken(name);
        const by =
          known?.kind === 'entry' ? keptOutBy(db, deps.ownUserId(), roomNo, known.entryId) : null;
        return by === null ? [] : [{ name, by }];
      });
      return {
        ...countFound(found),
        ...(folders.length > 0 && { folders }),
        ...(locked.length > 0 && { locked }),
        clashes: found.map((one) => one.name).filter((name) => names.taken(name) !== null),
        tooLarge: limit === null ? [] : largerThan(found, limit),
        unreadable: walked.flatMap((one) => one.unreadable),
      };
    },

    async upload({ requestId, roomId, tickets, clash, versionOf }) {
      if (requestKnown(db, requestId)) return;
      writableRoom(db, roomId, deps.ownUserId());
      if (versionOf !== null && tickets.length !== 1)
        throw appFailure('bad_request', 'A version is one file');
      const { sources, pasted, held } = await take(tickets);
      const items = [...(await itemsAt(sources)), ...pasted];
      if (versionOf !== null && items[0]?.kind === 'folder')
        throw appFailure('bad_request', 'A folder is no version of a file');
      const dropped = { roomId, clash, versionOf, sources };
      await enqueue(requestId, dropped, items, held.length === 0 ? dropped : null);
      held.forEach((file) => staging.release(file));
    },

    resume: () =>
      inserter.resume(async (requestId, again) => {
        const dropped = again as Dropped;
        await enqueue(requestId, dropped, await itemsAt(dropped.sources), dropped);
      }),
  };
}
