// Names of files and directories, locks of files, files deleted and brought back: rows of the queue that are shown as done at once, and
// made by the server when it can be reached. One after the other for each file or directory; a later one takes the place of an earlier
// one that did not happen yet.
import { appFailure } from '#contract/wire/errors';
import {
  announce,
  changesBefore,
  comingChanges,
  dropReplaced,
  isChange,
  versionsBefore,
  type Changed,
  type ChangeKind,
  type ChangeProgress,
  type Coming,
  type RenameSource,
  type Undoing,
} from '#stores/transfers/changes';
import {
  insertTransfer,
  moveOf,
  type StoredTransfer,
  type TransferKind,
} from '#stores/transfers/transfers';
import { movedTo } from '#stores/files/entries';
import { textOf } from '#stores/events/types';
import { roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { FileActs } from '../../files/acts/acts';
import { assertMayRestore, changeableEntry, standing } from '../../files/acts/entries';
import { joinedRoom, type Content } from '../../files/acts/kit';
import { assertMayRename, assertShownAsSent } from '../../files/acts/place';
import { isOverUnseen } from '../../files/conflicts';
import { assertNotKeptOut, entryContent } from '../../files/publish';
import { newestVersion } from '../../files/versions';
import type { Clock } from '../../base/types';
import { newTransferId } from '../enqueueUpload';
import { assertNameFree, freeNameFor, parentsOf } from '../freeNames';
import { slicesOf, turn } from '../insertRows';
import { untilHere } from './echo';
import type { CopySource, Work } from '../types';

export interface MetadataChangesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ownUserId: () => string | null;
}

interface OnEntry {
  readonly roomId: string;
  readonly entryId: string;
}

export interface MetadataChanges {
  /** Durable and shown when they return. @throws AppFailure what the server would refuse; `conflict` with a `reason` */
  renameDirectory(directory: { readonly roomId: string; readonly name: string }): void;
  renameFile(file: OnEntry & { readonly name: string }): void;
  lockFile(file: OnEntry & { readonly locked: boolean }): void;
  /** Deletes files so that `restoreFile` brings them back; passes over those that are deleted. All are looked at before the first is. */
  removeFiles(files: {
    readonly roomId: string;
    readonly entryIds: readonly string[];
  }): Promise<void>;
  /** Under its name, or a free one where another file or directory has taken that. Answers which. */
  restoreFile(file: OnEntry): string;
}

/** Files that are looked at, or put there, in one go: a turn stays short. */
const atOnce = 50;

export function createMetadataChanges({
  store,
  clock,
  ownUserId,
}: MetadataChangesDeps): MetadataChanges {
  const { db } = store;
  const rights = () => ({ store, ownUserId: ownUserId() ?? '' });

  function enqueue(
    kind: ChangeKind,
    changed: Changed,
    name: string,
    source: RenameSource | object,
  ): void {
    const transferId = newTransferId();
    const request = { transferId, requestId: transferId, part: 0, createdMs: clock.now() };
    store.write((changes) => {
      announce(changes, kind);
      const underWay = dropReplaced(db, changed, kind);
      if (!underWay && isPresence(kind) && isSoAtServer(db, changed, kind)) {
        // The name under which it would have come back: no deleted file is renamed.
        if (kind === 'remove') dropReplaced(db, changed, 'rename');
        return;
      }
      const undoes = underWay ? { undoes: true } : {};
      const facts = {
        parentTransfer: null,
        sizeBytes: null,
        name,
        source: { ...source, ...undoes },
      };
      insertTransfer(db, { ...request, ...facts, ...changed, kind });
    });
  }

  /** The entry's name at the server, and its content as it will be when all changes in the queue are done. */
  function entryOf(roomId: string, entryId: string, changes?: ReadonlyMap<string, Coming>) {
    const { roomNo, content } = changeableEntry(rights(), roomId, entryId);
    const move = moveOf(db, entryId);
    if (move !== null && move.state !== 'failed')
      throw appFailure('conflict', 'The file is being moved', { data: { reason: 'moving' } });
    const { removedMs, ...others } = (changes ?? comingChanges(db, roomNo)).get(entryId) ?? {};
    const active =
      removedMs === undefined || movedTo(content) !== null ? content['active'] : removedMs === null;
    const coming: Content = { ...content, ...others, active };
    return { changed: { roomNo, entryId }, name: textOf(content['name']) ?? '', coming };
  }

  /** @throws AppFailure `not_found` for one that is deleted or will be */
  function standingEntry(roomId: string, entryId: string) {
    const entry = entryOf(roomId, entryId);
    standing(entry.coming);
    return entry;
  }

  /** The files of these that are to be deleted. */
  async function removable(roomId: string, entryIds: readonly string[]) {
    const { roomNo } = joinedRoom(db, roomId);
    const found: ReturnType<typeof entryOf>[] = [];
    for (const ids of slicesOf(entryIds, atOnce)) {
      const changes = comingChanges(db, roomNo);
      for (const entryId of ids) {
        const entry = entryOf(roomId, entryId, changes);
        const { changed, coming: content } = entry;
        if (content['active'] !== true) continue;
        assertNotKeptOut(db, rights().ownUserId, { ...changed, content });
        found.push(entry);
      }
      await turn();
    }
    return found;
  }

  return {
    renameDirectory({ roomId, name }) {
      assertShownAsSent(name);
      const { roomNo, name: before } = assertMayRename(rights(), roomId);
      for (const parentNo of parentsOf(db, roomId)) assertNameFree(db, parentNo, name, roomNo);
      enqueue('rename', { roomNo, entryId: null }, before ?? '', { name });
    },
    renameFile({ roomId, entryId, name }) {
      assertShownAsSent(name);
      const { changed, name: before, coming } = standingEntry(roomId, entryId);
      const content = coming;
      assertNotKeptOut(db, rights().ownUserId, { ...changed, content });
      assertNameFree(db, changed.roomNo, name, entryId);
      enqueue('rename', changed, before, { name });
    },
    lockFile({ roomId, entryId, locked }) {
      const { changed, coming } = standingEntry(roomId, entryId);
      enqueue(locked ? 'lock' : 'unlock', changed, textOf(coming['name']) ?? '', {});
    },
    async removeFiles({ roomId, entryIds }) {
      for (const entries of slicesOf(await removable(roomId, entryIds), atOnce)) {
        store.write(() => {
          for (const { changed, coming } of entries)
            enqueue('remove', changed, textOf(coming['name']) ?? '', {});
        });
        await turn();
      }
    },
    restoreFile({ roomId, entryId }) {
      const { changed, name: before, coming } = entryOf(roomId, entryId);
      assertMayRestore(db, changed, coming);
      const name = textOf(coming['name']) ?? '';
      const free = freeNameFor(db, changed.roomNo, name, entryId);
      store.write(() => {
        enqueue('restore', changed, name, {});
        if (free !== name) enqueue('rename', changed, before, { name: free });
      });
      return free;
    },
  };
}

const isPresence = (kind: TransferKind): kind is 'remove' | 'restore' =>
  kind === 'remove' || kind === 'restore';

/** True when the server has it so: what was asked for and not begun is called off by asking for the opposite. */
const isSoAtServer = (db: Store['db'], { roomNo, entryId }: Changed, kind: ChangeKind): boolean =>
  (entryContent(db, roomNo, newestVersion(db, roomNo, entryId ?? ''))?.['active'] === true) ===
  (kind === 'restore');

/** The entry or directory that a row changes, or that must not change while it runs: an upload of a version, a move. */
function targetOf(db: Store['db'], row: StoredTransfer): Changed | null {
  const { kind, roomNo, entryId, source } = row;
  if (roomNo === null) return null;
  if (isChange(kind)) return { roomNo, entryId };
  if (kind === 'upload') return entryId === null ? null : { roomNo, entryId };
  const { moveEntryId, fromRoomId } = (kind === 'copy' ? source : {}) as Partial<CopySource>;
  const fromNo = fromRoomId === undefined ? null : roomNoOf(db, fromRoomId);
  return moveEntryId == null || fromNo === null ? null : { roomNo: fromNo, entryId: moveEntryId };
}

/** @throws AppFailure `conflict` where somebody made a version that whoever deleted the file had not seen: nothing unseen goes */
function assertNoUnseen(
  { store, ownUserId }: Pick<MetadataChangesDeps, 'store' | 'ownUserId'>,
  { roomNo, entryId }: Changed,
  newestId: string,
): void {
  const known = { replacesId: newestId, knownId: entryId ?? '' };
  if (isOverUnseen(store.db, roomNo, ownUserId() ?? '', known))
    throw appFailure('conflict', 'There is a newer version', { data: { reason: 'newer' } });
}

/** True while an earlier row changes the same file or directory: rows of one target run in the order of the queue. */
export function waitsForAnother(
  db: Store['db'],
  row: StoredTransfer,
  running: readonly StoredTransfer[],
): boolean {
  const target = targetOf(db, row);
  if (target === null) return false;
  const same = (other: Changed | null): boolean =>
    other?.roomNo === target.roomNo && other.entryId === target.entryId;
  return (
    running.some((other) => same(targetOf(db, other))) ||
    changesBefore(db, target, row.transferNo) ||
    (isChange(row.kind) && versionsBefore(db, target, row.transferNo))
  );
}

/** Changes the newest version of a file, whoever made it meanwhile. Asks the server nothing when the name or lock is so already. */
export function makeChange(
  deps: MetadataChangesDeps,
  acts: () => Promise<Pick<FileActs, 'entries' | 'place'>>,
): Work {
  return async (task) => {
    const { db } = deps.store;
    const { roomNo, entryId, kind, source } = task.row;
    if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
    const roomId = roomIdOf(db, roomNo);
    const { name, undoes } = source as RenameSource & Undoing;
    const options = {
      signal: task.signal,
      onWait: (untilMs: number | null) => task.waits(untilMs),
    };
    const changed = { roomNo, entryId };
    const newest = (): string => newestVersion(db, roomNo, entryId ?? '');
    const isSo = (): boolean => {
      if (entryId === null) return nameOf(db, roomNo) === name;
      if (isPresence(kind)) return isSoAtServer(db, changed, kind);
      const content = entryContent(db, roomNo, newest());
      return kind === 'rename'
        ? content?.['name'] === name
        : (content?.['locked'] === true) === (kind === 'lock');
    };
    // The news of a change that was just made may come later than anybody waits for it.
    const isStale = undoes === true;
    if (isSo() && !isStale) return;
    task.step('publish');
    const { entries, place } = await acts();
    if (kind === 'remove') assertNoUnseen(deps, changed, newest());
    const progress: ChangeProgress = { asked: true };
    if (isPresence(kind)) task.save(progress);
    if (entryId === null) await place.rename(roomId, name, options);
    else if (kind === 'rename') await entries.rename(roomId, newest(), name, options);
    else if (kind === 'remove') await entries.deactivate(roomId, newest(), options);
    else if (kind === 'restore') await entries.restore(roomId, newest(), options);
    else await entries.lock(roomId, newest(), kind === 'lock', options);
    task.published();
    await untilHere(deps, task.signal, isSo);
  };
}

const nameOf = (db: Store['db'], roomNo: number): string | null =>
  textOf(getState(db, roomNo, 'm.room.name')?.raw.content['name']);
