// A message as it stands in the store: decrypted, and as it came.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { SkeletonRows } from '#ui/layout/Spinner';
import { useToasts } from '#ui/overlays/Toasts';
import { useAnswer } from './useAnswer';
import type { MessageDialogProps } from './useMessageDialogs';
import styles from './MessageDialogs.module.css';

export function SourceDialog({ roomId, eventId, onClose }: MessageDialogProps): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('messageSource', { roomId, eventId });
  const source = answer?.ok === true ? answer.output : null;
  return (
    <Dialog
      title={t('timeline.source.title')}
      isOpen
      onClose={onClose}
      width="xl"
      actions={
        <>
          {source?.decrypted != null && <ForgetKey roomId={roomId} eventId={eventId} />}
          <Button onPress={onClose}>{t('app.close')}</Button>
        </>
      }
    >
      {answer === null && <SkeletonRows count={4} label={t('timeline.source.loading')} />}
      {answer?.ok === false && <AppErrorNote error={answer.error} />}
      {source !== null && (
        <div className={styles.parts}>
          {source.decrypted !== null && (
            <Part title={t('timeline.source.decrypted')} json={source.decrypted} />
          )}
          <Part title={t('timeline.source.raw')} json={source.raw} />
        </div>
      )}
    </Dialog>
  );
}

/** Takes the message's key out of the backup; this device keeps it. Nothing where no backup is in use. */
function ForgetKey({ roomId, eventId }: Omit<MessageDialogProps, 'onClose'>): ReactNode {
  const { t } = useTranslation();
  const { value: encryption } = useValue('encryption', {});
  const { run, pending, error } = useCall('forgetBackedUpKeys');
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const forget = async (): Promise<void> => {
    if (!(await run({ roomId, eventId })).ok) return;
    toasts.show({ text: t('timeline.source.forgotten') });
    setAsking(false);
  };
  if (encryption?.backupEnabled !== true) return null;
  return (
    <>
      <Button variant="textDanger" onPress={() => setAsking(true)}>
        {t('timeline.source.forget')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('timeline.source.forgetTitle')}
          isOpen
          onClose={() => setAsking(false)}
          confirmLabel={t('timeline.source.forgetDo')}
          cancelLabel={t('app.cancel')}
          danger
          pending={pending}
          onConfirm={() => void forget()}
        >
          <p>{t('timeline.source.forgetText')}</p>
          <AppErrorNote error={error} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Part({ title, json }: { readonly title: string; readonly json: string }): ReactNode {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = async (): Promise<void> => {
    if (await copyText(json)) toasts.show({ text: t('timeline.source.copied') });
  };
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        <Button size="s" onPress={() => void copy()}>
          {t('timeline.source.copy')}
        </Button>
      </div>
      <pre className={styles.json} dir="ltr" tabIndex={0} aria-label={title}>
        {json}
      </pre>
    </section>
  );
}
