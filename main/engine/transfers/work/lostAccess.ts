// A directory that this account is out of: the copies of its files leave this disk, and what was on its way there ends, in words or, where
// the person deleted it, without. An original is never touched; staged bytes stay until the person clears their row.
import { appFailure, type AppError } from '#contract/wire/errors';
import { AppError as AppErrorSchema } from '#contract/wire/errorSchemas';
import {
  eventsWithFiles,
  forgetCopies,
  forgetCopiesOf,
  mediaAddresses,
} from '#stores/ingest/copies';
import { mediaHandle, updateMedia } from '#stores/media/media';
import { isOut } from '#stores/rooms/membership';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
import { all } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { announce } from '#stores/transfers/changes';
import {
  childTransfers,
  deleteTransfer,
  deletingTransfers,
  openTransfersOf,
  setTransfer,
  type StoredTransfer,
} from '#stores/transfers/transfers';
import type { DeleteSteps } from '../../files/acts/delete';
import { reported } from '../../base/unexpected';
import type { Clock, Log } from '../../base/types';
import type { Queue } from '../queue';
import { sourceOfFile } from '../../media/attachmentCrypto';
import { stagedKey, type StagedFile } from '../../media/staging';
import type { PublishProgress, UploadSource } from '../types';

export interface LostAccessDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<Queue, 'abort'>;
  readonly onFailed: (row: StoredTransfer, error: AppError) => void;
}

export interface LostAccess {
  start(): void;
  stop(): Promise<void>;
  /** The person deletes these directories: what waits to go into them is given up. */
  giveUp(roomIds: readonly string[]): void;
}

/** Numbers of the directories whose copies are gone already. */
const noted = 'clearedDirectories';
const eventsPerPart = 100;

/** Whether a row ended because the access to its directory did. */
export const hasLostAccess = (error: unknown): boolean =>
  AppErrorSchema.safeParse(error).data?.data?.['reason'] === 'access';

/** Forgets the copy of what a row sent that nobody will see. Answers whether there was one. */
export function forgetSent({ db }: Store, row: StoredTransfer): boolean {
  if (row.state === 'done' || (row.kind !== 'upload' && row.kind !== 'copy')) return false;
  const { uploaded, steps } = row.progress as PublishProgress;
  if (uploaded === undefined || steps?.entered === true) return false;
  return forgetCopies(db, [mediaAddresses(uploaded)]);
}

const stagedSource = ({ file, fileName, mimeType, sizeBytes }: StagedFile) => ({
  ...{ mxc: `staged:${file}`, variant: 'full', source: null },
  ...{ fileName, mimeType, sizeBytes },
});

/** A handle of the bytes of a row that lost its directory, where this disk or the server has them; they may be nowhere else. */
export function bytesHere({ db }: Store, row: StoredTransfer): string | undefined {
  if (row.kind !== 'upload' || !hasLostAccess(row.error)) return undefined;
  const source = row.source as UploadSource;
  if ('staged' in source) return mediaHandle(db, stagedSource(source.staged));
  const { uploaded } = row.progress as PublishProgress;
  if (uploaded === undefined) return undefined;
  const { file } = uploaded;
  const facts = { fileName: row.name, mimeType: null, sizeBytes: row.sizeBytes };
  return mediaHandle(db, { mxc: file.url, variant: 'full', source: sourceOfFile(file), ...facts });
}

/** Pasted bytes lie on this disk only: they can be saved from there. */
function lendStaged(db: Store['db'], { source }: StoredTransfer, usedMs: number): void {
  const { staged } = source as Partial<{ staged: StagedFile }>;
  if (staged === undefined) return;
  const { key: cacheKey, iv: cacheIv } = stagedKey(staged);
  const cached = { cacheFile: staged.file, cacheKey, cacheIv, verified: true, usedMs };
  updateMedia(db, mediaHandle(db, stagedSource(staged)), cached);
}

/** All rows below a directory that is to be made, without it. */
export function descendants(db: Store['db'], transferId: string): StoredTransfer[] {
  return childTransfers(db, transferId).flatMap((child) => [
    child,
    ...(child.kind === 'directory' ? descendants(db, child.transferId) : []),
  ]);
}

/** Rows into a directory, with those into directories that are to be made in it. */
function rowsInto(db: Store['db'], roomNo: number): StoredTransfer[] {
  return openTransfersOf(db, roomNo).flatMap((row) => [
    row,
    ...(row.kind === 'directory' ? descendants(db, row.transferId) : []),
  ]);
}

const isDeletedHere = (db: Store['db'], roomId: string): boolean =>
  deletingTransfers(db).some(({ progress }) =>
    (progress as DeleteSteps).order?.some((one) => one.roomId === roomId),
  );

export function createLostAccess(deps: LostAccessDeps): LostAccess {
  const { store, clock, log, queue } = deps;
  const { db } = store;
  const lost = new Set<number>();
  let work = Promise.resolve();
  let live = false;
  let unwatch = (): void => undefined;

  function end(roomNo: number, quietly: boolean): void {
    const rows = rowsInto(db, roomNo);
    if (rows.length === 0) return;
    const { error } = appFailure('not_joined', 'The access to the directory has ended', {
      data: { reason: 'access' },
    });
    const failing = quietly ? [] : rows.filter((row) => !hasLostAccess(row.error));
    store.write((changes) => {
      for (const row of quietly ? rows : failing) {
        announce(changes, row.kind);
        if (quietly) {
          deleteTransfer(db, row.transferId);
          if (forgetSent(store, row)) changes.topic('media');
        } else {
          const fields = { state: 'failed', error, finishedMs: clock.now() } as const;
          setTransfer(db, row.transferId, fields);
          lendStaged(db, row, clock.now());
          changes.topic('media');
        }
      }
    });
    for (const { transferId } of rows) queue.abort(transferId);
    for (const row of failing) if (row.state !== 'failed') deps.onFailed(row, error);
  }

  /** The access is back: the person says whether it goes on. */
  function offerAgain(roomNo: number): void {
    const rows = rowsInto(db, roomNo).filter((row) => hasLostAccess(row.error));
    if (rows.length === 0) return;
    store.write((changes) => {
      for (const { transferId, kind } of rows) {
        setTransfer(db, transferId, { state: 'paused', error: null, tries: 0, finishedMs: null });
        announce(changes, kind);
      }
    });
  }

  const cleared = (): readonly number[] => getSetting<number[]>(db, noted) ?? [];

  /** In parts, noted at their end, so that the next start goes on after a kill. */
  async function clearCopies(roomNo: number): Promise<void> {
    if (cleared().includes(roomNo)) return;
    const events = eventsWithFiles(db, roomNo);
    for (let at = 0; at < events.length; at += eventsPerPart) {
      if (!live || !lost.has(roomNo)) return;
      store.write((changes) => {
        if (forgetCopiesOf(db, events.slice(at, at + eventsPerPart))) changes.topic('media');
      });
      await new Promise(setImmediate);
    }
    if (live && lost.has(roomNo))
      store.write(() => setSetting(db, noted, [...cleared(), roomNo]), 'passing');
  }

  function look(roomNo: number): void {
    const room = getRoom(db, roomNo);
    if (room === null || !room.isTree) return;
    if (room.membership === 'join' && lost.delete(roomNo)) {
      const others = cleared().filter((other) => other !== roomNo);
      store.write(() => setSetting(db, noted, others));
      offerAgain(roomNo);
    }
    // An invitation to come back is no access yet.
    if (!isOut(room.membership)) return;
    if (lost.has(roomNo)) return;
    lost.add(roomNo);
    // Rows that are done cannot be shown there any more.
    store.write((changes) => changes.topic('transfers'), 'passing');
    end(roomNo, isDeletedHere(db, room.roomId));
    work = work
      .then(() => clearCopies(roomNo))
      .catch(reported(log, 'clearing the copies of a directory'));
  }

  return {
    start() {
      live = true;
      unwatch = store.onCommit(({ rooms }) => rooms.forEach(look));
      const out = all<{ room_no: number }>(
        db,
        `SELECT room_no FROM rooms WHERE is_tree = 1 AND membership IN ('leave', 'ban')`,
      );
      for (const { room_no: roomNo } of out) look(roomNo);
    },
    async stop() {
      live = false;
      unwatch();
      await work;
    },
    giveUp(roomIds) {
      for (const roomId of roomIds) {
        const roomNo = roomNoOf(db, roomId);
        if (roomNo !== null) end(roomNo, true);
      }
    },
  };
}
