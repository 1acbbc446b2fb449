// The question before a first group call in a room where only some people may join one.
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';

export interface OpenCallDialogProps {
  /** They may start calls then, too. */
  readonly start: boolean;
  readonly onClose: () => void;
  /** `opens`: everybody may join from now on. */
  readonly onAnswer: (opens: boolean) => void;
}

export function OpenCallDialog({ start, onClose, onAnswer }: OpenCallDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t(`groupCalls.${start ? 'openStartTitle' : 'openTitle'}`)}
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="l"
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('app.cancel')}
          </Button>
          <Button onPress={() => onAnswer(false)}>{t('groupCalls.openNot')}</Button>
          <Button variant="primary" onPress={() => onAnswer(true)}>
            {t('groupCalls.openConfirm')}
          </Button>
        </>
      }
    >
      {t('groupCalls.openText')}
    </Dialog>
  );
}
