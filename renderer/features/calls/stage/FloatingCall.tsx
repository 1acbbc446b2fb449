// The call while something else is read: who, how long, microphone, hang-up, and the way back to its stage. Also says why a call could not begin.
import { Maximize2, Mic, MicOff, PhoneOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened } from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/IconButton';
import type { CallSnapshot } from '../callTypes';
import { CallWords } from './CallWords';
import { useCallCenter, useCallsState } from '../context';
import { Picture } from './Picture';
import { PopOutButton, usePopOut } from './PopOut';
import { StopSharing } from '../share/StopSharing';
import { sharingWords, statusWords } from './statusWords';
import { useCallTime } from './useCallTime';
import styles from './FloatingCall.module.css';

export function FloatingCall() {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { calls, openCallId, failed } = useCallsState();
  const shownRoom = useAppSelector(({ navigation }) =>
    navigation.place === 'chats' ? navigation.roomId : null,
  );
  const { popped } = usePopOut();
  const floating = calls
    .filter(({ callId, state }) => callId !== popped?.callId || state === 'ended')
    .filter((call) => call.callId !== openCallId || call.roomId !== shownRoom);
  if (floating.length === 0 && failed === null) return null;
  return (
    <>
      {failed !== null && (
        <div className={styles.card} role="alert">
          <p className={styles.words}>
            <b>{t(`calls.problem.${failed}.what`)}</b> {t(`calls.problem.${failed}.remedy`)}
          </p>
          <IconButton label={t('calls.close')} icon={X} onPress={() => center?.dismiss(null)} />
        </div>
      )}
      {floating.map((call) => (
        <FloatingCard key={call.callId} call={call} />
      ))}
    </>
  );
}

function FloatingCard({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useCallCenter();
  const time = useCallTime(call.connectedMs);
  const words = statusWords(t, call);
  const session = center?.session(call.callId) ?? null;
  const shown = call.otherScreen ?? (call.otherCamera?.muted === false ? call.otherCamera : null);
  return (
    <section className={styles.card} aria-label={t('calls.callWith', { name: call.name })}>
      {shown !== null && call.state !== 'ended' ? (
        <Picture
          stream={shown.stream}
          label={t('calls.pictureOf', { name: call.name })}
          className={styles.picture}
        />
      ) : (
        <MediaAvatar
          id={call.userId ?? call.roomId}
          name={call.name}
          avatar={call.avatar}
          size={40}
        />
      )}
      <CallWords
        name={call.name}
        status={words ?? sharingWords(t, call, time)}
        className={styles.text}
      />
      <IconButton
        label={t('calls.toStage')}
        icon={Maximize2}
        onPress={() => {
          dispatch(roomOpened(call.roomId));
          center?.open(call.callId);
        }}
      />
      {call.state === 'ended' ? (
        <IconButton
          label={t('calls.close')}
          icon={X}
          onPress={() => center?.dismiss(call.callId)}
        />
      ) : (
        <>
          <PopOutButton callId={call.callId} />
          <StopSharing sharing={call.sharing} acts={session} />
          <IconButton
            label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
            icon={call.micMuted ? MicOff : Mic}
            onPress={() => void session?.setMicrophone(call.micMuted)}
          />
          <IconButton
            label={t('calls.hangUp')}
            icon={PhoneOff}
            className={styles.end}
            onPress={() => session?.hangUp()}
          />
        </>
      )}
    </section>
  );
}
