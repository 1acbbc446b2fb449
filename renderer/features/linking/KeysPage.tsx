// The page after a sign-in by another device, until its keys have come or cannot come any more.
import { useTranslation } from '#app/words';
import linking from '#contract/locales/linking.en.json';
import type { Linking } from '#contract/areas/account/linking';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { SoloPage } from '#ui/layout/SoloPage';
import { Waiting } from '#ui/layout/Spinner';
import styles from './Linking.module.css';

addWords(linking);

export function KeysPage({ state }: { readonly state: Linking['state'] }) {
  const { t } = useTranslation();
  const ending = useCall('endLink');
  return (
    <SoloPage>
      <div className={styles.card}>
        {state === 'failed' ? (
          <p role="alert">{t('linking.reason.keys_missing')}</p>
        ) : (
          <Waiting label={t('linking.finishing')} />
        )}
        <Button wide pending={ending.pending} onPress={() => void ending.run({})}>
          {t('linking.goOn')}
        </Button>
      </div>
    </SoloPage>
  );
}
