// Takes back a move of files: what still waits is called off, what is moved goes back to the entry that it left.
import type { z } from '#contract/wire/schema';
import type { TakeBackMove } from '#contract/areas/files/transfersModels';
import { appFailure } from '#contract/wire/errors';
import { roomIdOf } from '#stores/rooms/rooms';
import { comingName, transfersOfRequest } from '#stores/transfers/changes';
import {
  getTransfer,
  requestKnown,
  type NewTransfer,
  type StoredTransfer,
} from '#stores/transfers/transfers';
import { entryContent } from '../files/publish';
import { newestVersion } from '../files/versions';
import type { TransferActions } from './actions';
import { rowMaker, writableRoom } from './enqueueUpload';
import type { OtherEnqueuerDeps } from './enqueueOther';
import { createNames, type Names } from './freeNames';
import type { MakeRow } from './resolvePlacement';
import type { Queue } from './queue';
import type { CopySource, PublishProgress } from './types';
import { actionsOf } from './view';

export interface TakeBackDeps extends OtherEnqueuerDeps {
  readonly queue: Pick<Queue, 'ended'>;
  readonly actions: TransferActions;
}

const sourceOf = ({ source }: StoredTransfer): CopySource => source as CopySource;

/** The row that brings one file back. @throws AppFailure `not_found` where it is gone, `conflict` while it is on its way */
function rowBack(
  { store, ownUserId }: TakeBackDeps,
  row: StoredTransfer,
  names: Map<number, Names>,
  make: MakeRow,
): NewTransfer {
  const { db } = store;
  const { moveEntryId, fromRoomId } = sourceOf(row);
  const { eventId } = (row.progress as PublishProgress).steps ?? {};
  const here = sourceOf(row).backAs ?? eventId;
  const { roomNo } = row;
  if (row.state !== 'done' || roomNo === null || here === undefined)
    throw appFailure('conflict', 'It is being moved already', { data: { reason: 'moving' } });
  const newest = newestVersion(db, roomNo, here);
  if (entryContent(db, roomNo, newest)?.['active'] !== true)
    throw appFailure('not_found', 'The file is no longer there');
  const toNo = writableRoom(db, fromRoomId, ownUserId());
  const free = names.get(toNo) ?? createNames(db, toNo);
  names.set(toNo, free);
  const source: CopySource = {
    fromRoomId: roomIdOf(db, roomNo),
    eventId: newest,
    moveEntryId: newest,
    // A version that was made since then is in none of the entries there.
    ...(newest === here && moveEntryId !== null && { backAs: moveEntryId }),
  };
  return make({
    ...{ kind: 'copy', roomNo: toNo, parentTransfer: null, entryId: null, source },
    name: free.claim(comingName(db, roomNo, newest) ?? row.name),
    sizeBytes: row.sizeBytes,
  });
}

/** @throws AppFailure `not_found` where a file is gone, `conflict` while it is on its way; then all stays as it is */
export async function takeBackMove(
  deps: TakeBackDeps,
  { requestId, moveId }: z.infer<typeof TakeBackMove>,
): Promise<void> {
  const { store, queue, actions, inserter, clock } = deps;
  const { db } = store;
  if (requestKnown(db, requestId)) return;
  const all = transfersOfRequest(db, moveId).flatMap((id) => getTransfer(db, id) ?? []);
  const rows = all.filter(
    (row) => row.kind === 'copy' && sourceOf(row).moveEntryId !== null && row.state !== 'failed',
  );
  const waiting = rows.filter((row) => actionsOf(row).cancel);
  if (waiting.length > 0)
    await actions.act({ transferIds: waiting.map((row) => row.transferId), act: 'cancel' });
  const back: StoredTransfer[] = [];
  for (const { transferId } of rows) {
    await queue.ended(transferId);
    const row = getTransfer(db, transferId);
    if (row !== null && row.state !== 'failed') back.push(row);
  }
  const names = new Map<number, Names>();
  const make = rowMaker(requestId, clock.now());
  await inserter.insert(
    requestId,
    back.map((row) => rowBack(deps, row, names, make)),
  );
}
