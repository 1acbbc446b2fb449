// The ways on from a call that somebody's changed identity holds back: it is accepted, or verified again where it was verified before.
import { useTranslation } from '#app/words';
import { errorText } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import type { Accepting } from '../callTypes';
import { useVerifyIn } from './useVerifyPerson';

export interface AcceptIdentityProps extends Pick<Accepting, 'userId' | 'roomId' | 'act'> {
  readonly size?: 's' | 'm';
  readonly onAccepted: () => void;
  /** The verification begins, which has a card of its own. */
  readonly onVerify?: () => void;
}

export function AcceptIdentity({
  userId,
  roomId,
  act,
  size = 'm',
  onAccepted,
  onVerify,
}: AcceptIdentityProps) {
  const { t } = useTranslation();
  const accepting = useCall('acceptIdentity');
  const { verify, pending } = useVerifyIn();
  const { value } = useValue('identityTrust', { userId });
  return (
    <>
      {accepting.error !== null && <span role="alert">{errorText(t, accepting.error)}</span>}
      {value?.trust === 'changed' && (
        <Button
          size={size}
          pending={pending}
          onPress={() => {
            onVerify?.();
            void verify({ userId, roomId });
          }}
        >
          {t('calls.verify')}
        </Button>
      )}
      <Button
        size={size}
        variant="primary"
        pending={accepting.pending}
        onPress={() =>
          void accepting.run({ userId }).then(({ ok }) => {
            if (ok) onAccepted();
          })
        }
      >
        {t(`calls.accept.${act}`)}
      </Button>
    </>
  );
}
