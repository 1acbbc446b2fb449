// A guest becomes an account: a password, and whatever the server asks for. The dialog goes with the bar when there is an account.
import { useTranslation } from '#app/words';
import login from '#contract/locales/login.en.json';
import { addWords } from '#app/i18n';
import { Dialog } from '#ui/overlays/Dialog';
import { RegisterPanel } from '../register/RegisterPanel';
import { useAccountWords } from '../words';
import styles from './Guest.module.css';

addWords(login);

export interface BecomeAccountProps {
  readonly userId: string;
  readonly server: string;
  readonly onClose: () => void;
}

const nothing = (): void => undefined;

export function BecomeAccount({ userId, server, onClose }: BecomeAccountProps) {
  const { t } = useTranslation();
  useAccountWords();
  return (
    <Dialog title={t('guest.title')} isOpen onClose={onClose}>
      <p className={styles.text}>{t('guest.keeps')}</p>
      <RegisterPanel server={server} guest={userId} onBack={onClose} onStart={nothing} />
      <p className={styles.note}>{t('guest.cannot')}</p>
    </Dialog>
  );
}
