// Facts of files and directories in words. Pure; the caller gives `t`, the language and the time.
import type { TFunction } from 'i18next';
import type {
  AccessRole,
  DirectoryHeader,
  FileProblem,
  OnDisk,
  TreeNode,
} from '#contract/areas/files/directoriesModels';
import type {
  DirectoryItem,
  FileConflict,
  FileKind,
  FileRow,
  FileWarning,
} from '#contract/areas/files/filesModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { isolate } from '#ui/text/isolate';
import { daysBetween, formatListTime, formatTime } from '#ui/text/time';

export interface Sentence {
  /** A few words: the mark's name. */
  readonly title: string;
  /** The meaning, and what can be done. */
  readonly text: string;
}

export const problemWords = (t: TFunction, problem: FileProblem): Sentence => ({
  title: t(`files.problem.${problem}.title`),
  text: t(`files.problem.${problem}.text`),
});

/** A file that is not where it was any more. Null: nothing of it is left that would say who did it. */
export function goneWords(t: TFunction, name: string, file: FileRow | null): string {
  const by = file?.changedBy ?? null;
  if (by === null) return t('filePanels.gone.deleted', { name: isolate(name) });
  return t(`filePanels.gone.${file?.movedTo === undefined ? 'deletedBy' : 'movedBy'}`, {
    name: isolate(name),
    who: isolate(by.name),
  });
}

/** Opening it may do harm. */
export const isRisky = (warnings: readonly FileWarning[]): boolean =>
  warnings.some((warning) => warning !== 'name');

/** The words for one warning that stands alone, with the advice. */
export const warningWords = (t: TFunction, warning: FileWarning): Sentence => {
  const text = t(`files.warning.${warning}.text`);
  return {
    title: t(`files.warning.${warning}.title`),
    text: isRisky([warning]) ? `${text} ${t('files.warning.onlyIfTrusted')}` : text,
  };
};

/** Words for a version that was made without knowing another one; `maker` made it. */
export const conflictWords = (
  t: TFunction,
  { version, by, beside }: FileConflict,
  maker: Person | null,
): Sentence => {
  const kind = beside === true ? 'beside' : by.userId === maker?.userId ? 'overOwn' : 'over';
  const names = { maker: maker?.name ?? t('files.conflict.somebody'), by: by.name };
  return {
    title: t('files.conflict.title'),
    text: t(`files.conflict.${kind}`, { ...names, version }),
  };
};

/** The name of a directory: words where none is known, because this account is not in it. */
export const directoryName = (t: TFunction, name: string): string =>
  name === '' ? t('files.nameless') : name;

/** The same items, with words where a directory has no name. */
export function named<T extends { readonly kind: string }>(
  t: TFunction,
  items: readonly T[],
): readonly T[] {
  const lacks = (item: T): boolean =>
    item.kind === 'directory' && 'name' in item && item.name === '';
  if (!items.some(lacks)) return items;
  return items.map((item) => (lacks(item) ? { ...item, name: directoryName(t, '') } : item));
}

/** `PDF`, `Picture`; for the column, the details and the screen reader. */
export const kindWord = (t: TFunction, kind: FileKind): string => t(`files.kind.${kind}`);

export const roleWord = (t: TFunction, role: AccessRole): string => t(`files.role.${role}`);

/** Null while there is nothing to say: on the server, as everything is. */
export function onDiskWords(t: TFunction, onDisk: OnDisk): string | null {
  if (onDisk.state === 'loading') return t('files.onDisk.loading');
  if (onDisk.kept === 'no') return onDisk.state === 'all' ? t('files.onDisk.here') : null;
  return onDisk.state === 'all' ? t('files.onDisk.kept') : t('files.onDisk.waiting');
}

/** Somebody else has locked it. */
export const isKeptOut = ({ lockedBy, lockedHere }: FileRow): boolean =>
  lockedBy !== null && lockedHere !== true;

export type RefusedAct = 'rename' | 'move' | 'copy' | 'delete';

/** The directory that a row lies in: its name, and what this account may do there. */
export interface RefusedIn {
  readonly name: string;
  readonly role: AccessRole | null;
}

/** Why a key does nothing to this row. `within` null: the row is a tree. */
export function refusalWords(
  t: TFunction,
  item: DirectoryItem | TreeNode,
  act: RefusedAct,
  within: RefusedIn | null,
): string {
  return item.kind === 'directory'
    ? directoryRefusal(t, item, act, within)
    : fileRefusal(t, item, act, within);
}

function problemText(t: TFunction, problem: FileProblem): string {
  const { title, text } = problemWords(t, problem);
  return `${title}. ${text}`;
}

function directoryRefusal(
  t: TFunction,
  { name, role, problem }: Pick<TreeNode, 'name' | 'role' | 'problem'>,
  act: RefusedAct,
  within: RefusedIn | null,
): string {
  if (role === null && problem !== null) return problemText(t, problem);
  // It goes for everybody and for good, which an editor may not decide.
  if (act === 'delete') return t('files.refused.delete', { name });
  if (act === 'move' && within?.role === 'viewer')
    return t('files.refused.moveOut', { name, from: within.name });
  if (role === null || role === 'viewer') return t('files.place.lookOnly', { name });
  return t(act === 'move' ? 'files.refused.move' : 'files.refused.rename', { name });
}

function fileRefusal(
  t: TFunction,
  item: FileRow,
  act: RefusedAct,
  within: RefusedIn | null,
): string {
  const { name, problem } = item;
  if (item.entryId === null && item.transferId !== null)
    return t('files.refused.onItsWay', { name });
  // An account that may only look could not do it after unlocking either.
  if (isKeptOut(item) && item.actions.unlock)
    return t('files.place.lockedNow', { who: item.lockedBy?.name ?? '', name });
  if (problem !== null && (act === 'copy' || within?.role !== 'viewer'))
    return problemText(t, problem);
  if (!item.deleted || within?.role === 'viewer') return t('files.place.lookOnly', { name });
  if (act === 'delete') return t('files.refused.forGood', { name });
  return t(item.movedTo === undefined ? 'files.refused.deleted' : 'files.refused.moved', { name });
}

/** Words for the new place of a file that was moved away. */
export const movedWords = (t: TFunction, { name }: NonNullable<FileRow['movedTo']>): string =>
  name === null ? t('files.place.movedAway') : t('files.place.movedTo', { name: isolate(name) });

/** `Today 09:20`, `Wed 17:31`, `12 Nov`; `within` a sentence: `today 09:20`. */
export function changedWords(
  t: TFunction,
  ms: number,
  nowMs: number,
  language: string,
  within = false,
): string {
  const days = daysBetween(ms, nowMs);
  const time = formatTime(ms, language);
  if (days <= 0) return t(within ? 'files.todayWithin' : 'files.today', { time });
  const day = formatListTime(ms, nowMs, language);
  return days < 7 ? t('files.weekday', { day, time }) : day;
}

/** How much lies in a directory; folders count too. Empty where there is nothing. */
export function contentCount(
  t: TFunction,
  { files, directories }: { readonly files: number; readonly directories: number },
): string {
  const count = files + directories;
  if (count === 0) return '';
  return t(directories === 0 ? 'files.place.fileCount' : 'files.place.itemCount', { count });
}

type Activity = NonNullable<DirectoryHeader['activity']>;

/** Ends the key of the words for an act: a new name is told with the old one, where that is known. */
export const activityKey = ({ what, from }: Activity): Activity['what'] | 'renamed_new' =>
  what === 'renamed' && from === undefined ? 'renamed_new' : what;
