// The preview of the Files place: the files of the open directory, one after the other. One that somebody deletes stays, and says so, until one
// goes on.
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useValue } from '#app/hooks';
import type { FileAt } from '#app/places/filesPlace';
import { useNow } from '#app/useNow';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatFull } from '#ui/text/time';
import type { PreviewDialogProps } from '../slots';
import { changedWords, goneWords } from '../words';
import { Preview } from './Preview';
import { viewOf } from './previewed';
import styles from './Preview.module.css';

export function PreviewDialog({ file, files, onMove, onClose }: PreviewDialogProps) {
  const found = files.findIndex((one) => isAt(one, file));
  // A file of another directory, or one that the list does not hold any more.
  const { value } = useValue('file', found < 0 ? file : null);
  const lost = useLost(files, found, file);
  if (found < 0 && lost === null) {
    const row = value?.file;
    if (row === undefined) return null;
    return <Preview items={[row]} index={0} onIndex={() => undefined} onClose={onClose} />;
  }
  const items = lost === null ? files : files.toSpliced(lost.index, 0, lost.row);
  const isGone = lost !== null && (value === null || value?.file.deleted === true);
  return (
    <Preview
      items={items}
      index={lost?.index ?? found}
      onIndex={(to) => {
        const next = items[to];
        if (next !== undefined && next.entryId !== null)
          onMove({ roomId: next.roomId, entryId: next.entryId });
      }}
      onClose={onClose}
      origin={(at) => <ChangedBy file={items[at]} />}
      about={(at) =>
        isGone && at === lost.index ? (
          <Gone name={lost.row.name} file={value?.file ?? null} />
        ) : (
          <Changed file={items[at]} />
        )
      }
    />
  );
}

const isAt = (one: FileRow, { roomId, entryId }: FileAt): boolean =>
  one.entryId === entryId && one.roomId === roomId;

interface Lost {
  readonly row: FileRow;
  /** Its place among the files that are left. */
  readonly index: number;
}

/** The file that was in the list while it was shown here, and is in it no more; null while it is there. */
function useLost(files: readonly FileRow[], found: number, file: FileAt): Lost | null {
  const last = useRef<{ readonly files: readonly FileRow[]; readonly at: number } | null>(null);
  useEffect(() => {
    if (found >= 0) last.current = { files, at: found };
  }, [files, found]);
  const row = last.current?.files[last.current.at];
  if (found >= 0 || last.current === null || row === undefined || !isAt(row, file)) return null;
  const places = new Map(files.map(({ key }, index) => [key, index]));
  const next = last.current.files.slice(last.current.at + 1).find(({ key }) => places.has(key));
  return { row, index: places.get(next?.key ?? '') ?? files.length };
}

/** In place of the last change. */
function Gone({ name, file }: { readonly name: string; readonly file: FileRow | null }) {
  const { t } = useTranslation();
  return (
    <span role="alert" className={styles.gone}>
      <Icon icon={Trash2} />
      {goneWords(t, name, file)}
    </span>
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
      <Name>{file.changedBy.name}</Name> · {when}
    </span>
  );
}
