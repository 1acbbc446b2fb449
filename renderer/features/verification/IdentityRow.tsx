// Whether a person is verified, and the button that verifies them.
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { IdentityTrust } from '#contract/areas/encryption/verificationModels';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { useVerify } from './useVerify';
import styles from './Verification.module.css';

const icons: Readonly<Record<IdentityTrust, LucideIcon>> = {
  verified: ShieldCheck,
  unverified: ShieldQuestion,
  changed: ShieldAlert,
  none: ShieldQuestion,
};

export interface IdentityRowProps {
  readonly person: Person;
  /** The room for the request; null if there is no room with them. */
  readonly roomId: string | null;
  /** Called after the request was sent. */
  readonly onStarted: () => void;
}

export function IdentityRow({ person, roomId, onStarted }: IdentityRowProps) {
  const { t } = useTranslation();
  const { value } = useValue('identityTrust', { userId: person.userId });
  const { verify, pending } = useVerify();
  if (value === undefined) return null;
  const { trust } = value;
  const begin = async (): Promise<void> => {
    if (roomId === null) return;
    if (await verify({ own: false, userId: person.userId, roomId })) onStarted();
  };
  return (
    <div className={styles.identity}>
      <span className={styles.trust} data-trust={trust}>
        <Icon icon={icons[trust]} size={16} />
        {t(`verification.trust.${trust}`)}
      </span>
      {roomId !== null && trust !== 'verified' && trust !== 'none' && (
        <Button
          icon={ShieldCheck}
          pending={pending}
          aria-label={t('verification.verifyNamed', { name: isolate(person.name) })}
          onPress={() => void begin()}
        >
          {t('verification.verify')}
        </Button>
      )}
    </div>
  );
}
