// Rows of the queue as the window shows them. Reads rows and what the queue knows of the running ones; decides nothing.
import type { TransferRow, TransferSummary } from '#contract/areas/files/transfersModels';
import { AppError } from '#contract/wire/errorSchemas';
import { extensionOf } from '#stores/files/names';
import { kindOf } from '#stores/files/kinds';
import { getRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import {
  countFinished,
  countTransfers,
  getTransfer,
  listTransfers,
  type StoredTransfer,
} from '#stores/transfers/transfers';
import {
  isChange,
  openChanges,
  type ChangeProgress,
  type RenameSource,
} from '#stores/transfers/changes';
import type { Clock } from '../base/types';
import { departureIn } from '../views/room';
import { throttle, type Sink, type View } from '../views/view';
import type { Queue, Running } from './queue';
import { secondsLeft, stillMs } from './rate';
import type { CopySource, MoveSource } from './types';
import { bytesHere, hasLostAccess } from './work/lostAccess';
import { isPublishing, isUploaded } from './work/uploadJob';

export interface TransferViewDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly ownUserId: () => string | null;
}

const framesMs = 200;

/** The target lies in the directory by now: no further try can change that. */
const isLoop = (error: AppError | undefined): boolean => error?.data?.['reason'] === 'loop';

/** The acts that a row allows; the calls check the same. */
export function actionsOf(row: StoredTransfer): TransferRow['actions'] {
  const { kind, state } = row;
  const begun = (kind === 'upload' || kind === 'copy') && isPublishing(row.progress);
  // Between the first request and the last of these nothing is left half done.
  const change = isChange(kind);
  const whole = kind === 'delete' || kind === 'move' || change;
  const acting = change
    ? state === 'running' || (row.progress as ChangeProgress).asked === true
    : whole && Object.keys(row.progress as object).length > 0;
  const open = state === 'waiting' || state === 'running';
  const error = state === 'failed' ? AppError.safeParse(row.error).data : undefined;
  return {
    pause: open && !begun && !whole,
    resume: state === 'paused',
    retry: state === 'failed' && !hasLostAccess(error) && !isLoop(error),
    cancel: state !== 'done' && state !== 'failed' && !begun && !acting,
    dismiss: state === 'done' || state === 'failed',
    // An account that may not change the file may add none beside it either.
    saveAsNew: kind === 'upload' && error?.code === 'conflict' && row.entryId !== null,
  };
}

/** Names and locks take a moment where the server can be reached: only one that waits for it, or failed, is worth a row. */
function passes(row: StoredTransfer, queue: Queue): boolean {
  if (!isChange(row.kind) || row.state === 'failed' || row.tries > 0) return false;
  const step = queue.stepOf(row);
  return step === 'turn' || step === 'publish';
}

function movedBy({ kind, source }: StoredTransfer): string | null {
  if (kind === 'move') return (source as MoveSource).moveRoomId;
  return kind === 'copy' ? (source as CopySource).moveEntryId : null;
}

function changedBy(row: StoredTransfer, roomId: string | null): TransferRow['changes'] {
  const id = row.entryId ?? roomId;
  if (!isChange(row.kind) || id === null) return null;
  return { id, name: row.kind === 'rename' ? (row.source as RenameSource).name : null };
}

/** Bytes that are done. All of them once the upload of a version is through, so that a bar never runs backwards. */
function doneBytes(row: StoredTransfer, running: Running | null): number {
  const all = row.state === 'done' || (row.kind === 'upload' && isUploaded(row.progress));
  return all ? (row.sizeBytes ?? running?.bytesDone ?? 0) : (running?.bytesDone ?? 0);
}

interface Place {
  readonly roomId: string | null;
  readonly where: string;
  /** This account is out of it: it cannot be shown. */
  readonly gone?: boolean;
  readonly deletedBy?: string;
}

/** By the number of the directory, or by the row that makes it. */
type Places = Map<number | string, Place>;

export function createRowReader({ store, clock, queue, ownUserId }: TransferViewDeps) {
  const { db } = store;

  function placeOf({ roomNo, parentTransfer }: StoredTransfer): Place {
    const room = roomNo === null ? null : getRoom(db, roomNo);
    if (room !== null) {
      const departure = departureIn({ store }, room, ownUserId() ?? '');
      return {
        ...{ roomId: room.roomId, where: room.name, gone: departure !== null },
        ...(departure?.deleted === true && { deletedBy: departure.by?.name }),
      };
    }
    if (roomNo !== null) return { roomId: null, where: '' };
    const parent = parentTransfer === null ? null : getTransfer(db, parentTransfer);
    return { roomId: null, where: parent?.name ?? '' };
  }

  /** Many rows have one place: it is read once. */
  function whereOf(row: StoredTransfer, places: Places): Place {
    const key = row.roomNo ?? row.parentTransfer ?? '';
    const place = places.get(key) ?? placeOf(row);
    places.set(key, place);
    return place;
  }

  return function read(row: StoredTransfer, places: Places): TransferRow {
    const running = row.state === 'running' ? queue.running(row.transferId) : null;
    const { roomId, where, gone, deletedBy } = whereOf(row, places);
    const bytesDone = doneBytes(row, running);
    const bytesTotal = running?.bytesTotal ?? row.sizeBytes;
    const moving =
      running?.step === 'bytes' ? running.rate.bytesPerSecond(clock.monotonic()) : null;
    const open = row.state === 'waiting' || row.state === 'running';
    const here = bytesHere(store, row);
    return {
      key: row.transferId,
      transferId: row.transferId,
      kind: row.kind,
      name: row.name,
      fileKind: kindOf(extensionOf(row.name), null),
      roomId: gone === true ? null : roomId,
      where,
      ...(deletedBy !== undefined && { deletedBy }),
      entryId: row.entryId,
      moves: movedBy(row),
      changes: changedBy(row, roomId),
      state: row.state === 'adding' ? 'waiting' : row.state,
      step: open ? queue.stepOf(row) : null,
      bytesDone,
      bytesTotal,
      bytesPerSecond: moving,
      secondsLeft: secondsLeft(bytesDone, bytesTotal, moving),
      waitUntilMs: running?.waitUntilMs ?? null,
      error: row.state === 'waiting' ? null : (AppError.safeParse(row.error).data ?? null),
      saved: row.state === 'done' && (row.kind === 'download' || row.kind === 'zip'),
      finishedMs: row.finishedMs,
      ...(here === undefined ? {} : { bytesHere: here }),
      actions: actionsOf(row),
    };
  };
}

/** A view that is read anew after commits that touch the queue, and while something moves. */
function moving(deps: TransferViewDeps, read: (committed: boolean) => void): View {
  let committed = true;
  let later: (() => void) | null = null;
  const paced = throttle(deps.clock, framesMs, () => {
    const all = committed;
    committed = false;
    read(all);
    later?.();
    // That nothing moves any more is told by nobody.
    later = deps.queue.allRunning().length > 0 ? deps.clock.setTimeout(paced.ask, stillMs) : null;
  });
  const unwatch = deps.queue.onProgress(paced.ask);
  paced.ask();
  return {
    refresh(changes) {
      if (!changes.topics.has('transfers') && !changes.topics.has('session')) return;
      committed = true;
      paced.ask();
    },
    close() {
      later?.();
      unwatch();
      paced.close();
    },
  };
}

export function createTransfersView(
  deps: TransferViewDeps,
  query: { readonly limit: number },
  sink: Sink<readonly TransferRow[]>,
): View {
  const read = createRowReader(deps);
  let rows: StoredTransfer[] = [];
  let shown = new Map<string, TransferRow>();
  return moving(deps, (committed) => {
    const places: Places = new Map();
    if (committed) rows = listTransfers(deps.store.db, query.limit);
    const now = rows.filter((row) => !passes(row, deps.queue));
    // Between two commits only what runs moves.
    const known = (row: StoredTransfer): TransferRow | undefined =>
      committed || row.state === 'running' || row.state === 'waiting'
        ? undefined
        : shown.get(row.transferId);
    shown = new Map(now.map((row) => [row.transferId, known(row) ?? read(row, places)]));
    sink.set([...shown.values()]);
  });
}

export function readSummary({ store, clock, queue }: TransferViewDeps): TransferSummary {
  const counts = countTransfers(store.db);
  const running = queue.allRunning();
  const bytesDone = running.reduce((sum, one) => sum + doneBytes(one.row, one), 0);
  const speeds = running.map((one) =>
    one.step === 'bytes' ? (one.rate.bytesPerSecond(clock.monotonic()) ?? 0) : 0,
  );
  const speed = speeds.reduce((sum, one) => sum + one, 0);
  const waits = running.flatMap((one) => (one.waitUntilMs === null ? [] : [one.waitUntilMs]));
  const { paused, failed, done } = counts;
  const { overtook, folders } = countFinished(store.db);
  const hidden = openChanges(store.db)
    .flatMap((transferId) => getTransfer(store.db, transferId) ?? [])
    .filter((row) => passes(row, queue));
  const runs = counts.running - hidden.filter(({ state }) => state === 'running').length;
  const waiting = counts.waiting - hidden.filter(({ state }) => state === 'waiting').length;
  return {
    running: runs,
    waiting,
    paused,
    failed,
    // A folder is a row of its own, and no file.
    done: done - folders,
    bytesDone,
    bytesTotal: counts.unfinishedBytes,
    secondsLeft: secondsLeft(bytesDone, counts.unfinishedBytes, speed),
    waitUntilMs: waits.length === 0 ? null : Math.max(...waits),
    allPaused: paused > 0 && runs + waiting === 0,
    overtook,
  };
}

export function createSummaryView(deps: TransferViewDeps, sink: Sink<TransferSummary>): View {
  return moving(deps, () => sink.set(readSummary(deps)));
}

/** The fraction of the taskbar: of all that is not finished, and of what was finished since the queue last ran empty. */
export function fractionOf(summary: TransferSummary, finishedBytes: number): number | null {
  const total = summary.bytesTotal + finishedBytes;
  return total === 0 ? null : Math.min(1, (summary.bytesDone + finishedBytes) / total);
}
