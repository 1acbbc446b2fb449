// What is not usual about a row, in small signs with words: uploading, locked, something wrong, something to know before opening.
import {
  CircleAlert,
  CirclePause,
  Clock,
  CloudOff,
  FolderClock,
  Lock,
  Pin,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryItem, FileRow } from '../../../../preload/contract/fileModels';
import { Badge } from '../../../ui/Badge';
import { Icon, type LucideIcon } from '../../../ui/Icon';
import { Spinner } from '../../../ui/Spinner';
import { pendingId, usePending } from '../acts/pending';
import { useActState, useUploadState } from '../uploads';
import { onDiskWords, problemWords, warningWords } from '../words';
import styles from './List.module.css';

export function Marks({ item }: { readonly item: DirectoryItem }) {
  const { t } = useTranslation();
  const problem = item.problem === null ? null : problemWords(t, item.problem);
  const pending = usePending(pendingId(item));
  return (
    <>
      {pending !== null && <Spinner label={t('files.place.working')} />}
      <ActMark id={pendingId(item)} />
      {problem !== null && (
        <Mark icon={CircleAlert} className={styles.bad} label={problem.title} more={problem.text} />
      )}
      {item.kind === 'file' && <FileMarks file={item} />}
      <DiskMark item={item} />
      {item.kind === 'directory' && item.dot && (
        <Badge kind="dot" label={t('files.place.newFiles')} />
      )}
    </>
  );
}

function FileMarks({ file }: { readonly file: FileRow }) {
  const { t } = useTranslation();
  const [warning] = file.warnings;
  const words = warning === undefined ? null : warningWords(t, warning);
  return (
    <>
      {file.transferId !== null && <UploadMark transferId={file.transferId} />}
      {words !== null && (
        <Mark icon={TriangleAlert} className={styles.warn} label={words.title} more={words.text} />
      )}
      {file.lockedBy !== null && (
        <span
          className={styles.lock}
          title={t('files.place.lockedBy', { name: file.lockedBy.name })}
        >
          <Icon icon={Lock} size={12} />
          <span className={styles.locker} dir="auto">
            {file.lockedBy.name.split(' ')[0]}
          </span>
        </span>
      )}
    </>
  );
}

/** Turns only while something happens. */
function UploadMark({ transferId }: { readonly transferId: string }) {
  const { t } = useTranslation();
  const state = useUploadState(transferId);
  switch (state) {
    case 'uploading':
    case 'copying':
      return <Spinner label={t(`files.place.${state}`)} />;
    case 'paused':
    case 'copy_paused': {
      const label = `${t(`files.place.upload_${state}`)}. ${t('files.place.upload_paused_more')}`;
      return <Mark icon={CirclePause} label={label} />;
    }
    case 'failed':
    case 'copy_failed': {
      const label = `${t(`files.place.upload_${state}`)}. ${t('files.place.upload_failed_more')}`;
      return <Mark icon={CircleAlert} className={styles.bad} label={label} />;
    }
    default:
      return <Mark icon={Clock} label={t(`files.place.upload_${state}`)} />;
  }
}

/** Of what leaves its place, or gets another name or lock, until that is so; also in the tree. */
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
  const state = useUploadState(transferId);
  switch (state) {
    case 'uploading':
    case 'copying':
      return t(`files.place.${state}`);
    case 'paused':
    case 'copy_paused':
    case 'failed':
    case 'copy_failed':
      return t(`files.place.upload_${state}`);
    default:
      // Why it waits says the sign beside the name.
      return t('files.place.upload_waiting');
  }
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
