// Acts of keys and pointer on the rows of the open directory.
import { useCallback, type DragEvent } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { useAccount, useShell, useShellValue } from '#app/context';
import {
  detailsShown,
  directoryOpened,
  filesSelected,
  previewShown,
  transfersUnfolded,
} from '#app/places/filesPlace';
import { resultOf } from '#app/result';
import { useAppDispatch } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';
import { pendingId } from '../acts/pending';
import { useFileActs } from '../acts/useFileActs';
import { useGoneNotice } from '../acts/useGoneNotice';
import { useRename } from '../acts/useRename';
import { useUploadActs } from '../acts/useUploadActs';
import { useDrag } from '../drop/drags';
import type { DirectoryListProps } from '../list/DirectoryList';
import type { DirectoryItems } from '../list/useDirectoryItems';
import { isKeptOut, refusalWords, type RefusedAct } from '../words';
import { carriedOf, filesOf, isUpload, mayCopy, type RowTools } from './fileEntries';
import { useFilesUi, type Carried } from './filesUi';

type Listing = Pick<
  DirectoryListProps,
  | 'onSelect'
  | 'onOpen'
  | 'onUp'
  | 'onRename'
  | 'onDelete'
  | 'onCopy'
  | 'onCut'
  | 'onFind'
  | 'onEscape'
  | 'onRenamed'
  | 'all'
>;

export interface RowActs {
  readonly listing: Listing;
  readonly tools: RowTools;
  readonly drag: (event: DragEvent, carried: Carried) => void;
  /** The row whose name was being written went away. */
  readonly nameLost: (item: DirectoryItem) => void;
}

export function useRowActs(
  directory: DirectoryHeader,
  rows: DirectoryItems,
  onFind: () => void,
): RowActs {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const renameTo = useRename();
  const tellGone = useGoneNotice();
  const ui = useFilesUi();
  const acts = useFileActs();
  const uploads = useUploadActs();
  const drag = useDragOut();
  const { roomId } = directory;

  const preview = (file: { roomId: string; entryId: string | null }) => {
    if (file.entryId !== null)
      dispatch(previewShown({ roomId: file.roomId, entryId: file.entryId }));
  };
  const showVersions = ({ key }: { key: string }) => {
    dispatch(filesSelected([key]));
    dispatch(detailsShown(true));
  };
  const openDirectory = (id: string) => dispatch(directoryOpened(id));
  const onOpen = (item: DirectoryItem) => {
    if (item.kind === 'directory') openDirectory(item.roomId);
    else if (isUpload(item)) dispatch(transfersUnfolded(true));
    // There it says what is wrong, and opens only for whoever insists.
    else if (item.actions.open || item.problem === 'sent_in_clear') preview(item);
  };
  /** A key that this account may not use here says so. */
  const refuse = (item: DirectoryItem, act: RefusedAct) => {
    const { entryId } = item.kind === 'file' ? item : { entryId: null };
    const unlocks =
      item.kind === 'file' && item.problem === null && item.actions.unlock && isKeptOut(item);
    toasts.show({
      text: refusalWords(t, item, act, directory),
      ...(unlocks &&
        entryId !== null && {
          about: `${roomId} ${entryId}`,
          action: {
            label: t('files.menu.unlock'),
            onPress: () => ui.ask({ kind: 'unlock', files: [item] }),
          },
        }),
    });
  };
  const onDelete = (chosen: readonly DirectoryItem[]) => {
    const [one, ...others] = chosen;
    if (one === undefined) return;
    if (one.kind === 'directory' && one.actions.unlink && others.length === 0) {
      const { roomId: id, name } = one;
      const target = { kind: 'entry', parentId: roomId, roomId: id, name } as const;
      return ui.ask({ kind: 'delete', target });
    }
    const kept = chosen.find((item) => item.kind === 'directory' && !item.actions.delete);
    if (kept !== undefined) return refuse(kept, 'delete');
    if (one.kind === 'directory' && others.length === 0) {
      const { roomId: id, name } = one;
      return ui.ask({ kind: 'delete', target: { kind: 'directory', roomId: id, name } });
    }
    if (chosen.some((item) => item.kind === 'directory'))
      return toasts.show({ text: t('files.place.foldersOneByOne') });
    const all = filesOf(chosen);
    uploads.drop(all.filter(isUpload).flatMap(({ transferId }) => transferId ?? []));
    const files = all.filter((item) => !isUpload(item));
    const refused = files.find(({ actions }) => !actions.delete && !actions.deleteForever);
    if (refused !== undefined) refuse(refused, 'delete');
    const deleted = files.every(({ actions }) => actions.deleteForever && !actions.delete);
    if (deleted && files.length > 0)
      ui.ask({ kind: 'delete', target: { kind: 'files', roomId, files, forever: true } });
    else {
      acts.remove(
        roomId,
        files.filter(({ entryId, actions }) => entryId !== null && actions.delete),
      );
    }
  };
  const rename = async (item: DirectoryItem, wanted: string) => {
    const id = pendingId(item);
    if (id === null) return;
    const what =
      item.kind === 'directory' ? { roomId: id, entryId: null } : { roomId, entryId: id };
    await renameTo({ ...what, name: item.name }, wanted);
  };
  const take = (mode: 'move' | 'copy') => (chosen: readonly DirectoryItem[]) => {
    const may = chosen.filter((item) => (mode === 'move' ? item.actions.move : mayCopy(item)));
    const [left] = chosen.filter((item) => !may.includes(item));
    if (left !== undefined) refuse(left, mode);
    if (may.length > 0) ui.setClipboard({ mode, carried: carriedOf(roomId, may) });
  };
  const up = directory.path[directory.path.length - 1]?.roomId;

  const listing: Listing = {
    onSelect: useCallback((keys) => void dispatch(filesSelected(keys)), [dispatch]),
    onOpen,
    onUp: () => {
      if (up !== undefined) openDirectory(up);
    },
    onRename: (item) => {
      if (item.actions.rename) ui.setRenaming(item.key);
      else refuse(item, 'rename');
    },
    onDelete,
    onCopy: take('copy'),
    onCut: take('move'),
    onFind,
    onEscape: () => {
      dispatch(filesSelected([]));
      ui.setClipboard(null);
    },
    onRenamed: (item, wanted) => {
      ui.setRenaming(null);
      if (wanted !== null) void rename(item, wanted);
    },
    all: rows.all,
  };
  // Everybody is told of a deleted folder anyway.
  const nameLost = (item: DirectoryItem): void => {
    ui.setRenaming(null);
    if (item.kind === 'file' && item.entryId !== null)
      tellGone({ at: { roomId: item.roomId, entryId: item.entryId }, name: item.name });
  };
  return {
    listing,
    drag,
    nameLost,
    tools: {
      ...{ t, ui, acts, uploads, roomId, openDirectory, preview, showVersions },
      rename: ui.setRenaming,
    },
  };
}

/** Hands draggable files to the system at once, and recognises them when they return; all else is dragged within the window. */
function useDragOut(): (event: DragEvent, carried: Carried) => void {
  const shell = useShell();
  const { accountId } = useAccount();
  const drag = useDrag();
  const native = useShellValue('app')?.host.startsWith('Electron') ?? false;
  return useCallback(
    (event, carried) => {
      const files = carried.files.flatMap(({ media, name: fileName, onDisk }) =>
        media !== null && onDisk.state === 'all' ? [{ handle: media.handle, fileName }] : [],
      );
      const whole = files.length === carried.files.length && carried.directories.length === 0;
      if (!native || !whole || files.length === 0 || files.length > 100)
        return drag.begin(event.dataTransfer, carried);
      event.preventDefault();
      drag.carried = carried;
      void resultOf(shell.call('startDrag', { accountId, files }));
    },
    [native, shell, accountId, drag],
  );
}
