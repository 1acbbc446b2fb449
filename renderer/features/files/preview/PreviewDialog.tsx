// The preview of the Files place: the files of the open directory, one after the other.
import { useTranslation } from '#app/words';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useValue } from '#app/hooks';
import { useNow } from '#app/useNow';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatFull } from '#ui/text/time';
import type { PreviewDialogProps } from '../slots';
import { changedWords } from '../words';
import { Preview } from './Preview';
import { viewOf } from './previewed';
import styles from './Preview.module.css';

export function PreviewDialog({ file, files, onMove, onClose }: PreviewDialogProps) {
  const index = files.findIndex(
    (one) => one.entryId === file.entryId && one.roomId === file.roomId,
  );
  // A file of another directory, or one that the list does not hold any more.
  const { value } = useValue('file', index < 0 ? file : null);
  if (index < 0) {
    const row = value?.file;
    if (row === undefined) return null;
    return <Preview items={[row]} index={0} onIndex={() => undefined} onClose={onClose} />;
  }
  return (
    <Preview
      items={files}
      index={index}
      onIndex={(to) => {
        const next = files[to];
        if (next !== undefined && next.entryId !== null)
          onMove({ roomId: next.roomId, entryId: next.entryId });
      }}
      onClose={onClose}
      origin={(at) => <ChangedBy file={files[at]} />}
      about={(at) => <Changed file={files[at]} />}
    />
  );
}

interface ChangedProps {
  readonly file: FileRow | undefined;
}

/** The last change in words, on the card of a file that is not shown: one has to know whose it is before it is opened. */
function ChangedBy({ file }: ChangedProps) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (file === undefined || file.changedBy === null) return null;
  const when = changedWords(t, file.changedMs, now, i18n.language);
  const name = isolate(file.changedBy.name);
  return (
    <span className={styles.meta} title={formatFull(file.changedMs, i18n.language)}>
      {t('filePanels.preview.changedBy', { name, when })}
    </span>
  );
}

/** The last change: person and time. A card says it itself. */
function Changed({ file }: ChangedProps) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (file === undefined || file.changedBy === null || viewOf(file) === 'card') return null;
  const when = changedWords(t, file.changedMs, now, i18n.language);
  return (
    <span title={formatFull(file.changedMs, i18n.language)}>
      <Name>{file.changedBy.name}</Name>, {when}
    </span>
  );
}
