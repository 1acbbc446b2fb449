// The stage of one call: pictures, or the person while there are none, and the controls.
import clsx from 'clsx';
import { MicOff, MonitorUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Name } from '#ui/Name';
import { CallControls } from './CallControls';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter } from '../context';
import { HandoverCard } from './HandoverCard';
import { Face } from '../stage/Face';
import { Picture } from '../stage/Picture';
import { SharingBar } from '../share/SharingBar';
import { Stage, StageNotice } from '../stage/Stage';
import { statusWords } from '../stage/statusWords';
import styles from './CallView.module.css';

export interface CallViewProps {
  readonly call: CallSnapshot;
  /** What is written in the room; null: nothing. */
  readonly chat: ReactNode;
}

export function CallView({ call, chat }: CallViewProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { value: room } = useValue('room', { roomId: call.roomId });
  const { callId, name, connection, notice, sharing } = call;
  const session = center?.session(callId) ?? null;
  const lines =
    connection === null
      ? []
      : [{ key: call.userId ?? name, name, connection, measured: call.measured }];
  return (
    <Stage
      callId={callId}
      label={t('calls.stage', { name })}
      title={name}
      avatar={<MediaAvatar {...faceOf(call)} size={24} />}
      {...(call.state === 'ended' ? { end: <CallEnd call={call} /> } : {})}
      sinceMs={call.connectedMs}
      encrypted={room?.encrypted === true}
      controls={<CallControls call={call} />}
      lines={lines}
      chat={chat}
      onSmall={() => center?.open(null)}
    >
      {sharing !== null && <SharingBar sharing={sharing} acts={session} />}
      <HandoverCard call={call} />
      <CallPictures call={call} />
      {notice !== null && (
        <StageNotice
          what={t(`calls.problem.${notice}.what`)}
          remedy={t(`calls.problem.${notice}.remedy`)}
          onDismiss={() => session?.dismissNotice()}
        />
      )}
    </Stage>
  );
}

const faceOf = ({ userId, roomId, name, avatar }: CallSnapshot) => ({
  id: userId ?? roomId,
  name,
  avatar,
});

function CallPictures({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const hidden = call.onHold || call.heldByOther || call.state === 'ended';
  const own = call.cameraOff || call.state === 'ended' ? null : call.ownCamera;
  const screen = hidden ? null : (call.otherScreen ?? call.ownScreen);
  const ownPicture = own !== null && (
    <Picture stream={own.stream} label={t('calls.ownPicture')} className={styles.mirrored} />
  );
  const words = statusWords(t, call);
  const status = (
    <p className={styles.status} role="status" aria-live="polite">
      {words ?? <span className={styles.words}>{t('calls.status.connected')}</span>}
    </p>
  );
  // Nothing is seen of the other side before it answers: how oneself looks is.
  const full = own !== null && call.connectedMs === null && call.otherCamera === null;
  if (screen === null)
    return (
      <div className={styles.spot}>
        <Other call={call} hidden={hidden} behind={full ? ownPicture : null}>
          {status}
          {call.state === 'ended' && call.problem !== null && (
            <p className={styles.remedy} role="alert">
              {t(`calls.problem.${call.problem}.remedy`)}
            </p>
          )}
        </Other>
        {own !== null && !full && (
          <div className={styles.own}>
            {ownPicture}
            <span className={styles.label}>{t('groupCalls.you')}</span>
          </div>
        )}
      </div>
    );
  const label =
    call.otherScreen === null
      ? t('groupCalls.ownScreen')
      : t('groupCalls.screenOf', { name: call.name });
  return (
    <div className={clsx(styles.spot, styles.shared)}>
      <div className={styles.tile}>
        <Picture stream={screen.stream} label={label} className={styles.screen} />
        <span className={styles.label}>
          <Icon icon={MonitorUp} size={12} />
          <Name cut>{label}</Name>
        </span>
        {status}
      </div>
      <div className={styles.strip}>
        <Other call={call} hidden={hidden} small />
        {own !== null && (
          <div className={styles.tile}>
            {ownPicture}
            <span className={styles.label}>{t('groupCalls.you')}</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface OtherProps {
  readonly call: CallSnapshot;
  /** On hold, or over. */
  readonly hidden: boolean;
  readonly small?: boolean;
  /** Our own picture, over the whole place, while it rings. */
  readonly behind?: ReactNode;
  readonly children?: ReactNode;
}

/** The other side's camera, or its face while there is no picture. */
function Other({ call, hidden, small = false, behind = null, children }: OtherProps) {
  const { t } = useTranslation();
  const camera = call.otherCamera?.muted === false && !hidden ? call.otherCamera : null;
  // Below the face the name stands already.
  const labelled = camera !== null || small || (call.otherMicMuted && !hidden);
  return (
    <div className={clsx(styles.tile, call.otherSpeaking && camera !== null && styles.speaking)}>
      {behind !== null && <div className={styles.behind}>{behind}</div>}
      {camera !== null ? (
        <Picture
          stream={camera.stream}
          label={t('calls.pictureOf', { name: call.name })}
          className={styles.camera}
        />
      ) : (
        <div className={clsx(styles.person, behind !== null && styles.over)}>
          <Face {...faceOf(call)} size={small ? 40 : 128} speaking={call.otherSpeaking} />
          {!small && <Name className={styles.who}>{call.name}</Name>}
          {children}
        </div>
      )}
      {behind !== null && <span className={styles.label}>{t('groupCalls.you')}</span>}
      {labelled && (
        <span className={styles.label}>
          {call.otherMicMuted && (
            <span role="img" aria-label={t('calls.otherMuted')} className={styles.mark}>
              <Icon icon={MicOff} size={12} />
            </span>
          )}
          <Name cut>{call.name}</Name>
        </span>
      )}
      {camera !== null && children}
    </div>
  );
}

/** The way on; why it ended stands on the stage. */
function CallEnd({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  if (call.problem === null) return null;
  return (
    <div className={styles.end}>
      <Button onPress={() => center?.dismiss(call.callId)}>{t('calls.close')}</Button>
      <Button
        variant="primary"
        onPress={() => {
          center?.dismiss(call.callId);
          void center?.place(call.roomId, call.media === 'video');
        }}
      >
        {t('calls.callAgain')}
      </Button>
    </div>
  );
}
