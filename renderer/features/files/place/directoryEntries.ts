// Menu entries of a directory, the same behind ⋯, the menu key and the right mouse button. Only acts that would succeed.
import {
  CloudDownload,
  CloudOff,
  FileArchive,
  FolderInput,
  FolderOutput,
  FolderPlus,
  LogOut,
  Pencil,
  Trash2,
  Upload,
  UserPlus,
  X,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import type { AccessRole, DirectoryActions, OnDisk } from '#contract/areas/files/directoriesModels';
import type { MenuEntry } from '#ui/overlays/Menu';
import type { FileActs } from '../acts/useFileActs';
import type { FilesUi, TransferMode } from './filesUi';

export interface DirectoryFacts {
  readonly roomId: string;
  readonly name: string;
  readonly parentId: string | null;
  /** Null: this account is not in it. */
  readonly role: AccessRole | null;
  readonly actions: DirectoryActions;
  readonly onDisk: OnDisk;
}

export interface EntryTools {
  readonly t: TFunction;
  readonly ui: FilesUi;
  readonly acts: FileActs;
}

const entry = (
  wanted: boolean,
  id: string,
  label: string,
  more: Omit<Extract<MenuEntry, { label: string }>, 'id' | 'label'>,
): readonly MenuEntry[] => (wanted ? [{ id, label, ...more }] : []);

/** `rename` null: there is no row to write the name in, so a dialog asks. */
export function directoryEntries(
  { t, ui, acts }: EntryTools,
  directory: DirectoryFacts,
  rename: (() => void) | null,
): readonly MenuEntry[] {
  const { roomId, name, role, actions: may, onDisk } = directory;
  const target = { roomId, name };
  if (role === null) return takeOut({ t, ui }, directory);
  const add = [
    ...entry(may.upload, 'upload', t('files.menu.upload'), {
      icon: Upload,
      onAction: () => ui.chooseAndUpload(target, false),
    }),
    ...entry(may.createDirectory, 'newDirectory', t('files.menu.newDirectory'), {
      icon: FolderPlus,
      onAction: () => ui.ask({ kind: 'newDirectory', parent: target }),
    }),
    ...entry(may.share, 'share', t('files.menu.share'), {
      icon: UserPlus,
      onAction: () => ui.ask({ kind: 'share', roomId }),
    }),
  ];
  const keep = [
    ...entry(
      onDisk.kept !== 'inherited',
      'keep',
      t(onDisk.kept === 'kept' ? 'files.menu.unkeep' : 'files.menu.keep'),
      {
        icon: onDisk.kept === 'kept' ? CloudOff : CloudDownload,
        onAction: () => acts.keepOffline(roomId, null, onDisk.kept !== 'kept'),
      },
    ),
    ...entry(true, 'zip', t('files.menu.zip'), {
      icon: FileArchive,
      onAction: () => acts.saveZip(target),
    }),
  ];
  const change = [
    ...entry(
      may.rename,
      'rename',
      t(rename === null ? 'files.menu.renameIn' : 'files.menu.rename'),
      {
        icon: Pencil,
        ...(rename === null ? {} : { shortcut: 'F2' }),
        onAction: rename ?? (() => ui.ask({ kind: 'rename', directory: target })),
      },
    ),
    ...carryTo({ t, ui }, directory),
  ];
  const end = [
    ...entry(may.leave, 'leave', t('files.menu.leave'), {
      icon: LogOut,
      danger: true,
      onAction: () => ui.ask({ kind: 'leave', directory: target }),
    }),
    ...entry(may.delete, 'delete', t('files.menu.deleteDirectory'), {
      icon: Trash2,
      danger: true,
      shortcut: 'Del',
      onAction: () => ui.ask({ kind: 'delete', target: { kind: 'directory', ...target } }),
    }),
  ];
  return withLines([add, keep, change, end]);
}

/** All that can be done with what this account is not in. */
function takeOut(
  { t, ui }: Pick<EntryTools, 't' | 'ui'>,
  { roomId, name, parentId, actions }: DirectoryFacts,
): readonly MenuEntry[] {
  if (parentId === null) return [];
  const target = { kind: 'entry', parentId, roomId, name } as const;
  return entry(actions.unlink, 'unlink', t('files.menu.unlink'), {
    icon: X,
    danger: true,
    shortcut: 'Del',
    onAction: () => ui.ask({ kind: 'delete', target }),
  });
}

/** A tree of its own stays at the top. */
function carryTo(
  { t, ui }: Pick<EntryTools, 't' | 'ui'>,
  { roomId, name, parentId, actions }: DirectoryFacts,
): readonly MenuEntry[] {
  if (parentId === null) return [];
  const carried = { fromId: parentId, files: [], directories: [{ roomId, name, parentId }] };
  const ask = (mode: TransferMode) => () => ui.ask({ kind: 'carry', mode, carried });
  return [
    ...entry(true, 'copyTo', t('files.menu.copyTo'), {
      icon: FolderOutput,
      onAction: ask('copy'),
    }),
    ...entry(actions.move, 'move', t('files.menu.move'), {
      icon: FolderInput,
      onAction: ask('move'),
    }),
  ];
}

/** Groups with lines between those that are not empty. */
export function withLines(groups: readonly (readonly MenuEntry[])[]): readonly MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) =>
      index === 0
        ? group
        : [{ id: `before ${group[0]?.id ?? ''}`, separator: true as const }, ...group],
    );
}
