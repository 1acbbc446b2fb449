// How the upload, the move or the change of a row stands, from the queue that the transfers panel shows too: one subscription for all, and one look at the
// whole queue for each of its changes, however many rows ask.
import type { TransferRow } from '#contract/areas/files/transfersModels';
import { useListFact } from '#app/hooks';

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

/** The thing that an open row waits for; null while it is being worked on. */
export const waitOf = ({ state, step }: Pick<TransferRow, 'state' | 'step'>): Wait | null =>
  waits.find((wait) => wait === step) ?? (state === 'waiting' ? 'turn' : null);

type Settled = 'paused' | 'failed';
/** A copy is on its way like an upload, but sends no byte; a file is moved by a copy. */
export type UploadState =
  'uploading' | 'copying' | 'moving' | Settled | `copy_${Settled}` | `move_${Settled}` | Wait;

/** State of an upload. A row beyond the shown part of the queue waits for its turn. */
export function useUploadState(transferId: string): UploadState {
  return useListFact('transfers', { limit: transfersLimit }, (rows) => {
    const row = statesOf(rows).byTransfer.get(transferId);
    if (row === undefined) return 'turn';
    const { state } = row;
    const act = row.kind !== 'copy' ? 'upload' : row.moves === null ? 'copy' : 'move';
    if (state === 'paused' || state === 'failed')
      return act === 'upload' ? state : `${act}_${state}`;
    const now = { upload: 'uploading', copy: 'copying', move: 'moving' } as const;
    return waitOf(row) ?? now[act];
  });
}

const changeKinds = [
  'rename',
  'lock',
  'unlock',
  'remove',
  'restore',
] as const satisfies readonly TransferRow['kind'][];
export type ChangeKind = (typeof changeKinds)[number];

/** A row that changes an entry or a directory, and carries nothing. */
export const isChange = (kind: TransferRow['kind']): kind is ChangeKind =>
  changeKinds.some((change) => change === kind);

type Act = 'move' | ChangeKind;
export type ActState = 'move_moving' | `${Act}_waiting` | `${Act}_failed`;

/** The running act on an entry or a directory: moving, renaming, locking, deleting and their opposites; null when there is none. */
export function useActState(id: string | null): ActState | null {
  return useListFact('transfers', { limit: transfersLimit }, (rows) =>
    id === null ? null : (statesOf(rows).byTarget.get(id) ?? null),
  );
}

function actStateOf({ kind, state, moves }: TransferRow): ActState {
  const act: Act = isChange(kind) ? kind : 'move';
  if (state === 'failed') return `${act}_failed`;
  return moves !== null && state === 'running' ? 'move_moving' : `${act}_waiting`;
}

interface States {
  readonly byTransfer: ReadonlyMap<string, TransferRow>;
  readonly byTarget: ReadonlyMap<string, ActState>;
}

// eslint-disable-next-line trellis/module-state -- a pure cache: the answer for a list that never changes
const known = new WeakMap<readonly TransferRow[], States>();

function statesOf(rows: readonly TransferRow[]): States {
  const states = known.get(rows) ?? {
    byTransfer: new Map(rows.map((row) => [row.transferId, row])),
    byTarget: new Map(
      rows.flatMap((row) => {
        const target = row.moves ?? row.changes?.id;
        return target === undefined || row.state === 'done' ? [] : [[target, actStateOf(row)]];
      }),
    ),
  };
  known.set(rows, states);
  return states;
}
