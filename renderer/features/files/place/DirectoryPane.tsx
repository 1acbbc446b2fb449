// One open directory: its bar, its rows, what is known about it, and the details beside it.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DirectoryHeader, TreeItem } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { useFilesState } from './useFilesState';
import {
  detailsShown,
  directoryOpened,
  filesFiltered,
  previewShown,
  treeShown,
} from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import { filesListId } from '../list/DirectoryList';
import { useDirectoryItems } from '../list/useDirectoryItems';
import { DetailsPanel, PreviewDialog } from '../panels';
import { filesTreeId } from '../tree/TreeView';
import { ContentHeader, detailsButtonId } from './ContentHeader';
import { DirectoryFoot } from './DirectoryFoot';
import { DirectoryNotes } from './DirectoryNotes';
import { DirectoryRows } from './DirectoryRows';
import { DirectoryState } from './DirectoryState';
import { FindHere } from './FindHere';
import { filesOf } from './fileEntries';
import { useFilesUi } from './filesUi';
import { focusFindField, useFindKey } from '../useFindKey';
import { useFocusOfAccepted } from './justAccepted';
import { useHeaderEntries } from './useHeaderEntries';
import { useSeen } from './useSeen';
import styles from './Content.module.css';

export interface DirectoryPaneProps {
  readonly directory: DirectoryHeader;
  readonly trees: readonly TreeItem[];
  readonly transfers: React.ReactNode;
}

/** Once what holds it is drawn; what had the focus is gone then. */
const focusSoon = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus());

export function DirectoryPane({ directory, trees, transfers }: DirectoryPaneProps) {
  const dispatch = useAppDispatch();
  const ui = useFilesUi();
  const { roomId } = directory;
  const state = useFilesState();
  const { sort, filter, deleted, selected, details, previewing } = state;
  const total = deleted
    ? directory.deletedFiles + directory.movedFiles
    : directory.files + directory.directories;
  const joined = directory.membership === 'join';
  const rows = useDirectoryItems({ roomId, sort, text: filter, deleted }, total);
  // The filter is still in force after a visit to another place.
  const [findOpen, setFindOpen] = useState(filter !== '');
  const field = useRef<HTMLInputElement>(null);
  const entries = useHeaderEntries(directory, () => setFindOpen(true));
  useSeen(directory);
  // A file of a directory that this account was taken out of is no longer for it to see.
  const isGone = directory.departure !== undefined;
  useEffect(() => {
    if (isGone) dispatch(previewShown(null));
  }, [isGone, dispatch]);
  useFocusOfAccepted(roomId, joined);

  const chosen = useMemo(() => {
    const keys = new Set(selected);
    return rows.items.filter((item: DirectoryItem) => keys.has(item.key));
  }, [rows.items, selected]);
  const find = () => {
    setFindOpen(true);
    requestAnimationFrame(() => field.current?.focus());
  };
  const closeFind = () => {
    dispatch(filesFiltered(''));
    setFindOpen(false);
  };
  useFindKey(joined ? find : focusFindField);
  return (
    <>
      <main className={styles.main}>
        <ContentHeader
          directory={directory}
          entries={entries}
          findOpen={findOpen}
          detailsOpen={details && joined}
          mayWrite={(id) => writableIn(trees, id)}
          onOpen={(id) => {
            dispatch(directoryOpened(id));
            focusSoon(filesListId);
          }}
          onBack={() => {
            dispatch(treeShown());
            focusSoon(filesTreeId);
          }}
          onFind={() => (findOpen ? closeFind() : find())}
          onDetails={() => dispatch(detailsShown(!details))}
        />
        {joined && findOpen && (
          <FindHere
            inputRef={field}
            onClose={() => {
              closeFind();
              focusSoon(filesListId);
            }}
          />
        )}
        <DirectoryNotes directory={directory} />
        <div className={styles.body}>
          {joined ? (
            <DirectoryRows directory={directory} rows={rows} onFind={find} />
          ) : (
            <DirectoryState directory={directory} trees={trees} />
          )}
        </div>
        {joined && <DirectoryFoot directory={directory} chosen={chosen} />}
        {transfers}
      </main>
      {details && joined && (
        <DetailsPanel
          roomId={roomId}
          role={directory.role}
          selected={chosen}
          onClose={() => {
            // From where they took the place of the rows, the chosen row goes on.
            const isBehind = !isInView(filesListId) && chosen.length > 0;
            dispatch(detailsShown(false));
            focusSoon(isBehind ? filesListId : detailsButtonId);
          }}
          onPreview={(file) => dispatch(previewShown(file))}
          onShare={(id) => ui.ask({ kind: 'share', roomId: id })}
          onDelete={(target) => ui.ask({ kind: 'delete', target })}
          onUnlock={(file) => ui.ask({ kind: 'unlock', files: [file] })}
          onSend={(files) => ui.ask({ kind: 'send', files })}
          onNewVersion={ui.newVersion}
          onRename={({ key }) => {
            // In a narrow window the details cover the rows, so they close first.
            if (!isInView(filesListId)) dispatch(detailsShown(false));
            ui.setRenaming(key);
          }}
        />
      )}
      {previewing !== null && !isGone && (
        <PreviewDialog
          file={previewing}
          files={filesOf(rows.items)}
          onMove={(file) => dispatch(previewShown(file))}
          onClose={() => {
            dispatch(previewShown(null));
            focusSoon(filesListId);
          }}
        />
      )}
    </>
  );
}

const isInView = (id: string): boolean => {
  const element = document.getElementById(id);
  return element === null || getComputedStyle(element).visibility !== 'hidden';
};

/** Whether this account may write there; the engine decides if the tree does not know. */
const writableIn = (trees: readonly TreeItem[], roomId: string): boolean =>
  trees.find(
    (item) => item.kind === 'directory' && item.roomId === roomId && !item.actions.upload,
  ) === undefined;
