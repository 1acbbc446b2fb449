// The question before a call that would end the part in another one.
import { useValue } from '#app/hooks';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { firstName } from '#ui/text/firstName';
import { useCallsState } from '../context';
import type { LeaveFirst as Question } from '../beginning';

export function LeaveFirst() {
  const { leaveFirst = null } = useCallsState();
  return leaveFirst !== null && <Asking {...leaveFirst} />;
}

function Asking({ name, act, roomId, other, answer }: Question) {
  const { t } = useTranslation();
  const { value: room } = useValue('room', { roomId });
  const isPerson = other !== null || (room?.directUserId ?? null) !== null;
  const whole = other ?? room?.name ?? null;
  const then = whole !== null && isPerson ? firstName(whole) : whole;
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
            {then === null
              ? t('calls.leaveFirst.confirm')
              : t(`calls.leaveFirst.${act}`, { name: then })}
          </Button>
        </>
      }
    >
      {t('calls.leaveFirst.text')}
    </Dialog>
  );
}
