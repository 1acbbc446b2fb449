// Fetches the state and the members of a room from the server again, for people who see something else than others do.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import styles from './RoomSettings.module.css';

export function ReloadPart({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('reloadRoom');
  const [loaded, setLoaded] = useState<{ readonly mended: number } | null>(null);
  const reload = async (): Promise<void> => {
    setLoaded(null);
    const answer = await run({ roomId });
    if (answer.ok) setLoaded(answer.output);
  };
  return (
    <section className={styles.part} aria-label={t('roomSettings.reload')}>
      <h3 className={styles.title}>{t('roomSettings.reload')}</h3>
      <p className={styles.meta}>{t('roomSettings.reloadText')}</p>
      <div>
        <Button pending={pending} onPress={() => void reload()}>
          {t('roomSettings.reloadDo')}
        </Button>
      </div>
      <p className={styles.meta} role="status">
        {loaded !== null &&
          t(`roomSettings.${loaded.mended > 0 ? 'reloadedState' : 'reloadedSame'}`, {
            count: loaded.mended,
          })}
      </p>
      <AppErrorNote error={error} />
    </section>
  );
}
