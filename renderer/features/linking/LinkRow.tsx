// The row among the devices in Settings that signs in another device.
import { Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import linking from '#contract/locales/linking.en.json';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { SettingRow } from '#ui/controls/SettingRow';
import { LinkStart } from './LinkStart';
import { LinkView } from './LinkView';
import { useLink } from './useLink';
import styles from './Linking.module.css';

addWords(linking);

type Can = 'yes' | 'no_server' | 'no_keys';

const textOf = {
  yes: 'linking.ownText',
  no_keys: 'linking.locked',
  no_server: 'linking.noServer',
} as const;

/** Renders nothing until it is known whether the server supports it. */
export function LinkRow() {
  const { t } = useTranslation();
  const link = useLink();
  const support = useCall('linkSupport');
  const [can, setCan] = useState<Can | null>(null);
  const [open, setOpen] = useState(false);
  const { run } = support;
  // Asks once when the section opens: `run` is a new function after each answer.
  useEffect(() => {
    void run({}).then((answer) => {
      if (answer.ok) setCan(answer.output.can);
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);
  const { state } = link;
  const shown = open || state.state !== 'idle';
  if (can === null && !shown) return null;
  const close = (): void => {
    setOpen(false);
    link.end();
  };
  return (
    <SettingRow title={t('linking.ownTitle')} text={t(textOf[can ?? 'yes'])}>
      {can === 'yes' && (
        <Button icon={Smartphone} onPress={() => setOpen(true)}>
          {t('linking.ownOffer')}
        </Button>
      )}
      {shown && (
        <Dialog title={t('linking.ownTitle')} isOpen onClose={close}>
          <div className={styles.panel}>
            {state.state === 'idle' ? (
              <LinkStart link={link} server={null} text={t('linking.ownIntro')} />
            ) : (
              <LinkView
                {...{ state, own: true, pending: link.pending }}
                onCheck={link.check}
                onOpenAgain={link.openAgain}
                onEnd={state.state === 'failed' ? link.end : close}
              />
            )}
            {(state.state === 'idle' || state.state === 'failed') && (
              <Button wide onPress={close}>
                {t(state.state === 'idle' ? 'linking.cancel' : 'linking.close')}
              </Button>
            )}
          </div>
        </Dialog>
      )}
    </SettingRow>
  );
}
