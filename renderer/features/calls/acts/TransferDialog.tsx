// The dialog of a transfer. The person chooses who the other side shall talk to: another person, or the other side of a second call.
import { Users } from 'lucide-react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { PeoplePicker, usePicking } from '../../people';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useCallsState } from '../context';
import styles from './TransferDialog.module.css';

export interface TransferDialogProps {
  readonly call: CallSnapshot;
  readonly onClose: () => void;
}

export function TransferDialog({ call, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { calls } = useCallsState();
  const picking = usePicking();
  const others = calls.filter((one) => one.callId !== call.callId && one.can.transfer);
  const transfer = (): void => {
    const [target] = picking.settle() ?? [];
    if (target === undefined) return;
    void center?.session(call.callId)?.transfer?.(target);
    onClose();
  };
  return (
    <Dialog
      title={t('calls.transfer.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button variant="primary" isDisabled={picking.isEmpty} onPress={transfer}>
            {t('calls.transfer.do')}
          </Button>
        </>
      }
    >
      <PeoplePicker label={t('calls.transfer.to', { name: call.name })} picking={picking} single />
      {others.length > 0 && (
        <section className={styles.others}>
          <h3 className={styles.head}>{t('calls.transfer.other', { name: call.name })}</h3>
          {others.map(({ callId, name }) => (
            <Button
              key={callId}
              icon={Users}
              onPress={() => {
                void center?.connectOthers(call.callId, callId);
                onClose();
              }}
            >
              {t('calls.transfer.with', { name })}
            </Button>
          ))}
        </section>
      )}
    </Dialog>
  );
}
