// How the upload of a row stands, from the queue that the transfers panel shows too: one subscription for all.
import type { TransferRow } from '../../../preload/contract/transferModels';
import { useList } from '../../app/hooks';

/** Beyond so many the panel's line alone counts them. */
export const transfersLimit = 2_000;

export type UploadState = 'uploading' | 'paused' | 'failed';

export function useUploadState(transferId: string): UploadState {
  const { items } = useList('transfers', { limit: transfersLimit });
  return stateOf(items.find((row) => row.transferId === transferId));
}

function stateOf(row: TransferRow | undefined): UploadState {
  return row?.state === 'paused' || row?.state === 'failed' ? row.state : 'uploading';
}
