// The part of the stage that replaces a call's controls: the acts after it ended, and the choice after it was answered without a
// microphone. The stage shows the reason. It takes the focus when the focused control disappears.
import { Phone, Video } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { AcceptIdentity } from '../acts/laterAcceptIdentity';
import { useVerifyIn } from '../acts/useVerifyPerson';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useCallsState, useSession } from '../context';
import { useDevices } from '../devices/useDevices';
import { isOfMicrophone } from './problemWords';
import styles from './CallStage.module.css';

interface CallEndProps {
  readonly call: CallSnapshot;
}

/** Calling again would fail, because only verified people may call: the other side is verified first. */
const isUnverified = ({ problem }: CallSnapshot): boolean =>
  problem === 'only_verified' || problem === 'not_verified';

interface WaysProps {
  /** The last way is not to be taken unawares. */
  readonly careful?: boolean;
  readonly children: ReactNode;
}

function Ways({ careful = false, children }: WaysProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusIfLost(place, careful ? 'button' : 'button:last-of-type');
  return (
    <div ref={place} className={styles.end}>
      {children}
    </div>
  );
}

/** The stage of a call that is over closes when somebody goes elsewhere: they come back to the chat, beside the card of the call. */
function useLeftBehind(callId: string): void {
  const center = useCallCenter();
  const { openCallId } = useCallsState();
  const open = useRef(openCallId);
  useEffect(() => {
    open.current = openCallId;
  }, [openCallId]);
  useEffect(
    () => () => {
      if (open.current === callId) center?.open(null);
    },
    [center, callId],
  );
}

export function CallEnd({ call }: CallEndProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  useLeftBehind(call.callId);
  const again = useAgain(call);
  const { callId, problem, direction, media } = call;
  const cannotSpeak = useDevices(callId).hasMicrophone === false;
  if (problem === null) return null;
  const held = problem === 'identity_changed' ? call.userId : null;
  // Then the acts that need no microphone come first, and those that need one are not offered.
  const listens = cannotSpeak || (direction === 'out' && isOfMicrophone(problem));
  return (
    <Ways careful={held !== null}>
      {cannotSpeak && !isOfMicrophone(problem) && (
        <p className={styles.note}>{t('calls.problem.no_microphone.what')}</p>
      )}
      <Button onPress={() => center?.dismiss(callId)}>
        {/* The chat stands below the stage, and its field takes the focus. */}
        {t(problem === 'declined' ? 'calls.write' : 'calls.close')}
      </Button>
      {held !== null ? (
        <AcceptIdentity
          {...{ userId: held, roomId: call.roomId, act: 'call' }}
          onAccepted={() => again(media === 'video' && !cannotSpeak, cannotSpeak)}
        />
      ) : isUnverified(call) ? (
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
      {listens && held === null && !isUnverified(call) && (
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

/** The button says which devices it will open, so that nobody is seen unawares. */
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

/** The act on the card of an unanswered call; the other acts are on the stage. */
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

/** Offers nothing if the other side has no identity to verify: such a person cannot be called at all. */
function VerifyFirst({ call, onCall }: VerifyFirstProps) {
  const { t } = useTranslation();
  const { verify, pending } = useVerifyIn();
  const { userId, roomId, media } = call;
  const { value } = useValue('identityTrust', userId === null ? null : { userId });
  if (userId === null || value === undefined || value.trust === 'none') return null;
  if (value.trust === 'verified') return <AgainButton video={media === 'video'} onPress={onCall} />;
  return (
    <Button variant="primary" pending={pending} onPress={() => void verify({ userId, roomId })}>
      {t('calls.verify')}
    </Button>
  );
}

/** The call rings on at the other side until one of these buttons is pressed. */
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
