// Files of a room into a folder: the same encrypted file is sent there again, no byte is uploaded.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import { useCall } from '#app/hooks';
import { newRequestId } from '#app/requestId';
import filePanels from '#contract/locales/filePanels.en.json';
import { addWords } from '#app/i18n';
import { useToasts } from '#ui/overlays/Toasts';
import { DirectoryPicker } from './DirectoryPicker';

/** A file of a message; without `part` all that the message has, or the one with this handle. */
interface SentFile {
  readonly eventId: string;
  readonly part: number | null;
  readonly handle?: string;
}

addWords(filePanels);

export interface SaveToDirectoryProps {
  readonly roomId: string;
  readonly files: readonly SentFile[];
  /** How many files these are. */
  readonly count: number;
  /** Name of the first. */
  readonly name: string;
  /** They are on their way into the folder. */
  readonly onSaved?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks it for files that were found in one room. */
export function SaveFound({
  files,
  onClose,
}: {
  readonly files: readonly FoundFile[];
  readonly onClose: () => void;
}) {
  const [first] = files;
  if (first === undefined) return null;
  const sent = files.map(({ eventId, part }) => ({
    eventId: part?.eventId ?? eventId,
    part: part?.at ?? null,
  }));
  const { roomId, name } = first;
  return <SaveToDirectory {...{ roomId, name, onClose }} files={sent} count={sent.length} />;
}

export function SaveToDirectory(props: SaveToDirectoryProps) {
  const { roomId, files, count, name, onSaved, onClose } = props;
  const { t } = useTranslation();
  const toasts = useToasts();
  const save = useCall('saveToDirectory');
  const [requestId] = useState(newRequestId);
  const run = async (toId: string, to: string) => {
    const result = await save.run({
      requestId,
      roomId,
      files: [...files],
      toId,
      // A file with the same name may be another one: nothing is replaced from here.
      clash: 'keep_both',
    });
    if (!result.ok) return;
    toasts.show({ text: t('filePanels.saveTo.started', { count, name: to }) });
    onSaved?.();
    onClose();
  };
  return (
    <DirectoryPicker
      title={
        count === 1
          ? t('filePanels.saveTo.titleNamed', { name })
          : t('filePanels.saveTo.title', { count })
      }
      confirmLabel={t('filePanels.saveTo.here')}
      pending={save.pending}
      error={save.error}
      onPick={(toId, to) => void run(toId, to)}
      onClose={onClose}
    />
  );
}
