// The bar of a guest account: says that the person is a guest, leads to rooms for guests and to a full account, and says when the guest
// account has ended.
import { UserRound, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { Session } from '#contract/areas/account/accountModels';
import guest from '#contract/locales/guest.en.json';
import { addWords } from '#app/i18n';
import { newChatOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { BecomeAccount } from './BecomeAccount';
import styles from './Guest.module.css';

addWords(guest);

export interface GuestBarProps {
  readonly session: Session;
  readonly onAddAccount: () => void;
}

export function GuestBar({ session, onAddAccount }: GuestBarProps) {
  return session.state === 'expired' ? (
    <Ended onGoOn={onAddAccount} />
  ) : (
    <Visiting session={session} />
  );
}

/**
 * Shown once the session of a guest has ended. The next guest account is a new user for the server, so it gets a profile of its own beside
 * the messages of this one.
 */
function Ended({ onGoOn }: { readonly onGoOn: () => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('guest.barLabel')} className={styles.bar} data-tone="warning">
      <Icon icon={UserRoundX} />
      <span role="status" className={styles.words}>
        {t('guest.ended')}
      </span>
      <Button size="s" onPress={onGoOn}>
        {t('guest.goOn')}
      </Button>
    </section>
  );
}

function Visiting({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t('guest.barLabel')} className={styles.bar}>
      <Icon icon={UserRound} />
      <span className={styles.words}>{t('guest.bar')}</span>
      <Button size="s" variant="text" onPress={() => dispatch(newChatOpened(true))}>
        {t('guest.rooms')}
      </Button>
      <Button size="s" onPress={() => setOpen(true)}>
        {t('guest.become')}
      </Button>
      {open && (
        <BecomeAccount
          userId={session.userId ?? ''}
          server={session.baseUrl ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
