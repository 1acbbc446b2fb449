// The ⋯ menu of the open directory: what can be done with it, how it is shown, its deleted files.
import { ArchiveRestore, ArrowDownUp, Check, LayoutGrid, List, Search } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { deletedShown, sortChosen, viewChosen } from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useFileActs } from '../acts/useFileActs';
import { columns, sortedBy } from '../list/HeadRow';
import { directoryEntries, withLines } from './directoryEntries';
import { useFilesState } from './useFilesState';
import { useFilesUi } from './filesUi';

export function useHeaderEntries(
  directory: DirectoryHeader,
  onFind: () => void,
): readonly MenuEntry[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const ui = useFilesUi();
  const acts = useFileActs();
  const { sort, view, deleted } = useFilesState();
  const parentId = directory.path[directory.path.length - 1]?.roomId ?? null;
  const shown: readonly MenuEntry[] = [
    {
      id: 'find',
      label: t('files.place.findHere'),
      icon: Search,
      shortcut: 'Ctrl+F',
      onAction: onFind,
    },
    {
      id: 'view',
      label: t(view === 'list' ? 'files.menu.asGrid' : 'files.menu.asList'),
      icon: view === 'list' ? LayoutGrid : List,
      onAction: () => dispatch(viewChosen(view === 'list' ? 'grid' : 'list')),
    },
    {
      id: 'deleted',
      label: t(deleted ? 'files.place.deletedBack' : 'files.menu.deletedFiles'),
      icon: ArchiveRestore,
      onAction: () => dispatch(deletedShown(!deleted)),
    },
  ];
  const sorts = columns.map((column): MenuEntry => ({
    id: `sort-${column}`,
    label: t(`files.sortBy.${column}`),
    icon: sort.by === column ? Check : ArrowDownUp,
    onAction: () => dispatch(sortChosen(sortedBy(sort, column))),
  }));
  const of = directoryEntries({ t, ui, acts }, { ...directory, parentId }, null);
  return withLines([shown, sorts, of]);
}
