// The row above the first message, if the server refuses to give out older ones.
import type { ReactNode } from 'react';
import words from '#contract/locales/older.en.json';
import { addWords } from '#app/i18n';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import styles from './Dividers.module.css';

addWords(words);

export function OlderRefused({ onAskAgain }: { readonly onAskAgain: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.gap}>
      <span role="status">{t('older.refused')}</span>
      <Button size="s" onPress={onAskAgain}>
        {t('app.retry')}
      </Button>
    </div>
  );
}
