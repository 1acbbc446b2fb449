// The question before a call that would end the part in another one.
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { useCallsState } from '../context';

export function LeaveFirst() {
  const { t } = useTranslation();
  const { leaveFirst = null } = useCallsState();
  if (leaveFirst === null) return null;
  const { name, answer } = leaveFirst;
  return (
    <Dialog
      title={t('calls.leaveFirst.title', { name: isolate(name) })}
      isOpen
      onClose={() => answer(false)}
      role="alertdialog"
      actions={
        <>
          <Button onPress={() => answer(false)} autoFocus>
            {t('app.cancel')}
          </Button>
          <Button variant="primary" onPress={() => answer(true)}>
            {t('calls.leaveFirst.confirm')}
          </Button>
        </>
      }
    >
      {t('calls.leaveFirst.text')}
    </Dialog>
  );
}
