// What this computer holds of a room, asked of the server again: for whoever sees something else than the others do.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import styles from './RoomSettings.module.css';

interface Loaded {
  readonly mended: number;
  readonly added: number;
}

function said({ mended, added }: Loaded): 'reloadedSame' | 'reloadedState' | 'reloadedMessages' {
  if (mended > 0) return 'reloadedState';
  return added > 0 ? 'reloadedMessages' : 'reloadedSame';
}

export function ReloadPart({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const { run, pending, error } = useCall('reloadRoom');
  const [loaded, setLoaded] = useState<Loaded | null>(null);
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
          t(`roomSettings.${said(loaded)}`, {
            count: loaded.mended > 0 ? loaded.mended : loaded.added,
          })}
      </p>
      <AppErrorNote error={error} />
    </section>
  );
}
