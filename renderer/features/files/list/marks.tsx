// What is not usual about a row, in small signs with words: uploading, locked, something wrong, something to know before opening.
import { CircleAlert, CloudOff, Lock, Pin, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryItem, FileRow } from '../../../../preload/contract/fileModels';
import { Badge } from '../../../ui/Badge';
import { Icon, type LucideIcon } from '../../../ui/Icon';
import { Spinner } from '../../../ui/Spinner';
import { onDiskWords, problemWords, warningWords } from '../words';
import styles from './List.module.css';

export function Marks({ item }: { readonly item: DirectoryItem }) {
  const { t } = useTranslation();
  const problem = item.problem === null ? null : problemWords(t, item.problem);
  return (
    <>
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
      {file.transferId !== null && file.entryId === null && (
        <Spinner label={t('files.place.uploading')} />
      )}
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
