// Menu entries of the selected rows of a directory. Only acts that every one of them allows.
import {
  ArchiveRestore,
  CloudDownload,
  CloudOff,
  Copy,
  Download,
  ExternalLink,
  Eye,
  FilePlus2,
  FileX,
  FolderInput,
  FolderOpen,
  FolderOutput,
  GitFork,
  Lock,
  LockOpen,
  Pause,
  Pencil,
  Play,
  RotateCw,
  Scissors,
  Send,
  Trash2,
  X,
} from 'lucide-react';
import type { DirectoryItem, FileRow } from '#contract/areas/files/filesModels';
import type { LucideIcon } from '#ui/marks/Icon';
import type { MenuEntry } from '#ui/overlays/Menu';
import type { UploadAct, UploadActs } from '../acts/useUploadActs';
import { isKeptOut } from '../words';
import { directoryEntries, withLines, type EntryTools } from './directoryEntries';
import type { Carried } from './filesUi';

export interface RowTools extends EntryTools {
  readonly uploads: UploadActs;
  readonly roomId: string;
  readonly openDirectory: (roomId: string) => void;
  readonly preview: (file: FileRow) => void;
  readonly rename: (key: string) => void;
  readonly showVersions: (file: FileRow) => void;
}

export const filesOf = (items: readonly DirectoryItem[]): readonly FileRow[] =>
  items.filter((item) => item.kind === 'file');

/** On its way to the directory, not in it yet. */
export const isUpload = ({ entryId, transferId }: FileRow): boolean =>
  entryId === null && transferId !== null;

/** Whether a chat can get it: it is in the directory, and it is what it seems to be. */
export const canSend = ({ entryId, actions, problem, deleted }: FileRow): boolean =>
  entryId !== null && actions.save && problem === null && !deleted;

/** A directory that this account is not in has nothing to copy. */
export const mayCopy = (item: DirectoryItem): boolean =>
  item.kind === 'directory' ? item.role !== null : item.actions.copy;

export const carriedOf = (roomId: string, items: readonly DirectoryItem[]): Carried => ({
  fromId: roomId,
  files: filesOf(items),
  directories: items.flatMap((item) =>
    item.kind === 'directory' ? [{ roomId: item.roomId, name: item.name, parentId: roomId }] : [],
  ),
});

type FileAct = keyof FileRow['actions'];

export function rowEntries(
  tools: RowTools,
  chosen: readonly DirectoryItem[],
): readonly MenuEntry[] {
  const [first, ...others] = chosen;
  if (first === undefined) return [];
  if (others.length === 0 && first.kind === 'directory') return oneDirectory(tools, first);
  const files = filesOf(chosen);
  if (files.length === chosen.length && files.every(isUpload)) return uploadEntries(tools, files);
  return files.length === chosen.length ? fileEntries(tools, files) : mixedEntries(tools, chosen);
}

function oneDirectory(
  tools: RowTools,
  item: Extract<DirectoryItem, { kind: 'directory' }>,
): readonly MenuEntry[] {
  const open: MenuEntry = {
    id: 'open',
    label: tools.t('files.menu.openDirectory'),
    icon: FolderOpen,
    shortcut: 'Enter',
    onAction: () => tools.openDirectory(item.roomId),
  };
  const facts = { ...item, parentId: tools.roomId };
  const rest = directoryEntries(tools, facts, () => tools.rename(item.key));
  return withLines([[open], rest]);
}

/** Directories among several rows: what files and directories both can. */
function mixedEntries({ t, ui, roomId }: RowTools, chosen: readonly DirectoryItem[]): Entries {
  const carried = carriedOf(roomId, chosen);
  return carryEntries(
    { t, ui },
    carried,
    chosen.every(mayCopy),
    chosen.every((one) => one.actions.move),
  );
}

const uploadWords = [
  ['pause', Pause],
  ['resume', Play],
  ['retry', RotateCw],
] as const;

function uploadEntries({ t, uploads }: RowTools, files: readonly FileRow[]): Entries {
  const ids = files.flatMap(({ transferId }) => transferId ?? []);
  const may = (act: UploadAct): boolean =>
    ids.every((id) => uploads.rowOf(id)?.actions[act] === true);
  const failed = may('dismiss');
  const rows = ids.map((id) => uploads.rowOf(id));
  const copies = rows.every((row) => row?.kind === 'copy');
  const moves = copies && rows.every((row) => row?.moves !== null);
  const act = moves ? 'move' : copies ? 'copy' : 'upload';
  const cancel = t(`files.menu.${act}_cancel`);
  const changes = uploadWords.flatMap(([act, icon]) =>
    item(may(act), act, icon, t(`files.menu.upload_${act}`), () => uploads.act(ids, act)),
  );
  const drop = item(
    failed || may('cancel'),
    'drop',
    X,
    failed ? t('files.menu.upload_dismiss') : cancel,
    () => uploads.drop(ids),
    { shortcut: 'Del', danger: true },
  );
  return withLines([changes, drop]);
}

interface Chosen {
  readonly files: readonly FileRow[];
  readonly ids: readonly string[];
  /** The only one. */
  readonly single: FileRow | null;
  readonly carried: Carried;
  readonly may: (act: FileAct) => boolean;
}

type Entries = readonly MenuEntry[];

const item = (
  wanted: boolean,
  id: string,
  icon: LucideIcon,
  label: string,
  onAction: () => void,
  more: { readonly shortcut?: string; readonly danger?: boolean } = {},
): Entries => (wanted ? [{ id, label, icon, onAction, ...more }] : []);

function fileEntries(tools: RowTools, files: readonly FileRow[]): Entries {
  const [one] = files;
  const chosen: Chosen = {
    files,
    single: files.length === 1 ? (one ?? null) : null,
    ids: files.flatMap(({ entryId }) => (entryId === null ? [] : [entryId])),
    carried: carriedOf(tools.roomId, files),
    may: (act) => files.every(({ actions }) => actions[act]),
  };
  return withLines([
    reading(tools, chosen),
    changing(tools, chosen),
    carryEntries(tools, chosen.carried, chosen.may('copy'), chosen.may('move')),
    ending(tools, chosen),
    forGood(tools, chosen),
  ]);
}

function reading(tools: RowTools, chosen: Chosen): Entries {
  const { t, ui, acts, preview, showVersions, roomId } = tools;
  const { files, ids, single, may } = chosen;
  const kept = files.every(({ onDisk }) => onDisk.kept === 'kept');
  const keepable = files.every(
    ({ onDisk, media }) => onDisk.kept !== 'inherited' && media !== null,
  );
  const keep = () => ids.forEach((id) => acts.keepOffline(roomId, id, !kept));
  const one = single !== null && may('open') ? single : null;
  return [
    ...(one === null
      ? []
      : [
          ...item(true, 'preview', Eye, t('files.menu.preview'), () => preview(one), {
            shortcut: 'Enter',
          }),
          ...item(true, 'open', ExternalLink, t('files.menu.openWith'), () => acts.open(one)),
        ]),
    ...(single?.conflict === undefined
      ? []
      : item(true, 'versions', GitFork, t('files.menu.versions'), () => showVersions(single))),
    ...item(may('save'), 'save', Download, t('files.menu.save'), () => acts.save(files)),
    ...item(files.every(canSend), 'sendTo', Send, t('files.menu.sendTo'), () =>
      ui.ask({ kind: 'send', files }),
    ),
    ...item(
      may('save') && keepable,
      'keep',
      kept ? CloudOff : CloudDownload,
      t(kept ? 'files.menu.unkeep' : 'files.menu.keep'),
      keep,
    ),
  ];
}

function changing({ t, ui, acts, rename, roomId }: RowTools, chosen: Chosen): Entries {
  const { ids, files, single, may } = chosen;
  const lock = (): void => ids.forEach((id) => acts.lock(roomId, id, true));
  const unlock = (): void =>
    files.some(isKeptOut)
      ? ui.ask({ kind: 'unlock', files })
      : ids.forEach((id) => acts.lock(roomId, id, false));
  const version: Entries =
    single === null
      ? []
      : item(may('newVersion'), 'newVersion', FilePlus2, t('files.menu.newVersion'), () =>
          ui.newVersion(single),
        );
  const name: Entries =
    single === null
      ? []
      : item(may('rename'), 'rename', Pencil, t('files.menu.rename'), () => rename(single.key), {
          shortcut: 'F2',
        });
  return [
    ...version,
    ...item(may('lock'), 'lock', Lock, t('files.menu.lock'), lock),
    ...item(may('unlock'), 'unlock', LockOpen, t('files.menu.unlock'), unlock),
    ...name,
  ];
}

function carryEntries(
  { t, ui }: Pick<RowTools, 't' | 'ui'>,
  carried: Carried,
  mayCopy: boolean,
  mayMove: boolean,
): Entries {
  const hold = (mode: 'move' | 'copy') => () => ui.setClipboard({ carried, mode });
  const ask = (mode: 'move' | 'copy') => () => ui.ask({ kind: 'carry', carried, mode });
  return [
    ...item(mayCopy, 'copy', Copy, t('files.menu.copy'), hold('copy'), { shortcut: 'Ctrl+C' }),
    ...item(mayMove, 'cut', Scissors, t('files.menu.cut'), hold('move'), { shortcut: 'Ctrl+X' }),
    ...item(mayCopy, 'copyTo', FolderOutput, t('files.menu.copyTo'), ask('copy')),
    ...item(mayMove, 'move', FolderInput, t('files.menu.move'), ask('move')),
  ];
}

function ending({ t, acts, roomId }: RowTools, { files, may }: Chosen): Entries {
  return [
    ...item(may('restore'), 'restore', ArchiveRestore, t('files.menu.restore'), () =>
      acts.restore(roomId, files),
    ),
    ...item(
      may('delete'),
      'delete',
      Trash2,
      t('files.menu.delete'),
      () => acts.remove(roomId, files),
      { shortcut: 'Del' },
    ),
  ];
}

/** Apart from what can be undone, and alone in red. */
function forGood({ t, ui, roomId }: RowTools, { files, may }: Chosen): Entries {
  const target = { kind: 'files', roomId, files, forever: true } as const;
  return item(
    may('deleteForever'),
    'deleteForever',
    FileX,
    t('files.menu.deleteForever'),
    () => ui.ask({ kind: 'delete', target }),
    { danger: true },
  );
}
