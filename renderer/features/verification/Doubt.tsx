// Says on the page why this device was not verified, where somebody may be between it and the other one.
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import verifying from '#contract/locales/verifying.en.json';
import { addWords } from '#app/i18n';
import { Icon } from '#ui/marks/Icon';
import { reasonOf } from './reasons';
import styles from './Verification.module.css';

addWords(verifying);

export function Doubt({ verification }: { readonly verification: Verification }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.doubt}>
      <span className={styles.trust} data-trust="changed">
        <Icon icon={ShieldAlert} size={20} />
      </span>
      <div>
        <p className={styles.title}>{t('verifying.ended')}</p>
        <p>{reasonOf(t, verification)}</p>
      </div>
    </div>
  );
}
