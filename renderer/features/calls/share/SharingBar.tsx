// While our screen is shared: what, how, and the ways to pause, change and stop it.
import { MonitorUp, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import type { ShareActs, Sharing } from '../callTypes';
import { SharePicker } from './laterSharePicker';
import styles from './SharingBar.module.css';

export interface SharingBarProps {
  readonly sharing: Sharing;
  readonly acts: ShareActs | null;
  /** The call is on hold, so that nobody sees it. */
  readonly held: boolean;
}

export function SharingBar({ sharing, acts, held }: SharingBarProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  // The bar closes when the sharing ends, and returns the focus.
  useFocusReturn();
  const { name, preset, audio, paused } = sharing;
  const state = held ? t('share.held') : t('share.sharing');
  return (
    <section className={styles.bar} aria-label={state}>
      <Icon icon={MonitorUp} />
      <span className={styles.words}>
        <b className={held ? undefined : styles.state}>
          {paused && !held ? t('share.paused') : state}
        </b>{' '}
        {!held && <Name cut>{name}</Name>}
        {!held && (
          <span className={styles.how}>
            {preset === 'text' ? t('share.tunedForText') : t('share.tunedForMotion')}
            {audio && `, ${t('share.withSound')}`}
          </span>
        )}
      </span>
      {!held && (
        <>
          <Button size="s" icon={paused ? Play : Pause} onPress={() => acts?.pauseShare(!paused)}>
            {paused ? t('share.resume') : t('share.pause')}
          </Button>
          <Button size="s" onPress={() => setChoosing(true)}>
            {t('share.change')}
          </Button>
        </>
      )}
      <Button size="s" variant="danger" onPress={() => void acts?.stopShare()}>
        {t('share.stop')}
      </Button>
      {choosing && (
        <SharePicker
          onClose={() => setChoosing(false)}
          onShare={async (choice) => (await acts?.share(choice)) ?? false}
        />
      )}
    </section>
  );
}
