// Where older messages would stand that the server does not give out.
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
