// The group call while something else is read: how many, how long, microphone, leave, and the way back. Also says why one could not begin.
import { Maximize2, Mic, MicOff, PhoneOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { roomOpened } from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/IconButton';
import { CallWords } from '../stage/CallWords';
import { Picture } from '../stage/Picture';
import { PopOutButton, usePopOut } from '../stage/PopOut';
import { StopSharing } from '../share/StopSharing';
import { sharingWords } from '../stage/statusWords';
import { useCallTime } from '../stage/useCallTime';
import styles from '../stage/FloatingCall.module.css';
import { useGroupCenter, useGroupState } from './context';
import type { GroupSnapshot } from './groupTypes';
import { noticeWords } from './noticeWords';
import { peopleIn } from './tiles';

export function FloatingGroup() {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const { call, open, failed } = useGroupState();
  const shownRoom = useAppSelector(({ navigation }) =>
    navigation.place === 'chats' ? navigation.roomId : null,
  );
  const { popped } = usePopOut();
  const away = call !== null && popped?.callId === call.groupCallId;
  const floats = call !== null && !away && !(open && call.roomId === shownRoom);
  if (!floats && failed === null) return null;
  return (
    <>
      {failed !== null && (
        <div className={styles.card} role="alert">
          <p className={styles.words}>
            <b>{noticeWords(t, failed).what}</b> {noticeWords(t, failed).remedy}
          </p>
          <IconButton label={t('calls.close')} icon={X} onPress={() => center?.dismiss()} />
        </div>
      )}
      {floats && <FloatingCard call={call} />}
    </>
  );
}

function FloatingCard({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const center = useGroupCenter();
  const time = useCallTime(call.enteredMs);
  const speaker =
    call.participants.find(({ key }) => key === call.activeSpeaker) ??
    call.participants.find(({ own }) => !own);
  const picture =
    speaker?.screen ?? (speaker?.camera?.muted === false ? speaker.camera : null) ?? null;
  return (
    <section className={styles.card} aria-label={t('groupCalls.stage', { name: call.roomName })}>
      {picture !== null && speaker !== undefined && (
        <Picture
          stream={picture.stream}
          label={t('groupCalls.pictureOf', { name: speaker.name })}
          className={styles.picture}
        />
      )}
      <CallWords
        name={call.roomName}
        status={`${t('groupCalls.people', { count: peopleIn(call.participants) })}, ${sharingWords(t, call, time)}`}
        className={styles.text}
      />
      <IconButton
        label={t('groupCalls.toCall')}
        icon={Maximize2}
        onPress={() => {
          dispatch(roomOpened(call.roomId));
          center?.setOpen(true);
        }}
      />
      <PopOutButton callId={call.groupCallId} />
      <StopSharing sharing={call.sharing} acts={center?.session() ?? null} />
      {!call.isPtt && (
        <IconButton
          label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
          icon={call.micMuted ? MicOff : Mic}
          onPress={() => void center?.session()?.setMicrophone(call.micMuted)}
        />
      )}
      <IconButton
        label={t('groupCalls.leaveCall')}
        icon={PhoneOff}
        className={styles.end}
        onPress={() => void center?.leave()}
      />
    </section>
  );
}
