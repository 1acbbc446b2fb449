// Files of a room into a folder: the same encrypted file is sent there again, no byte is uploaded.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import { useCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import { useToasts } from '#ui/overlays/Toasts';
import { DirectoryPicker } from './DirectoryPicker';

export interface SaveToDirectoryProps {
  /** Files of one room. */
  readonly files: readonly FoundFile[];
  readonly onClose: () => void;
}

export function SaveToDirectory({ files, onClose }: SaveToDirectoryProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const save = useCall('saveToDirectory');
  const [requestId] = useState(newRequestId);
  const [first] = files;
  if (first === undefined) return null;
  const run = async (toId: string, name: string) => {
    const result = await save.run({
      requestId,
      roomId: first.roomId,
      files: files.map(({ eventId, part }) => ({
        eventId: part?.eventId ?? eventId,
        part: part?.at ?? null,
      })),
      toId,
      // A file with the same name may be another one: nothing is replaced from here.
      clash: 'keep_both',
    });
    if (!result.ok) return;
    toasts.show({ text: t('filePanels.saveTo.started', { count: files.length, name }) });
    onClose();
  };
  return (
    <DirectoryPicker
      title={
        files.length === 1
          ? t('filePanels.saveTo.titleNamed', { name: first.name })
          : t('filePanels.saveTo.title', { count: files.length })
      }
      confirmLabel={t('filePanels.saveTo.here')}
      pending={save.pending}
      error={save.error}
      onPick={(toId, name) => void run(toId, name)}
      onClose={onClose}
    />
  );
}
