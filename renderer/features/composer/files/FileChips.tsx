// The files that go with the next message, each with its picture or kind, its size and the way to take it out.
import { FileAudio, FileText, FileVideo, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import type { LucideIcon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { FileName } from '#ui/text/FileName';
import { formatSize } from '#ui/text/time';
import styles from '../Composer.module.css';
import type { PendingFile } from './sendFiles';

/** Larger pictures are not decoded just to be shown this small. */
const mostBytes = 30_000_000;

function iconOf(type: string): LucideIcon {
  if (type.startsWith('video/')) return FileVideo;
  return type.startsWith('audio/') ? FileAudio : FileText;
}

function Thumb({ file }: { readonly file: File }): ReactNode {
  const [url, setUrl] = useState<string | null>(null);
  const { type } = file;
  const isPicture = /^image\/(?!svg)/.test(type) && file.size <= mostBytes;
  useEffect(() => {
    if (!isPicture) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isPicture]);
  if (url === null)
    return (
      <span className={styles.kind}>
        <Icon icon={iconOf(type)} />
      </span>
    );
  return <img className={styles.thumb} src={url} alt="" onError={() => setUrl(null)} />;
}

interface FileChipsProps {
  readonly files: readonly PendingFile[];
  readonly onRemoveFile: (id: string) => void;
}

export function FileChips({ files, onRemoveFile }: FileChipsProps): ReactNode {
  const { t, i18n } = useTranslation();
  return (
    <ul className={styles.files} aria-label={t('composer.files')}>
      {files.map(({ id, name, sizeBytes, file }) => (
        <li key={id} className={styles.file}>
          <Thumb file={file} />
          <span className={styles.fileText}>
            <FileName>{name}</FileName>
            <span className={styles.meta}>{formatSize(sizeBytes, i18n.language)}</span>
          </span>
          <IconButton
            label={t('composer.removeFile', { name })}
            icon={X}
            size="s"
            onPress={() => onRemoveFile(id)}
          />
        </li>
      ))}
    </ul>
  );
}
