// The preview of the Files place: the files of the open directory, one after the other.
import { useTranslation } from '#app/words';
import type { FileRow } from '#contract/areas/files/filesModels';
import { useValue } from '#app/hooks';
import { useNow } from '#app/useNow';
import { Name } from '#ui/text/Name';
import { formatFull } from '#ui/text/time';
import type { PreviewDialogProps } from '../slots';
import { changedWords } from '../words';
import { Preview } from './Preview';

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
      about={(at) => <Changed file={files[at]} />}
    />
  );
}

/** The last change: person and time. */
function Changed({ file }: { readonly file: FileRow | undefined }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (file === undefined || file.changedBy === null) return null;
  const when = changedWords(t, file.changedMs, now, i18n.language);
  return (
    <span title={formatFull(file.changedMs, i18n.language)}>
      <Name>{file.changedBy.name}</Name>, {when}
    </span>
  );
}
