// The panel of the sign-in screen in which a device that is signed in signs this one in.
import { useEffect } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { LinkStart } from './LinkStart';
import { LinkView } from './LinkView';
import { useLink } from './useLink';
import styles from './Linking.module.css';

export interface LinkPanelProps {
  /** Undefined: devices cannot meet at the server that was typed. */
  readonly server: string | undefined;
  readonly onBack: () => void;
  readonly onStart: (() => void) | undefined;
}

export function LinkPanel({ server, onBack, onStart }: LinkPanelProps) {
  const { t } = useTranslation();
  const link = useLink();
  const { state } = link;
  const goesOn = state.state !== 'idle' && state.state !== 'failed';
  useEffect(() => {
    if (goesOn) onStart?.();
    // Only that it goes on is news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [goesOn]);
  return (
    <section className={styles.panel} aria-labelledby="linking" data-alone>
      <h1 id="linking" className={styles.title}>
        {t('linking.title')}
      </h1>
      {state.state === 'idle' ? (
        <>
          <LinkStart link={link} server={server} text={t('linking.intro')} />
          <Button wide onPress={onBack}>
            {t('linking.cancel')}
          </Button>
        </>
      ) : (
        <LinkView
          {...{ state, own: false, pending: link.pending }}
          onCheck={link.check}
          onOpenAgain={link.openAgain}
          onEnd={link.end}
        />
      )}
    </section>
  );
}
