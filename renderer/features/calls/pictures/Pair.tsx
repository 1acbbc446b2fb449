// The pictures of a call between two: the other side or its face, ourselves in a corner, a shared screen before both.
import clsx from 'clsx';
import { Ear, MicOff, MonitorUp } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { otherOf, ownOf, type CallSnapshot } from '../callTypes';
import { problemWords } from '../stage/problemWords';
import { statusWords } from '../stage/statusWords';
import { Face } from './Face';
import { Picture } from './Picture';
import { Screen } from './Screen';
import styles from './Pair.module.css';

const faceOf = ({ userId, roomId, name, avatar }: CallSnapshot) => ({
  id: userId ?? roomId,
  name,
  avatar,
});

export function Pair({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const hidden = call.onHold || call.heldByOther || call.state === 'ended';
  const [mine, other] = [ownOf(call), otherOf(call)];
  const own = call.cameraOff || call.state === 'ended' ? null : (mine?.camera ?? null);
  const screen = hidden ? null : (other?.screen ?? mine?.screen ?? null);
  const ownPicture = own !== null && (
    <Picture stream={own.stream} label={t('calls.ownPicture')} className={styles.mirrored} />
  );
  const isBack = useIsBack(call.reconnecting);
  const words = statusWords(t, call) ?? (isBack ? t('calls.status.again') : null);
  const remedy = remedyOf(t, call);
  const status = (
    <p className={styles.status} role="status" aria-live="polite">
      {words ?? <span className={styles.words}>{t('calls.status.connected')}</span>}
    </p>
  );
  // Until the other side answers, our own picture fills the stage, so that people can check how they look.
  const full = own !== null && call.startedMs === null && other?.camera == null;
  if (screen === null)
    return (
      <div className={styles.spot}>
        <Other call={call} hidden={hidden} behind={full ? ownPicture : null}>
          {status}
          {remedy !== null && (
            <p className={styles.remedy} role="alert">
              {remedy}
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
    other?.screen == null
      ? t('groupCalls.ownScreen')
      : t('groupCalls.screenOf', { name: call.name });
  return (
    <div className={clsx(styles.spot, styles.shared)}>
      <div className={styles.tile}>
        <Screen
          screen={screen}
          name={other?.screen == null ? null : call.name}
          label={label}
          className={styles.screen}
        />
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

/** Long enough to read two words. */
const backMs = 4_000;

/** The line was lost and is back, for a moment. */
function useIsBack(reconnecting: boolean): boolean {
  const [was, setWas] = useState(reconnecting);
  const [isBack, setBack] = useState(false);
  if (was !== reconnecting) {
    setWas(reconnecting);
    setBack(was);
  }
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setBack(false), backMs);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

function remedyOf(t: TFunction, call: CallSnapshot): string | null {
  const { state, problem, unanswered, askedFor } = call;
  if (unanswered !== null) return problemWords(t, unanswered, 'answer').remedy;
  if (state !== 'ended' || problem === null) return null;
  return problemWords(t, problem, null, askedFor).remedy;
}

interface OtherProps {
  readonly call: CallSnapshot;
  /** The call is on hold or over. */
  readonly hidden: boolean;
  readonly small?: boolean;
  /** Our own picture in full size, while the call rings. */
  readonly behind?: ReactNode;
  readonly children?: ReactNode;
}

/** The other side's camera, or its avatar if there is no picture. */
function Other({ call, hidden, small = false, behind = null, children }: OtherProps) {
  const { t } = useTranslation();
  const other = otherOf(call);
  const isSpeaking = other?.speaking === true;
  const listens = other?.listens === true && call.state !== 'ended';
  const isMuted = other?.micMuted === true || listens;
  const seen = other?.camera?.muted === false && !hidden ? other.camera : null;
  const picture = seen !== null && (
    <Picture
      stream={seen.stream}
      label={t('calls.pictureOf', { name: call.name })}
      className={styles.camera}
    />
  );
  // While nothing arrives a picture stands still or is black: the face and the words lie upon it.
  const isLost = call.reconnecting && !small;
  const camera = isLost ? null : seen;
  const under = isLost ? picture : behind;
  // Below the avatar the name is shown already.
  const labelled = camera !== null || small || (isMuted && !hidden);
  return (
    <div className={clsx(styles.tile, isSpeaking && camera !== null && styles.speaking)}>
      {under && <div className={styles.behind}>{under}</div>}
      {camera !== null ? (
        picture
      ) : (
        <div className={clsx(styles.person, under && styles.over)}>
          <Face {...faceOf(call)} size={small ? 40 : 128} speaking={isSpeaking} />
          {!small && <Name className={styles.who}>{call.name}</Name>}
          {children}
        </div>
      )}
      {behind !== null && <span className={styles.label}>{t('groupCalls.you')}</span>}
      {labelled && (
        <span className={styles.label}>
          {isMuted && (
            <span
              role="img"
              aria-label={t(listens ? 'calls.onlyListens' : 'calls.otherMuted')}
              className={styles.mark}
            >
              <Icon icon={listens ? Ear : MicOff} size={12} />
            </span>
          )}
          <Name cut>{call.name}</Name>
          {listens && !small && (
            <span className={styles.listens} aria-hidden="true">
              {t('calls.onlyListens')}
            </span>
          )}
        </span>
      )}
      {camera !== null && children}
    </div>
  );
}
