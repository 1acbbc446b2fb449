// How the upload of a row stands, from the queue that the transfers panel shows too: one subscription for all, and one look at the
// whole queue for each of its changes, however many rows ask.
import type { TransferRow } from '../../../preload/contract/transferModels';
import { useListFact } from '../../app/hooks';

/** Beyond so many the panel's line alone counts them. */
export const transfersLimit = 2_000;

export type UploadState = 'uploading' | 'paused' | 'failed';

export function useUploadState(transferId: string): UploadState {
  return useListFact('transfers', { limit: transfersLimit }, (rows) => {
    const state = statesOf(rows).get(transferId);
    return state === 'paused' || state === 'failed' ? state : 'uploading';
  });
}

type States = ReadonlyMap<string, TransferRow['state']>;

const known = new WeakMap<readonly TransferRow[], States>();

function statesOf(rows: readonly TransferRow[]): States {
  const states =
    known.get(rows) ?? new Map(rows.map(({ transferId, state }) => [transferId, state]));
  known.set(rows, states);
  return states;
}
