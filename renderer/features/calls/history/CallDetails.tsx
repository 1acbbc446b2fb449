// One of the history: who, the ways to call back, and all calls with them.
import { ArrowLeft, MessageCircle, Phone, PhoneCall, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { formatDay, formatFull, formatTime } from '#ui/text/time';
import { useNow } from '#app/useNow';
import { useCallsState } from '../context';
import { GroupButton } from '../join/GroupButton';
import { usePopOut } from '../stage/floating/popped';
import { useShowCall } from '../stage/useShowCall';
import { callIcon } from './callWords';
import { kindWords, otherOf } from './historyWords';
import { callListId } from './CallList';
import { useCallBack } from './useCallBack';
import styles from './History.module.css';

/** The name of whom it is about, for whoever brings the keyboard here. */
export const callHeadingId = 'call-heading';

/** More stand in the list beside it. */
const mostShown = 50;

export interface CallDetailsProps {
  readonly item: CallHistoryItem;
  /** With the same person or in the same room, newest first. */
  readonly calls: readonly CallHistoryItem[];
  readonly onBack: () => void;
}

export function CallDetails({ item, calls, onBack }: CallDetailsProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { person, roomId } = item;
  const { id, name, avatar, address } = otherOf(item);
  const { callBack, openChat } = useCallBack();
  const { value: room } = useValue('callRoom', { roomId });
  const back = (): void => {
    onBack();
    requestAnimationFrame(() => document.getElementById(callListId)?.focus());
  };
  const show = useShowCall();
  const { popped } = usePopOut();
  const { calls: here } = useCallsState();
  const running = here.find((one) => one.roomId === roomId && one.state !== 'ended');
  const mayCall = room?.canCall === true;
  return (
    <main className={styles.main} aria-label={name}>
      <Bar bare>
        <IconButton
          label={t('callPlace.back')}
          icon={ArrowLeft}
          directional
          className={styles.toList}
          onPress={back}
        />
      </Bar>
      <div className={styles.scroll}>
        <div className={styles.card}>
          <MediaAvatar id={id} name={name} avatar={avatar} size={72} />
          <h2 id={callHeadingId} tabIndex={-1} className={styles.who}>
            <Name>{name}</Name>
          </h2>
          {address !== undefined && (
            <p className={styles.address}>
              <Name>{address}</Name>
            </p>
          )}
          <div className={styles.acts}>
            {running !== undefined && person !== null ? (
              <Button variant="primary" icon={PhoneCall} onPress={() => show(running)}>
                {t('calls.toStage')}
              </Button>
            ) : person === null ? (
              <GroupButton roomId={roomId} primary />
            ) : (
              <>
                <Button
                  variant="primary"
                  icon={Phone}
                  isDisabled={!mayCall}
                  onPress={() => callBack(item, false)}
                >
                  {t('callPlace.voiceCall')}
                </Button>
                <Button icon={Video} isDisabled={!mayCall} onPress={() => callBack(item, true)}>
                  {t('callPlace.videoCall')}
                </Button>
              </>
            )}
            <Button icon={MessageCircle} onPress={() => openChat(item)}>
              {t('callPlace.openChat')}
            </Button>
          </div>
          {running !== undefined && running.callId === popped?.callId && (
            <p className={styles.note}>{t('calls.ownWindow')}</p>
          )}
          {room !== undefined && !mayCall && (
            <p className={styles.note}>{t('callPlace.cannotCall')}</p>
          )}
          <ul
            className={styles.calls}
            aria-label={t(person === null ? 'callPlace.recentIn' : 'callPlace.recent', { name })}
          >
            {calls.slice(0, mostShown).map((one) => (
              <li key={one.key} className={styles.past}>
                <span className={one.call.outcome === 'missed' ? styles.missed : undefined}>
                  <Icon icon={callIcon(one.call)} />
                </span>
                <span className={styles.pastWords}>{kindWords(t, one)}</span>
                <time
                  className={styles.pastTime}
                  dateTime={new Date(one.startedMs).toISOString()}
                  title={formatFull(one.startedMs, i18n.language)}
                >
                  {formatDay(one.startedMs, nowMs, i18n.language)},{' '}
                  {formatTime(one.startedMs, i18n.language)}
                </time>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  );
}
