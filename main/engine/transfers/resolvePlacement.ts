// Resolves the directory and the name of each new row of the queue: under a name that is free, or over the entry that has the name, as the
// person chose for all of them (`clash`). Uploads and copies go by the same rules.
import type { Clash } from '#contract/areas/files/transfersModels';
import { cleanFileName } from '#stores/files/names';
import type { Store } from '#stores/sqlite/store';
import { comingName } from '#stores/transfers/changes';
import type { NewTransfer } from '#stores/transfers/transfers';
import { newestVersion } from '../files/versions';
import { createNames, type Names } from './freeNames';
import type { CopySource, UploadSource } from './types';

export type Item =
  | {
      readonly kind: 'upload' | 'copy';
      readonly name: string;
      readonly sizeBytes: number | null;
      readonly source: UploadSource | CopySource;
    }
  | { readonly kind: 'folder'; readonly name: string; readonly children: readonly Item[] };

export interface Placement {
  /** Null while the directory waits to be made by `parentTransfer`. */
  readonly roomNo: number | null;
  readonly parentTransfer: string | null;
}

export type MakeRow = (
  row: Omit<NewTransfer, 'transferId' | 'requestId' | 'part' | 'createdMs'>,
) => NewTransfer;

/**
 * Reads a directory only when its rows are asked for. `versionOf`: the one file is a new version of this entry, whose name it takes,
 * whatever it is called on the disk.
 */
export function* resolvePlacement(
  db: Store['db'],
  items: readonly Item[],
  target: Placement,
  choice: { readonly clash: Clash; readonly versionOf?: string | null },
  make: MakeRow,
): Generator<NewTransfer> {
  const { clash, versionOf = null } = choice;
  const { roomNo } = target;
  const names = createNames(db, roomNo);
  const nameOf = (entryId: string): string | null =>
    roomNo === null ? null : comingName(db, roomNo, newestVersion(db, roomNo, entryId));
  for (const item of items) {
    if (item.kind === 'folder') {
      yield* folderRows(db, item, target, names, clash, make);
      continue;
    }
    const name = cleanFileName(item.name).name;
    const known = versionOf === null ? names.taken(name) : null;
    if (known !== null && clash === 'skip') continue;
    const entryId = clash === 'new_version' && known?.kind === 'entry' ? known.entryId : versionOf;
    const shown = entryId === null ? names.claim(name) : (nameOf(entryId) ?? name);
    yield make({ ...item, ...target, name: shown, entryId });
  }
}

/** A folder that is there already is filled, unless both are to be kept. */
function* folderRows(
  db: Store['db'],
  folder: Extract<Item, { kind: 'folder' }>,
  target: Placement,
  names: Names,
  clash: Clash,
  make: MakeRow,
): Generator<NewTransfer> {
  const name = cleanFileName(folder.name).name;
  const known = names.taken(name);
  if (known?.kind === 'directory' && clash !== 'keep_both') {
    const there = { roomNo: known.roomNo, parentTransfer: null };
    yield* resolvePlacement(db, folder.children, there, { clash }, make);
    return;
  }
  const facts = { kind: 'directory' as const, entryId: null, sizeBytes: null, source: {} };
  const row = make({ ...facts, ...target, name: names.claim(name) });
  const inside = { roomNo: null, parentTransfer: row.transferId };
  yield row;
  yield* resolvePlacement(db, folder.children, inside, { clash }, make);
}
