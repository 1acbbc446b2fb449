// A question about a folder, while this account is in it. When somebody takes the folder away meanwhile, the words for that stand in its place:
// no button has the focus there, so that a key which was meant for the question presses none.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { departureWords } from '#app/departureWords';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';

export interface WhileThereProps {
  /** Null: the question is about none. */
  readonly roomId: string | null;
  /** The question takes this account out of the folder itself. */
  readonly leaves?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function WhileThere({ roomId, leaves = false, onClose, children }: WhileThereProps) {
  const { t } = useTranslation();
  const { value: directory } = useValue('directory', roomId === null ? null : { roomId });
  const departure = directory?.departure;
  if (directory === undefined || departure === undefined || (leaves && departure.how === 'left'))
    return children;
  const { reason } = departure;
  return (
    <Dialog
      title={departureWords(t, directory.name, departure)}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {reason !== undefined && <p>{t('files.empty.goneReason', { reason: isolate(reason) })}</p>}
      <p>{t('files.place.goneMeanwhile')}</p>
    </Dialog>
  );
}
