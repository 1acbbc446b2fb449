// A call in its own window: the other side or the active speaker, ourselves in a corner, the controls. The controls get the focus first.
import { useEffect } from 'react';
import { PhoneOff, Undo2, Video, VideoOff } from 'lucide-react';
import { callKeys } from '#app/callKeys';
import { useTranslation } from '#app/words';
import { MediaAvatar } from '#app/MediaAvatar';
import { TalkButton } from '../../acts/TalkButton';
import { otherOf, ownOf, type CallSnapshot } from '../../callTypes';
import { useSession } from '../../context';
import { GroupFace } from '../../pictures/GroupTile';
import { Picture } from '../../pictures/Picture';
import { Screen } from '../../pictures/Screen';
import { spotlightOf, tilesOf } from '../../pictures/tiles';
import { StopSharing } from '../../share/StopSharing';
import { useShowStage } from '../useShowCall';
import { PopOutControl, PopOutWindow } from './PopOut';
import { usePopOut } from './popped';
import { Resume } from './Resume';
import { useMicLook } from '../micLook';
import { cardWords, hangUpWords } from '../statusWords';
import { useCallTime } from '../useCallTime';
import styles from './PoppedCall.module.css';

interface PoppedCallProps {
  readonly call: CallSnapshot;
}

export function PoppedCall({ call }: PoppedCallProps) {
  const { t } = useTranslation();
  const session = useSession(call.callId);
  const time = useCallTime(call.startedMs);
  const { can, media, cameraOff, micMuted } = call;
  const mic = useMicLook(micMuted);
  useFocusInOwnWindow();
  return (
    <PopOutWindow
      title={call.name}
      status={cardWords(t, call, time)}
      picture={
        <>
          {can.many ? <PictureOfMany call={call} /> : <PictureOfOther call={call} />}
          <OwnPicture call={call} />
        </>
      }
    >
      <Resume call={call} poppedOut />
      {can.pushToTalk ? (
        <TalkButton call={call} />
      ) : (
        <PopOutControl
          label={mic.label}
          icon={mic.icon}
          warn={mic.isOff}
          shortcut={callKeys.mute.label}
          onPress={() => {
            if (mic.why === undefined) void session?.setMicrophone(micMuted);
          }}
        />
      )}
      {!can.pushToTalk && (can.many || media === 'video') && (
        <PopOutControl
          label={cameraOff ? t('calls.cameraOn') : t('calls.cameraOff')}
          icon={cameraOff ? VideoOff : Video}
          warn={cameraOff}
          shortcut={callKeys.camera.label}
          onPress={() => void session?.setCamera(cameraOff)}
        />
      )}
      <StopSharing sharing={call.sharing} acts={session} poppedOut />
      <Back call={call} />
      <PopOutControl
        label={hangUpWords(t, call)}
        icon={PhoneOff}
        end
        shortcut={callKeys.hangUp.label}
        onPress={() => session?.hangUp()}
      />
    </PopOutWindow>
  );
}

/** A new window has no focused element: keys would do nothing there. */
function useFocusInOwnWindow(): void {
  const { popped } = usePopOut();
  const own = popped?.window ?? null;
  useEffect(() => {
    own?.document.querySelector<HTMLElement>('[role="toolbar"] button')?.focus();
  }, [own]);
}

/** Moves the call from its window back to the stage. */
function Back({ call }: PoppedCallProps) {
  const { t } = useTranslation();
  const show = useShowStage();
  const { close } = usePopOut();
  return (
    <PopOutControl
      label={t('calls.popIn')}
      icon={Undo2}
      onPress={() => {
        close();
        show(call);
        window.focus();
      }}
    />
  );
}

function PictureOfOther({ call }: PoppedCallProps) {
  const { t } = useTranslation();
  const { name, userId, roomId, avatar } = call;
  const other = otherOf(call);
  const screen = other?.screen ?? null;
  const label = t('calls.pictureOf', { name });
  // A camera fills the window, and a screen is never cropped, as on the stage.
  if (screen !== null)
    return <Screen screen={screen} name={name} label={label} className={styles.screen} />;
  return other?.camera?.muted === false ? (
    <Picture stream={other.camera.stream} label={label} className={styles.camera} />
  ) : (
    <MediaAvatar id={userId ?? roomId} name={name} avatar={avatar} size={72} />
  );
}

/** Our own camera, while the others see it. */
function OwnPicture({ call }: PoppedCallProps) {
  const { t } = useTranslation();
  const camera = call.cameraOff ? null : (ownOf(call)?.camera ?? null);
  if (camera === null) return null;
  return (
    <div className={styles.own}>
      <Picture stream={camera.stream} label={t('calls.ownPicture')} className={styles.mirrored} />
    </div>
  );
}

function PictureOfMany({ call }: PoppedCallProps) {
  const { t } = useTranslation();
  const others = tilesOf(call).filter(({ participant }) => !participant.own);
  const tile = spotlightOf(others, null, call.activeSpeaker);
  return tile === null ? (
    <p>{t('groupCalls.alone')}</p>
  ) : (
    <GroupFace participant={tile.participant} kind={tile.kind} />
  );
}
