// The call that was put into a window of its own, of two or of many.
import { Mic, MicOff, PhoneOff, Undo2, Video, VideoOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened } from '#app/navigation';
import { useAppDispatch } from '#app/store';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useCallsState } from '../context';
import { useGroupCenter, useGroupState } from '../mesh/context';
import { TalkButton } from '../mesh/GroupControls';
import type { GroupSnapshot } from '../mesh/groupTypes';
import { GroupFace } from '../mesh/GroupTile';
import { peopleIn, spotlightOf, tilesOf } from '../mesh/tiles';
import { Picture } from './Picture';
import { PopOutControl, PopOutWindow, usePopOut } from './PopOut';
import { StopSharing } from '../share/StopSharing';
import { sharingWords, statusWords } from './statusWords';
import { useCallTime } from './useCallTime';

export function PopOutCall() {
  const { popped, close } = usePopOut();
  const { calls } = useCallsState();
  const { call: group } = useGroupState();
  const callId = popped?.callId ?? null;
  const call = calls.find((one) => one.callId === callId && one.state !== 'ended') ?? null;
  const ours = group !== null && group.groupCallId === callId ? group : null;
  const over = callId !== null && call === null && ours === null;
  useEffect(() => {
    if (over) close();
  }, [over, close]);
  if (call !== null) return <PoppedCall call={call} />;
  return ours === null ? null : <PoppedGroup call={ours} />;
}

/** Out of its window and onto the stage. */
function Back({ roomId, onBack }: { readonly roomId: string; readonly onBack: () => void }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { close } = usePopOut();
  return (
    <PopOutControl
      label={t('calls.popIn')}
      icon={Undo2}
      onPress={() => {
        close();
        dispatch(roomOpened(roomId));
        onBack();
        window.focus();
      }}
    />
  );
}

function PoppedCall({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const session = center?.session(call.callId) ?? null;
  const time = useCallTime(call.connectedMs);
  const camera = call.otherCamera?.muted === false ? call.otherCamera : null;
  const shown = call.otherScreen ?? camera;
  const { name, roomId, userId, avatar } = call;
  return (
    <PopOutWindow
      title={name}
      status={statusWords(t, call) ?? sharingWords(t, call, time)}
      picture={
        shown === null ? (
          <MediaAvatar id={userId ?? roomId} name={name} avatar={avatar} size={72} />
        ) : (
          <Picture stream={shown.stream} label={t('calls.pictureOf', { name })} />
        )
      }
    >
      <PopOutControl
        label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
        icon={call.micMuted ? MicOff : Mic}
        warn={call.micMuted}
        onPress={() => void session?.setMicrophone(call.micMuted)}
      />
      {call.media === 'video' && <Camera off={call.cameraOff} acts={session} />}
      <StopSharing sharing={call.sharing} acts={session} poppedOut />
      <Back roomId={roomId} onBack={() => center?.open(call.callId)} />
      <PopOutControl
        label={t('calls.hangUp')}
        icon={PhoneOff}
        end
        onPress={() => session?.hangUp()}
      />
    </PopOutWindow>
  );
}

interface CameraProps {
  readonly off: boolean;
  readonly acts: { setCamera(on: boolean): Promise<void> } | null;
}

function Camera({ off, acts }: CameraProps) {
  const { t } = useTranslation();
  return (
    <PopOutControl
      label={off ? t('calls.cameraOn') : t('calls.cameraOff')}
      icon={off ? VideoOff : Video}
      warn={off}
      onPress={() => void acts?.setCamera(off)}
    />
  );
}

function PoppedGroup({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const session = center?.session() ?? null;
  const time = useCallTime(call.enteredMs);
  const people = peopleIn(call.participants);
  const others = tilesOf(call).filter(({ participant }) => !participant.own);
  const tile = spotlightOf(others, null, call.activeSpeaker);
  return (
    <PopOutWindow
      title={call.roomName}
      status={`${t('groupCalls.people', { count: people })}, ${sharingWords(t, call, time)}`}
      picture={
        tile === null ? (
          <p>{t('groupCalls.alone')}</p>
        ) : (
          <GroupFace participant={tile.participant} kind={tile.kind} />
        )
      }
    >
      {call.isPtt ? (
        <TalkButton call={call} />
      ) : (
        <PopOutControl
          label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
          icon={call.micMuted ? MicOff : Mic}
          warn={call.micMuted}
          onPress={() => void session?.setMicrophone(call.micMuted)}
        />
      )}
      {!call.isPtt && <Camera off={call.cameraOff} acts={session} />}
      <StopSharing sharing={call.sharing} acts={session} poppedOut />
      <Back roomId={call.roomId} onBack={() => center?.setOpen(true)} />
      <PopOutControl
        label={t('groupCalls.leaveCall')}
        icon={PhoneOff}
        end
        onPress={() => void center?.leave()}
      />
    </PopOutWindow>
  );
}
