// What stands in place of a call's controls: the way on where it ended, and the choice where it was answered without a microphone. Why stands on
// the stage. The focus comes here when what had it went with the controls.
import { Phone, Video } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { useVerify } from '../../verification';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useSession } from '../context';
import { useDevices } from '../devices/useDevices';
import { isOfMicrophone } from './problemWords';
import styles from './CallStage.module.css';

interface CallEndProps {
  readonly call: CallSnapshot;
}

/** Where only verified people are talked to, to call again would fail: they are verified first. */
const isUnverified = ({ problem }: CallSnapshot): boolean =>
  problem === 'only_verified' || problem === 'not_verified';

function Ways({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusIfLost(place, 'button:last-of-type');
  return (
    <div ref={place} className={styles.end}>
      {children}
    </div>
  );
}

export function CallEnd({ call }: CallEndProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const again = useAgain(call);
  const { callId, problem, direction, media } = call;
  const cannotSpeak = useDevices(callId).hasMicrophone === false;
  if (problem === null) return null;
  // What one can do without a microphone comes first then, and what one cannot is not offered.
  const listens = cannotSpeak || (direction === 'out' && isOfMicrophone(problem));
  return (
    <Ways>
      {cannotSpeak && !isOfMicrophone(problem) && (
        <p className={styles.note}>{t('calls.problem.no_microphone.what')}</p>
      )}
      <Button onPress={() => center?.dismiss(callId)}>
        {/* The chat stands below the stage, and its field takes the focus. */}
        {t(problem === 'declined' ? 'calls.write' : 'calls.close')}
      </Button>
      {isUnverified(call) ? (
        <VerifyFirst call={call} onCall={() => again(media === 'video', false)} />
      ) : (
        !cannotSpeak && (
          <AgainButton
            video={media === 'video'}
            primary={!listens}
            onPress={() => again(media === 'video', false)}
          />
        )
      )}
      {listens && !isUnverified(call) && (
        <Button variant="primary" onPress={() => again(false, true)}>
          {t('groupCalls.withoutMicrophone')}
        </Button>
      )}
    </Ways>
  );
}

interface AgainButtonProps {
  readonly video: boolean;
  readonly primary?: boolean;
  readonly size?: 's' | 'm';
  readonly onPress: () => void;
}

/** Says what it will open: nobody is seen unawares. */
function AgainButton({ video, primary = true, size = 'm', onPress }: AgainButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      size={size}
      variant={primary ? 'primary' : 'secondary'}
      icon={video ? Video : Phone}
      onPress={onPress}
    >
      {t(video ? 'calls.callAgainVideo' : 'calls.callAgainVoice')}
    </Button>
  );
}

function useAgain({ callId, roomId }: CallSnapshot) {
  const center = useCallCenter();
  return (video: boolean, listening: boolean): void => {
    center?.dismiss(callId);
    void center?.place(roomId, video, listening);
  };
}

/** On the card of a call that nobody took; the rest of what leads on is on the stage. */
export function CallAgain({ call }: CallEndProps) {
  const { t } = useTranslation();
  const again = useAgain(call);
  const { callId, problem, media, direction } = call;
  const cannotSpeak = useDevices(callId).hasMicrophone === false;
  if (direction !== 'out' || (problem !== 'declined' && problem !== 'no_answer')) return null;
  if (!cannotSpeak)
    return (
      <AgainButton
        size="s"
        video={media === 'video'}
        onPress={() => again(media === 'video', false)}
      />
    );
  return (
    <Button size="s" variant="primary" onPress={() => again(false, true)}>
      {t('groupCalls.withoutMicrophone')}
    </Button>
  );
}

interface VerifyFirstProps extends CallEndProps {
  readonly onCall: () => void;
}

/** Whoever has nothing to be verified by cannot be called at all. */
function VerifyFirst({ call, onCall }: VerifyFirstProps) {
  const { t } = useTranslation();
  const { verify, pending } = useVerify();
  const { userId, roomId, media } = call;
  const { value } = useValue('identityTrust', userId === null ? null : { userId });
  if (userId === null || value === undefined || value.trust === 'none') return null;
  if (value.trust === 'verified') return <AgainButton video={media === 'video'} onPress={onCall} />;
  return (
    <Button
      variant="primary"
      pending={pending}
      onPress={() => void verify({ own: false, userId, roomId })}
    >
      {t('calls.verify')}
    </Button>
  );
}

/** It rings on at the other side until one of these is pressed. */
export function CallChoice({ call }: CallEndProps) {
  const { t } = useTranslation();
  const session = useSession(call.callId);
  return (
    <Ways>
      <Button variant="danger" onPress={() => session?.hangUp()}>
        {t('calls.decline')}
      </Button>
      <Button onPress={() => void session?.answerAgain?.(false)}>{t('calls.tryAgain')}</Button>
      <Button variant="primary" onPress={() => void session?.answerAgain?.(true)}>
        {t('groupCalls.withoutMicrophone')}
      </Button>
    </Ways>
  );
}
