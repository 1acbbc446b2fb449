// The rows of the open directory with everything that can be done with them; or why there are none.
import { ArchiveRestore, FolderOpen, SearchX, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { AppErrorNote } from '#app/errors';
import { sortChosen } from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { ContextMenu, type MenuEntry, type MenuPoint } from '#ui/overlays/Menu';
import { SkeletonRows } from '#ui/layout/Spinner';
import { DirectoryList } from '../list/DirectoryList';
import type { DirectoryItems } from '../list/useDirectoryItems';
import { carriedOf, rowEntries } from './fileEntries';
import { useFilesState } from './useFilesState';
import { useFilesUi } from './filesUi';
import { useHeaderEntries } from './useHeaderEntries';
import { useRowActs } from './useRowActs';
import { useReturning } from './useReturning';
import styles from './../list/List.module.css';

export interface DirectoryRowsProps {
  readonly directory: DirectoryHeader;
  readonly rows: DirectoryItems;
  readonly onFind: () => void;
}

interface OpenMenu {
  readonly chosen: readonly DirectoryItem[];
  readonly at: MenuPoint;
}

export function DirectoryRows({ directory, rows, onFind }: DirectoryRowsProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const ui = useFilesUi();
  const nowMs = useNow();
  const { roomId, name, actions } = directory;
  const { sort, view, selected } = useFilesState();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const acts = useRowActs(directory, rows, onFind);
  const returning = useReturning(directory, rows);
  const { clipboard } = ui;
  const cut = useMemo(() => cutKeys(clipboard), [clipboard]);
  const empty = rows.ready && rows.items.length === 0;
  return (
    <>
      <AppErrorNote error={rows.error} place="files" />
      <DirectoryList
        {...acts.listing}
        roomId={roomId}
        name={name}
        mayUpload={actions.upload}
        mayCreateDirectory={actions.createDirectory}
        items={rows.items}
        count={rows.count}
        view={view}
        sort={sort}
        selected={selected}
        cut={cut}
        renaming={ui.renaming}
        nowMs={nowMs}
        reveal={returning.reveal}
        onRevealed={returning.onRevealed}
        onSort={(next) => dispatch(sortChosen(next))}
        onNeed={rows.need}
        onMenu={(chosen, at) => setMenu({ chosen, at })}
        onNameLost={acts.nameLost}
        onDrag={(event, chosen) => acts.drag(event, carriedOf(roomId, chosen))}
      >
        {!rows.ready && rows.error === null && (
          <SkeletonRows compact count={8} label={t('files.place.loading')} />
        )}
        {empty && <NoRows directory={directory} />}
      </DirectoryList>
      <RowsMenu
        menu={menu}
        directory={directory}
        onFind={onFind}
        entriesOf={(chosen) => rowEntries(acts.tools, chosen)}
        onClose={() => setMenu(null)}
      />
    </>
  );
}

function cutKeys(clipboard: ReturnType<typeof useFilesUi>['clipboard']): ReadonlySet<string> {
  if (clipboard?.mode !== 'move') return new Set();
  return new Set(clipboard.carried.files.map(({ key }) => key));
}

function RowsMenu({
  menu,
  directory,
  onFind,
  entriesOf,
  onClose,
}: {
  readonly menu: OpenMenu | null;
  readonly directory: DirectoryHeader;
  readonly onFind: () => void;
  readonly entriesOf: (chosen: readonly DirectoryItem[]) => readonly MenuEntry[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const own = useHeaderEntries(directory, onFind);
  if (menu === null) return null;
  const [one] = menu.chosen;
  const entries = one === undefined ? own : entriesOf(menu.chosen);
  if (entries.length === 0) return null;
  const name = menu.chosen.length === 1 && one !== undefined ? one.name : directory.name;
  return (
    <ContextMenu
      label={t('files.menu.label', { name })}
      at={menu.at}
      entries={entries}
      onClose={onClose}
    />
  );
}

function NoRows({ directory }: { readonly directory: DirectoryHeader }) {
  const { t } = useTranslation();
  const ui = useFilesUi();
  const { filter, deleted } = useFilesState();
  const { roomId, name, actions, directories } = directory;
  const text = filter.trim();
  const shown =
    text !== '' ? (
      <EmptyState
        icon={SearchX}
        title={t('files.empty.noMatchTitle', { text })}
        text={t('files.empty.noMatchText')}
      />
    ) : deleted ? (
      <EmptyState
        icon={ArchiveRestore}
        title={t('files.empty.noDeletedTitle')}
        text={t(directories > 0 ? 'files.empty.noDeletedInner' : 'files.empty.noDeletedText')}
      />
    ) : actions.upload ? (
      <EmptyState icon={Upload} title={t('files.empty.title')} text={t('files.empty.text')}>
        <Button onPress={() => ui.chooseAndUpload({ roomId, name }, false)}>
          {t('files.place.uploadFiles')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={FolderOpen}
        title={t('files.empty.viewerTitle')}
        text={t('files.empty.viewerText')}
      />
    );
  return <div className={styles.inPlace}>{shown}</div>;
}
