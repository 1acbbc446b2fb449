// The list pane of Files: heading, the field that finds files everywhere, the tree, what lies on this computer.
import { FolderPlus, Search, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { directoryOpened, expandedSet, filesSearched } from '#app/places/filesPlace';
import { useEngineCall, useValue, type ListState } from '#app/hooks';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Bar } from '#ui/layout/Bar';
import { IconButton } from '#ui/controls/IconButton';
import list from '#ui/lists/ListRow.module.css';
import { ContextMenu, type MenuPoint } from '#ui/overlays/Menu';
import { SkeletonRows } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import { useWhilePending } from '../acts/pending';
import { useFileActs } from '../acts/useFileActs';
import { useRename } from '../acts/useRename';
import { StorageFooter } from '../panels';
import { directoryEntries } from '../place/directoryEntries';
import { useFilesUi, type TransferMode } from '../place/filesUi';
import { filesFoundId, findFilesId } from '../findFilesId';
import { NoTrees } from '../place/NoTrees';
import { useInvites } from '../place/useInvites';
import { useFocusInTurn } from '../useTurn';
import { refusalWords, type RefusedAct } from '../words';
import { TreeView } from './TreeView';
import { useUnfolding } from './useUnfolding';
import styles from './Tree.module.css';

export interface FilesTreePaneProps {
  readonly status: ReactNode;
  /** There is no room beside the tree: what is found stands in its place. */
  readonly found: ReactNode;
  readonly trees: ListState<TreeItem>;
  /** Tree and content take turns. */
  readonly narrow: boolean;
}

export function FilesTreePane({ status, found, trees, narrow }: FilesTreePaneProps) {
  const { t } = useTranslation();
  const ui = useFilesUi();
  const tree = useRef<HTMLDivElement>(null);
  const empty = trees.ready && trees.items.length === 0;
  // The page of a folder that was lost says more than the list.
  const isOpen = useAppSelector((state) => state.files.directoryId !== null);
  const isLeft = useValue('removals', {}).value?.removals.some(({ folder }) => folder);
  return (
    <div className={list.pane}>
      {status}
      <Bar bare>
        <h1 className={list.heading}>{t('files.title')}</h1>
        <IconButton
          label={t('files.place.newTree')}
          icon={FolderPlus}
          onPress={() => ui.ask({ kind: 'newTree' })}
        />
      </Bar>
      <FindField onDown={() => tree.current?.focus()} />
      <AppErrorNote error={trees.error} place="files" />
      {!trees.ready && trees.error === null && (
        <SkeletonRows compact count={6} label={t('files.place.loading')} />
      )}
      {empty && !isOpen && (
        <p className={styles.none}>{t(`files.place.${isLeft ? 'noTreesLeft' : 'noTrees'}`)}</p>
      )}
      {found !== null ? (
        <div className={styles.found}>{found}</div>
      ) : trees.items.length > 0 ? (
        <Tree items={trees.items} treeRef={tree} narrow={narrow} />
      ) : (
        <div className={styles.tree}>
          {empty && (
            // In a narrow window no content beside the tree says it.
            <div className={styles.noTrees}>
              <NoTrees />
            </div>
          )}
        </div>
      )}
      {found === null && trees.items.length > 0 && (
        <p className={styles.names}>{t('files.place.serverSees')}</p>
      )}
      <StorageFooter />
    </div>
  );
}

function toFirstHit(): void {
  document.getElementById(filesFoundId)?.querySelector<HTMLElement>('[role="row"]')?.focus();
}

function FindField({ onDown }: { readonly onDown: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const search = useAppSelector((state) => state.files.search);
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (search !== '' && (event.key === 'ArrowDown' || event.key === 'Enter')) toFirstHit();
    else if (event.key === 'ArrowDown') onDown();
    else if (event.key === 'Escape' && search !== '') dispatch(filesSearched(''));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.find} onKeyDown={onKeyDown}>
      <TextField
        id={findFilesId}
        label={t('files.place.find')}
        labelHidden
        soft
        icon={Search}
        placeholder={t('files.place.find')}
        value={search}
        inputRef={input}
        spellCheck="false"
        onChange={(text) => dispatch(filesSearched(text))}
        suffix={
          search === '' ? undefined : (
            <IconButton
              label={t('files.place.clearFind')}
              icon={X}
              size="s"
              onPress={() => {
                dispatch(filesSearched(''));
                input.current?.focus();
              }}
            />
          )
        }
      />
    </div>
  );
}

function Tree({
  items,
  treeRef,
  narrow,
}: {
  readonly items: readonly TreeItem[];
  readonly narrow: boolean;
  readonly treeRef: React.RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  useFocusInTurn(treeRef, { of: 'list', beside: true });
  useUnfolding();
  const tellFailure = useErrorNotice();
  const toasts = useToasts();
  const rename = useRename();
  const whilePending = useWhilePending();
  const ui = useFilesUi();
  const invites = useInvites();
  const openedId = useAppSelector((state) => state.files.directoryId);
  // Beside it, where nothing is open, the first invitation is read.
  const selectedId = openedId ?? items.find((item) => item.kind === 'invite')?.roomId ?? null;
  const [menu, setMenu] = useState<{ readonly item: TreeItem; readonly at: MenuPoint } | null>(
    null,
  );
  const report = async (
    { roomId, name }: TreeNode,
    answer: ReturnType<typeof call<'reorderDirectory'>>,
  ) => {
    const result = await whilePending([roomId], answer);
    if (!result.ok) tellFailure(result.error, 'carry', t('files.failed.move', { name }));
  };
  const take = (mode: TransferMode, { roomId, name, parentId }: TreeNode) => {
    if (parentId === null) return;
    const directories = [{ roomId, name, parentId }];
    ui.setClipboard({ mode, carried: { fromId: parentId, files: [], directories } });
  };
  const refuse = (node: TreeNode, act: RefusedAct) => {
    const isAbove = (item: TreeItem): item is TreeNode =>
      item.kind === 'directory' && item.roomId === node.parentId;
    toasts.show({ text: refusalWords(t, node, act, items.find(isAbove) ?? null) });
  };
  const remove = (node: TreeNode) => {
    const { roomId, name, parentId, actions } = node;
    if (actions.delete) ui.ask({ kind: 'delete', target: { kind: 'directory', roomId, name } });
    else if (parentId !== null && actions.unlink)
      ui.ask({ kind: 'delete', target: { kind: 'entry', parentId, roomId, name } });
    // Out of its own list everybody may take what somebody has shared.
    else if (parentId === null && actions.leave)
      ui.ask({ kind: 'leave', directory: { roomId, name } });
    else refuse(node, 'delete');
  };
  return (
    <>
      <TreeView
        items={items}
        selectedId={selectedId}
        answeredId={narrow ? null : selectedId}
        renaming={ui.renaming}
        treeRef={treeRef}
        onOpen={(roomId) => dispatch(directoryOpened(roomId))}
        onExpand={(roomIds, open) => dispatch(expandedSet({ roomIds, open }))}
        onMenu={(item, at) => setMenu({ item, at })}
        onRename={ui.setRenaming}
        onRenamed={({ roomId, name }, wanted) =>
          void rename({ roomId, entryId: null, name }, wanted)
        }
        onDelete={remove}
        onRefuse={refuse}
        onReorder={(node, index) => {
          const { roomId, parentId } = node;
          if (parentId !== null)
            void report(node, call('reorderDirectory', { parentId, roomId, index }));
        }}
        onCut={(node) => take('move', node)}
        onAccept={invites.accept}
        onDecline={invites.decline}
      />
      <RowMenu menu={menu} items={items} onClose={() => setMenu(null)} />
    </>
  );
}

function RowMenu({
  menu,
  items,
  onClose,
}: {
  readonly menu: { readonly item: TreeItem; readonly at: MenuPoint } | null;
  readonly items: readonly TreeItem[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const ui = useFilesUi();
  const acts = useFileActs();
  const invites = useInvites();
  const item = items.find((one) => one.key === menu?.item.key) ?? menu?.item;
  if (menu === null || item === undefined || item.kind === 'section') return null;
  const entries =
    item.kind === 'directory'
      ? directoryEntries({ t, ui, acts }, item, () => ui.setRenaming(item.key))
      : invites.entriesFor(item.roomId);
  return (
    <ContextMenu
      label={t('files.menu.label', { name: item.name })}
      at={menu.at}
      entries={entries}
      onClose={onClose}
    />
  );
}
