// How the upload or the move of a row stands, from the queue that the transfers panel shows too: one subscription for all, and one look at the
// whole queue for each of its changes, however many rows ask.
import type { TransferRow } from '../../../preload/contract/transferModels';
import { useListFact } from '../../app/hooks';

/** Beyond so many the panel's line alone counts them. */
export const transfersLimit = 2_000;

const waits = [
  'turn',
  'directory',
  'network',
  'rate_limit',
  'sign_in',
] as const satisfies readonly TransferRow['step'][];
export type Wait = (typeof waits)[number];

/** What an open row waits for; null: it is being worked on. */
export const waitOf = ({ state, step }: Pick<TransferRow, 'state' | 'step'>): Wait | null =>
  waits.find((wait) => wait === step) ?? (state === 'waiting' ? 'turn' : null);

type Settled = 'paused' | 'failed';
/** A copy is on its way like an upload, but sends no byte. */
export type UploadState = 'uploading' | 'copying' | Settled | `copy_${Settled}` | Wait;

/** Of what the queue does not show (it is longer than that) it waits for its turn. */
export function useUploadState(transferId: string): UploadState {
  return useListFact('transfers', { limit: transfersLimit }, (rows) => {
    const row = statesOf(rows).byTransfer.get(transferId);
    if (row === undefined) return 'turn';
    const copy = row.kind === 'copy';
    const { state } = row;
    if (state === 'paused' || state === 'failed') return copy ? `copy_${state}` : state;
    return waitOf(row) ?? (copy ? 'copying' : 'uploading');
  });
}

export type MoveState = 'moving' | 'waiting' | 'failed';

/** Of an entry or a directory that is taken out of its place; null: it stays. */
export function useMoveState(id: string | null): MoveState | null {
  return useListFact('transfers', { limit: transfersLimit }, (rows) => {
    const state = id === null ? undefined : statesOf(rows).byMoved.get(id);
    if (state === undefined || state === 'failed') return state ?? null;
    return state === 'running' ? 'moving' : 'waiting';
  });
}

interface States {
  readonly byTransfer: ReadonlyMap<string, TransferRow>;
  readonly byMoved: ReadonlyMap<string, TransferRow['state']>;
}

const known = new WeakMap<readonly TransferRow[], States>();

function statesOf(rows: readonly TransferRow[]): States {
  const states = known.get(rows) ?? {
    byTransfer: new Map(rows.map((row) => [row.transferId, row])),
    byMoved: new Map(
      rows.flatMap(({ moves, state }) =>
        moves === null || state === 'done' ? [] : [[moves, state] as const],
      ),
    ),
  };
  known.set(rows, states);
  return states;
}
