// Where new rows of a queue go: files and folders under names that are free, or over those that are there, as the person chose for all of
// them. The same for what is uploaded and what is copied.
import type { Clash } from '#contract/areas/files/transfersModels';
import { cleanFileName } from '#stores/files/names';
import type { Store } from '#stores/sqlite/store';
import type { NewTransfer } from '#stores/transfers/transfers';
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

export interface Place {
  /** Null while the directory waits to be made by `parentTransfer`. */
  readonly roomNo: number | null;
  readonly parentTransfer: string | null;
}

export type MakeRow = (
  row: Omit<NewTransfer, 'transferId' | 'requestId' | 'part' | 'createdMs'>,
) => NewTransfer;

/** Looks into a directory when its turn comes. `versionOf`: the one file is a new version of this entry, whatever it is called. */
export function* placeRows(
  db: Store['db'],
  items: readonly Item[],
  place: Place,
  choice: { readonly clash: Clash; readonly versionOf?: string | null },
  make: MakeRow,
): Generator<NewTransfer> {
  const { clash, versionOf = null } = choice;
  const names = createNames(db, place.roomNo);
  for (const item of items) {
    if (item.kind === 'folder') {
      yield* folderRows(db, item, place, names, clash, make);
      continue;
    }
    const name = cleanFileName(item.name).name;
    const known = versionOf === null ? names.taken(name) : null;
    if (known !== null && clash === 'skip') continue;
    const entryId = clash === 'new_version' && known?.kind === 'entry' ? known.entryId : versionOf;
    const shown = entryId === null ? names.claim(name) : name;
    yield make({ ...item, ...place, name: shown, entryId });
  }
}

/** A folder that is there already is filled, unless both are to be kept. */
function* folderRows(
  db: Store['db'],
  folder: Extract<Item, { kind: 'folder' }>,
  place: Place,
  names: Names,
  clash: Clash,
  make: MakeRow,
): Generator<NewTransfer> {
  const name = cleanFileName(folder.name).name;
  const known = names.taken(name);
  if (known?.kind === 'directory' && clash !== 'keep_both') {
    const there = { roomNo: known.roomNo, parentTransfer: null };
    yield* placeRows(db, folder.children, there, { clash }, make);
    return;
  }
  const facts = { kind: 'directory' as const, entryId: null, sizeBytes: null, source: {} };
  const row = make({ ...facts, ...place, name: names.claim(name) });
  const inside = { roomNo: null, parentTransfer: row.transferId };
  yield row;
  yield* placeRows(db, folder.children, inside, { clash }, make);
}
