// The floating cards of calls while another place is shown: name, duration, microphone, hang-up, and the way back to the stage. Also shows
// why a call could not begin.
import { CircleAlert, Maximize2, PhoneOff, X } from 'lucide-react';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callKeys } from '#app/callKeys';
import { useAccount, useShellValue } from '#app/context';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { isOffline } from '#app/line/offline';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomInView } from '#app/places/inView';
import { newChatOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { Icon } from '#ui/marks/Icon';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { useVerifyIn } from '../../acts/useVerifyPerson';
import { AcceptIdentity } from '../../acts/laterAcceptIdentity';
import type { CallProblem, CallSnapshot } from '../../callTypes';
import type { CallsState } from '../../center';
import { CallAgain } from '../CallEnd';
import { CallWords } from '../CallWords';
import { useCallCenter, useCallsState, useSession, useShown } from '../../context';
import { Picture } from '../../pictures/Picture';
import { PopOutButton } from './PopOut';
import { usePopOut } from './popped';
import { Resume } from './Resume';
import { useLeaves } from './useLeaves';
import { accountName } from '../../ring/ringWords';
import { StopSharing } from '../../share/StopSharing';
import type { MicButtonProps } from '../MediaButtons';
import { useMicLook } from '../micLook';
import { problemWords } from '../problemWords';
import { cardWords, hangUpWords } from '../statusWords';
import { useCallTime } from '../useCallTime';
import { useShowCall } from '../useShowCall';
import styles from './FloatingCall.module.css';

export function FloatingCall() {
  const center = useCallCenter();
  const { calls, openCallId, failed, way = null } = useCallsState();
  const { isShown } = useShown();
  const stageRoom = useAppSelector(({ navigation }) => roomInView(navigation));
  const { popped } = usePopOut();
  // The message about the connection disappears when the connection is back.
  const isPast = !useAppSelector(isOffline) && failed === 'disconnected';
  const dismiss = useEffectEvent(() => center?.dismiss(null));
  useEffect(() => {
    if (isPast) dismiss();
  }, [isPast]);
  const floating = calls
    .filter(({ callId, state }) => callId !== popped?.callId || state === 'ended')
    .filter((call) => call.callId !== openCallId || call.roomId !== stageRoom || !isShown);
  if (floating.length === 0 && failed === null) return null;
  return (
    <>
      {failed !== null && <FailedCard failed={failed} way={way} />}
      {floating.map((call) => (
        <FloatingCard key={call.callId} call={call} />
      ))}
    </>
  );
}

interface FailedCardProps {
  readonly failed: CallProblem;
  readonly way: NonNullable<CallsState['way']> | null;
}

/** The card that says why a call could not begin. */
function FailedCard({ failed, way }: FailedCardProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { verify } = useVerifyIn();
  /** The stage takes the focus once it is open. */
  const leads = useRef(false);
  useFocusReturn(leads);
  const accept = way?.accept;
  const act = accept?.act ?? (way?.joins === true ? 'join' : 'call');
  const words = problemWords(t, failed, act === 'call' ? null : act, accept?.name ?? null);
  const listen = way?.listen;
  const person = way?.verify;
  const chat = way?.chat;
  const dispatch = useAppDispatch();
  const { isShown, show: showAccount } = useShown();
  const watch = useLeaves(failedMs, () => center?.dismiss(null));
  return (
    <div {...watch} data-part="" className={styles.card} role="alert">
      <span className={styles.mark}>
        <Icon icon={CircleAlert} />
      </span>
      <p className={styles.words}>
        <b>{words.what}</b> {words.remedy}
      </p>
      {listen !== undefined && (
        <Button
          size="s"
          onPress={() => {
            leads.current = true;
            listen();
          }}
        >
          {t('groupCalls.withoutMicrophone')}
        </Button>
      )}
      {person !== undefined && (
        <Button
          size="s"
          variant="primary"
          onPress={() => {
            center?.dismiss(null);
            void verify(person);
          }}
        >
          {t('calls.verify')}
        </Button>
      )}
      {accept !== undefined && (
        <AcceptIdentity
          key={accept.userId}
          {...accept}
          size="s"
          onAccepted={() => {
            leads.current = true;
            center?.dismiss(null);
            accept.again();
          }}
        />
      )}
      {chat !== undefined && (
        <Button
          size="s"
          variant="primary"
          onPress={() => {
            leads.current = true;
            center?.dismiss(null);
            if (!isShown) showAccount();
            dispatch(newChatOpened({ ...chat, ambiguous: false, avatar: null }));
          }}
        >
          {t('calls.transfer.chat')}
        </Button>
      )}
      <IconButton
        label={t('calls.close')}
        icon={X}
        onPress={() => {
          leads.current = false;
          center?.dismiss(null);
        }}
      />
    </div>
  );
}

/** Long enough to read both sentences twice. */
const failedMs = 15_000;
/** The card of an ended call has one sentence. */
const endedMs = 8_000;

/**
 * The ends that came from the other side and leave nothing to mend. What can still be done, such as calling again, stands in the chat and among
 * the calls as well.
 */
const settled: readonly (CallProblem | null)[] = [
  'declined',
  'no_answer',
  'busy',
  'handed_over',
  'other_no_microphone',
];

/** The picture of the active speaker, else of the first other participant: the screen, or the camera. */
function shownOf({ participants, activeSpeaker }: CallSnapshot) {
  const one =
    participants.find(({ key }) => key === activeSpeaker) ?? participants.find(({ own }) => !own);
  const picture = [one?.screen, one?.camera].find((each) => each?.muted === false);
  return one === undefined || picture == null ? null : { picture, name: one.name };
}

/** The name of the account that the call belongs to; null: it is on show. */
function useBesideName(): string | null {
  const { isShown } = useShown();
  const { accountId } = useAccount();
  const accounts = useShellValue('accounts')?.accounts ?? [];
  return isShown ? null : accountName(accounts, accountId);
}

function MuteButton({ muted, onPress }: MicButtonProps) {
  const { label, icon, why } = useMicLook(muted);
  const isGone = why !== undefined;
  return (
    <IconButton
      label={isGone ? `${label}. ${why}` : label}
      icon={icon}
      faded={isGone}
      shortcut={callKeys.mute.label}
      onPress={() => {
        if (!isGone) onPress();
      }}
    />
  );
}

function FloatingCard({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  // The card disappears with its call, and when the call moves to a window of its own.
  useFocusReturn();
  const center = useCallCenter();
  const show = useShowCall();
  const session = useSession(call.callId);
  const time = useCallTime(call.startedMs);
  const account = useBesideName();
  const { value: room } = useValue('room', call.can.many ? { roomId: call.roomId } : null);
  const { callId, roomId, name, can } = call;
  const isOver = call.state === 'ended' && settled.includes(call.problem);
  const watch = useLeaves(isOver ? endedMs : null, () => center?.dismiss(callId));
  const shown = call.state === 'ended' ? null : shownOf(call);
  return (
    <section
      {...watch}
      data-part=""
      className={styles.card}
      aria-label={can.many ? t('groupCalls.stage', { name }) : t('calls.callWith', { name })}
    >
      {shown !== null ? (
        <Picture
          stream={shown.picture.stream}
          label={t('calls.pictureOf', { name: shown.name })}
          className={clsx(styles.picture, call.sharing !== null && styles.small)}
        />
      ) : (
        <MediaAvatar
          id={call.userId ?? roomId}
          name={name}
          avatar={call.avatar ?? room?.avatar ?? null}
          size={40}
        />
      )}
      <CallWords
        name={name}
        status={cardWords(t, call, time)}
        beside={account === null ? null : t('callPlace.asAccount', { account })}
        className={styles.text}
      />
      {call.state === 'ended' && <CallAgain call={call} />}
      <IconButton
        label={can.many ? t('groupCalls.toCall') : t('calls.toStage')}
        icon={Maximize2}
        onPress={() => show(call)}
      />
      {call.state === 'ended' ? (
        <IconButton label={t('calls.close')} icon={X} onPress={() => center?.dismiss(callId)} />
      ) : (
        <>
          <Resume call={call} />
          {call.sharing === null && call.unanswered === null && <PopOutButton callId={callId} />}
          <StopSharing sharing={call.sharing} acts={session} />
          {!can.pushToTalk && call.unanswered === null && (
            <MuteButton
              muted={call.micMuted}
              onPress={() => void session?.setMicrophone(call.micMuted)}
            />
          )}
          <IconButton
            label={hangUpWords(t, call)}
            icon={PhoneOff}
            shortcut={callKeys.hangUp.label}
            className={styles.end}
            onPress={() => session?.hangUp()}
          />
        </>
      )}
    </section>
  );
}
