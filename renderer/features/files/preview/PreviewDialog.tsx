// The preview of the Files place: the files of the open directory, one after the other.
import { useValue } from '#app/hooks';
import type { PreviewDialogProps } from '../slots';
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
    />
  );
}
