// The stage of one call: pictures, or the person while there are none, and the controls. Always dark.
import clsx from 'clsx';
import { Lock, LockOpen, MessageCircle, MicOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useValue } from '../../app/hooks';
import { MediaAvatar } from '../../app/MediaAvatar';
import { Bar } from '../../ui/Bar';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Name } from '../../ui/Name';
import { CallControls } from './CallControls';
import type { CallSnapshot } from './callTypes';
import { useCallCenter } from './context';
import { Picture } from './Picture';
import { statusWords } from './statusWords';
import { useCallTime } from './useCallTime';
import styles from './CallView.module.css';

export function CallView({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  return (
    <main className={styles.stage} aria-label={t('calls.stage', { name: call.name })}>
      <Bar className={styles.bar}>
        <MediaAvatar
          id={call.userId ?? call.roomId}
          name={call.name}
          avatar={call.avatar}
          size={24}
        />
        <h1 className={styles.name}>
          <Name cut>{call.name}</Name>
        </h1>
        <span className={styles.grow} />
        <IconButton
          label={t('calls.showChat')}
          icon={MessageCircle}
          onPress={() => center?.open(null)}
        />
      </Bar>
      <CallPictures call={call} />
      {call.notice !== null && <CallNotice call={call} />}
      {call.state === 'ended' ? <CallEnd call={call} /> : <CallFoot call={call} />}
    </main>
  );
}

function CallPictures({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const shown = call.otherScreen ?? (call.otherCamera?.muted === false ? call.otherCamera : null);
  const hidden = call.onHold || call.heldByOther || call.state === 'ended';
  const own = call.cameraOff || call.state === 'ended' ? null : call.ownCamera;
  const words = statusWords(t, call);
  return (
    <div className={styles.spot}>
      <div className={clsx(styles.tile, call.otherSpeaking && styles.speaking)}>
        {shown !== null && !hidden ? (
          <Picture
            stream={shown.stream}
            label={t('calls.pictureOf', { name: call.name })}
            className={call.otherScreen === null ? styles.camera : styles.screen}
          />
        ) : (
          <div className={styles.person}>
            <MediaAvatar
              id={call.userId ?? call.roomId}
              name={call.name}
              avatar={call.avatar}
              size={72}
            />
            <Name className={styles.who}>{call.name}</Name>
          </div>
        )}
        <span className={styles.label}>
          {call.otherMicMuted && (
            <span role="img" aria-label={t('calls.otherMuted')} className={styles.mark}>
              <Icon icon={MicOff} size={12} />
            </span>
          )}
          <Name cut>{call.name}</Name>
        </span>
        <p className={styles.status} role="status" aria-live="polite">
          {words ?? <span className={styles.words}>{t('calls.status.connected')}</span>}
        </p>
      </div>
      {own !== null && (
        <div className={styles.own}>
          <Picture stream={own.stream} label={t('calls.ownPicture')} className={styles.mirrored} />
        </div>
      )}
    </div>
  );
}

function CallNotice({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  if (call.notice === null) return null;
  return (
    <div className={styles.notice} role="alert">
      <span>
        <b>{t(`calls.problem.${call.notice}.what`)}</b> {t(`calls.problem.${call.notice}.remedy`)}
      </span>
      <Button size="s" onPress={() => center?.session(call.callId)?.dismissNotice()}>
        {t('calls.understood')}
      </Button>
    </div>
  );
}

function CallFoot({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const time = useCallTime(call.connectedMs);
  const { value: room } = useValue('room', { roomId: call.roomId });
  const encrypted = room?.encrypted === true;
  return (
    <div className={styles.foot}>
      <div className={styles.time}>
        <span className={styles.clock} role="timer" aria-label={t('calls.duration')}>
          {time ?? ''}
        </span>
        <span className={styles.lock}>
          <Icon icon={encrypted ? Lock : LockOpen} size={12} />
          {encrypted ? t('calls.encrypted') : t('calls.notEncrypted')}
        </span>
      </div>
      <CallControls call={call} />
      <span />
    </div>
  );
}

/** Why it ended, what to do, and the way on. */
function CallEnd({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  if (call.problem === null) return null;
  return (
    <div className={styles.end} role="alert">
      <p>{t(`calls.problem.${call.problem}.remedy`)}</p>
      <div className={styles.endActs}>
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
    </div>
  );
}
