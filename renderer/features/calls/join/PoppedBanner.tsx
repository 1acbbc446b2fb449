// The banner in the room of a call that has a window of its own; it leads to that window.
import { PictureInPicture2 } from 'lucide-react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import type { CallSnapshot } from '../callTypes';
import { useShowCall } from '../stage/useShowCall';
import styles from './GroupBanner.module.css';

export function PoppedBanner({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const show = useShowCall();
  const where = t('calls.ownWindow');
  return (
    <section className={styles.banner} aria-label={where}>
      <Icon icon={PictureInPicture2} className={styles.icon} />
      <span className={styles.words}>{where}</span>
      <Button size="s" onPress={() => show(call)}>
        {t('calls.toStage')}
      </Button>
    </section>
  );
}
