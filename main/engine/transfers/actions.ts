// The actions of a person on rows: pause, resume, retry, cancel, dismiss, save under another name. `actionsOf` of the view has the rules.
import type { z } from '#contract/wire/schema';
import type { TransferAct } from '#contract/areas/files/transfersModels';
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { isOut } from '#stores/rooms/membership';
import {
  deleteTransfer,
  getTransfer,
  setTransfer,
  transfersAfter,
  type StoredTransfer,
} from '#stores/transfers/transfers';
import { announce } from '#stores/transfers/changes';
import { createNames } from './freeNames';
import type { Queue } from './queue';
import { descendants, forgetSent } from './work/lostAccess';
import { removePartial } from './work/saveJob';
import type { PublishProgress } from './types';
import { actionsOf } from './view';

export interface TransferActionsDeps {
  readonly store: Store;
  readonly queue: Queue;
  readonly redact: (roomId: string, eventId: string, requestId: string) => void;
}

export interface TransferActions {
  act(request: z.infer<typeof TransferAct>): Promise<void>;
}

/** Rows in one transaction: nobody waits for tens of thousands. */
const atOnce = 200;

export function createTransferActions({
  store,
  queue,
  redact,
}: TransferActionsDeps): TransferActions {
  const { db } = store;

  async function* slicesOf(ids: readonly string[] | null): AsyncGenerator<StoredTransfer[]> {
    let seen = 0;
    for (;;) {
      const rows =
        ids === null
          ? transfersAfter(db, seen, atOnce)
          : ids.slice(seen, seen + atOnce).flatMap((id) => getTransfer(db, id) ?? []);
      if (rows.length > 0) yield rows;
      seen = ids === null ? (rows.at(-1)?.transferNo ?? 0) : seen + atOnce;
      if (ids === null ? rows.length < atOnce : seen >= ids.length) return;
      await new Promise(setImmediate);
    }
  }

  /** Deletes the row, and the rows that wait for the directory that it makes: of one that is made, nothing waits. */
  function remove(row: StoredTransfer): StoredTransfer[] {
    const gone = [row, ...(row.state === 'done' ? [] : descendants(db, row.transferId))];
    for (const { transferId } of gone) deleteTransfer(db, transferId);
    return gone;
  }

  /** A message that was sent although its entry was refused is taken back: nobody would ever see it. */
  function takeBack({ progress, roomNo, transferId }: StoredTransfer): void {
    const { steps } = progress as PublishProgress;
    if (steps === undefined || steps.entered === true || roomNo === null) return;
    // An account that is out of the directory can take back nothing there.
    if (isOut(getRoom(db, roomNo)?.membership ?? 'leave')) return;
    const roomId = roomIdOf(db, roomNo);
    if (steps.eventId !== undefined)
      redact(roomId, steps.eventId, `takeback_${transferId}`.slice(0, 64));
    for (const [index, eventId] of (steps.earlier ?? []).entries())
      redact(roomId, eventId, `takeback_${index}_${transferId}`.slice(0, 64));
  }

  /** The user's copy is kept beside the one that may not be changed. */
  function saveAsNew(row: StoredTransfer): void {
    const { uploaded, moved, round } = row.progress as PublishProgress;
    const name = createNames(db, row.roomNo).claim(row.name);
    const kept = {
      ...(uploaded !== undefined && { uploaded }),
      ...(moved !== undefined && { moved }),
    };
    setTransfer(db, row.transferId, {
      state: 'waiting',
      entryId: null,
      name,
      tries: 0,
      error: null,
      finishedMs: null,
      // Another message than the one that was refused.
      progress: { ...kept, round: (round ?? 0) + 1 },
    });
  }

  const again = (row: StoredTransfer): void =>
    setTransfer(db, row.transferId, { state: 'waiting', tries: 0, error: null, finishedMs: null });

  /** Does one action to one row; returns the rows that it deleted. */
  function one(row: StoredTransfer, act: z.infer<typeof TransferAct>['act']): StoredTransfer[] {
    const may = actionsOf(row);
    switch (act) {
      case 'pause':
        if (may.pause) setTransfer(db, row.transferId, { state: 'paused' });
        return [];
      case 'resume':
        if (may.resume) again(row);
        return [];
      case 'retry':
        if (may.retry) again(row);
        return [];
      case 'save_as_new':
        if (may.saveAsNew) {
          takeBack(row);
          saveAsNew(row);
        }
        return [];
      case 'cancel':
      case 'dismiss':
        if (!may[act]) return [];
        if (row.state === 'failed') takeBack(row);
        return remove(row);
      default:
        return act satisfies never;
    }
  }

  return {
    async act({ transferIds, act }) {
      const gone: StoredTransfer[] = [];
      for await (const rows of slicesOf(transferIds)) {
        const removed = store.write((changes) => {
          for (const { kind } of rows) announce(changes, kind);
          const ended = rows.flatMap((row) => one(row, act));
          if (ended.filter((row) => forgetSent(store, row)).length > 0) changes.topic('media');
          return ended;
        });
        for (const { transferId } of rows) {
          if (act !== 'pause') queue.again(transferId);
          else if (getTransfer(db, transferId)?.state === 'paused') queue.abort(transferId);
        }
        for (const row of removed) queue.abort(row.transferId);
        gone.push(...removed);
      }
      for (const { transferId, source, kind, state } of gone) {
        await queue.ended(transferId);
        if (state !== 'done' && (kind === 'download' || kind === 'zip'))
          await removePartial(source, transferId);
      }
      queue.kick();
    },
  };
}
