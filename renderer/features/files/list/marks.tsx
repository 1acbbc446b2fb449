// Small signs with words for what is unusual about a row: uploading, locked, a problem, a warning before opening.
import {
  ArchiveRestore,
  CircleAlert,
  CirclePause,
  Clock,
  CloudOff,
  FolderClock,
  FolderOutput,
  GitFork,
  Lock,
  Pin,
  TriangleAlert,
} from 'lucide-react';
import type { ParseKeys } from 'i18next';
import { filesSelected, detailsShown } from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import { useTranslation } from '#app/words';
import type { DirectoryItem, FileRow } from '#contract/areas/files/filesModels';
import { WarningMark } from '#app/TrustMark';
import { Badge } from '#ui/marks/Badge';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { Spinner } from '#ui/layout/Spinner';
import { pendingId, usePending } from '../acts/pending';
import { useFileActs } from '../acts/useFileActs';
import { useActState, useUploadState, type UploadState } from '../uploads';
import {
  conflictWords,
  movedWords,
  onDiskWords,
  problemWords,
  warningWords,
  type Sentence,
} from '../words';
import styles from './List.module.css';

export function Marks({ item }: { readonly item: DirectoryItem }) {
  const { t } = useTranslation();
  const problem = item.problem === null ? null : problemWords(t, item.problem);
  const pending = usePending(pendingId(item));
  return (
    <>
      {pending !== null && <Spinner label={t('files.place.working')} />}
      <ActMark id={pendingId(item)} />
      {problem !== null && <ProblemMark words={problem} isQuiet={item.problem === 'waiting'} />}
      {item.kind === 'file' && <FileMarks file={item} />}
      <DiskMark item={item} />
      {item.kind === 'directory' && item.dot && (
        <Badge kind="dot" label={t('files.place.newFiles')} />
      )}
    </>
  );
}

/** Quiet where nothing is wrong yet. */
function ProblemMark({
  words: { title, text },
  isQuiet,
}: {
  readonly words: Sentence;
  readonly isQuiet: boolean;
}) {
  return isQuiet ? (
    <Mark icon={Clock} label={title} more={text} />
  ) : (
    <Mark icon={CircleAlert} className={styles.bad} label={title} more={text} />
  );
}

function FileMarks({ file }: { readonly file: FileRow }) {
  const { t } = useTranslation();
  const [warning] = file.warnings;
  const words = warning === undefined ? null : warningWords(t, warning);
  return (
    <>
      {file.actions.restore && <RestoreButton file={file} />}
      {file.transferId !== null && <UploadMark transferId={file.transferId} />}
      {words !== null && (
        <Mark icon={TriangleAlert} className={styles.warn} label={words.title} more={words.text} />
      )}
      {file.conflict !== undefined && <ConflictButton file={file} conflict={file.conflict} />}
      {file.problem === null && <WarningMark trust={file.trust} />}
      {file.movedTo !== undefined && (
        <span className={styles.moved} title={movedWords(t, file.movedTo)}>
          <Icon icon={FolderOutput} size={12} />
          <span className={styles.locker}>{movedWords(t, file.movedTo)}</span>
        </span>
      )}
      {file.lockedBy !== null && (
        <span
          className={styles.lock}
          title={t('files.place.lockedBy', { name: file.lockedBy.name })}
        >
          <Icon icon={Lock} size={12} />
          <span className={styles.locker} dir="auto">
            {file.lockedHere === true
              ? t('files.place.lockerYou')
              : file.lockedBy.name.split(' ')[0]}
          </span>
        </span>
      )}
    </>
  );
}

/** For the pointer; the keyboard has the menu of the row, whose list keeps the focus. */
function RestoreButton({ file }: { readonly file: FileRow }) {
  const { t } = useTranslation();
  const { restore } = useFileActs();
  const { roomId, name } = file;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('files.place.restoreNamed', { name })}
      title={t('files.menu.restore')}
      className={styles.restore}
      onClick={(event) => {
        event.stopPropagation();
        restore(roomId, [file]);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon icon={ArchiveRestore} size={12} />
      <span className={styles.restoreWord}>{t('files.menu.restore')}</span>
    </button>
  );
}

/** Leads to the details, which name both versions and list them. For the pointer, as above. */
function ConflictButton({
  file: { key, name, changedBy },
  conflict,
}: {
  readonly file: FileRow;
  readonly conflict: NonNullable<FileRow['conflict']>;
}) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { title, text } = conflictWords(t, conflict, changedBy);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('files.conflict.show', { name })}
      title={`${title}. ${text}`}
      className={styles.conflict}
      onClick={(event) => {
        event.stopPropagation();
        // The keys belong to the list.
        event.currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
        dispatch(filesSelected([key]));
        dispatch(detailsShown(true));
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon icon={GitFork} />
      <span className={styles.markWord}>{title}</span>
    </button>
  );
}

interface UploadSign {
  /** Null: it turns, and only while something happens. */
  readonly icon: LucideIcon | null;
  readonly bad?: boolean;
  readonly words: ParseKeys;
  /** Says where and how to go on. */
  readonly more?: ParseKeys;
  /** In the column that says when; why it waits says the sign beside the name. */
  readonly short?: ParseKeys;
}

const paused = { icon: CirclePause, more: 'files.place.upload_paused_more' } as const;
const failed = { icon: CircleAlert, bad: true, more: 'files.place.upload_failed_more' } as const;
const waiting = { icon: Clock, short: 'files.place.upload_waiting' } as const;
const uploadSigns: Readonly<Record<UploadState, UploadSign>> = {
  uploading: { icon: null, words: 'files.place.uploading' },
  copying: { icon: null, words: 'files.place.copying' },
  moving: { icon: null, words: 'files.place.moving' },
  paused: { ...paused, words: 'files.place.upload_paused' },
  copy_paused: { ...paused, words: 'files.place.upload_copy_paused' },
  move_paused: { ...paused, words: 'files.place.upload_move_paused' },
  failed: { ...failed, words: 'files.place.upload_failed' },
  copy_failed: { ...failed, words: 'files.place.upload_copy_failed' },
  move_failed: { ...failed, words: 'files.place.move_failed' },
  turn: { ...waiting, words: 'files.place.upload_turn' },
  directory: { ...waiting, words: 'files.place.upload_directory' },
  network: { ...waiting, words: 'files.place.upload_network' },
  rate_limit: { ...waiting, words: 'files.place.upload_rate_limit' },
  sign_in: { ...waiting, words: 'files.place.upload_sign_in' },
};

function UploadMark({ transferId }: { readonly transferId: string }) {
  const { t } = useTranslation();
  const { icon, bad, words, more } = uploadSigns[useUploadState(transferId)];
  const label = more === undefined ? t(words) : `${t(words)}. ${t(more)}`;
  if (icon === null) return <Spinner label={label} />;
  return <Mark icon={icon} label={label} className={bad === true ? styles.bad : undefined} />;
}

/** The mark of a row that is being moved, renamed or locked, until the server has done it; also in the tree. */
export function ActMark({ id }: { readonly id: string | null }) {
  const { t } = useTranslation();
  const state = useActState(id);
  if (state === null) return null;
  if (state === 'move_moving')
    return (
      <span className={styles.late}>
        <Spinner label={t('files.place.move_moving')} />
      </span>
    );
  const label = `${t(`files.place.${state}`)}. ${t(`files.place.${state}_more`)}`;
  return state.endsWith('_failed') ? (
    <Mark icon={CircleAlert} className={styles.bad} label={label} />
  ) : (
    <Mark icon={state === 'move_waiting' ? FolderClock : Clock} label={label} />
  );
}

/** For the column that says when. */
export function UploadWord({ transferId }: { readonly transferId: string }) {
  const { t } = useTranslation();
  const { words, short } = uploadSigns[useUploadState(transferId)];
  return t(short ?? words);
}

function DiskMark({ item }: { readonly item: DirectoryItem }) {
  const { t } = useTranslation();
  const { onDisk } = item;
  const words = onDiskWords(t, onDisk);
  if (words === null || onDisk.kept === 'no') return null;
  if (onDisk.state !== 'all') return <Mark icon={CloudOff} label={words} />;
  return onDisk.kept === 'kept' ? <Mark icon={Pin} label={words} small /> : null;
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly more?: string;
  readonly small?: boolean;
  readonly className?: string | undefined;
}

function Mark({ icon, label, more, small = false, className = styles.mark }: MarkProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={more === undefined ? label : `${label}. ${more}`}
      className={className}
    >
      <Icon icon={icon} size={small ? 12 : 16} />
      {more !== undefined && (
        <span aria-hidden="true" className={styles.markWord}>
          {label}
        </span>
      )}
    </span>
  );
}
