// The note on a video or sound that plays while it is downloaded: its hash was not checked yet.
import { ShieldQuestionMark } from 'lucide-react';
import { useTranslation } from '#app/words';
import players from '#contract/locales/players.en.json';
import { addWords } from '#app/i18n';
import { Icon } from '#ui/marks/Icon';
import styles from './Unchecked.module.css';

addWords(players);

export function Unchecked({ onPicture = false }: { readonly onPicture?: boolean }) {
  const { t } = useTranslation();
  return (
    <span
      className={onPicture ? styles.onPicture : styles.quiet}
      role="status"
      title={t('players.uncheckedMore')}
    >
      <Icon icon={ShieldQuestionMark} size={12} />
      {t('players.unchecked')}
    </span>
  );
}
