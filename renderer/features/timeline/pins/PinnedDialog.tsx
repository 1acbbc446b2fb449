// Everything that is pinned in a room: each leads to its message, and is unpinned by who may.
import clsx from 'clsx';
import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { WarningMark } from '#app/TrustMark';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { formatListTime } from '#ui/text/time';
import { previewWords } from '../previewWords';
import styles from './Pins.module.css';

interface PinnedDialogProps {
  readonly roomId: string;
  readonly onClose: () => void;
}

export function PinnedDialog({ roomId, onClose }: PinnedDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const nowMs = useNow();
  const { items } = useList('pinned', { roomId });
  const { value: room } = useValue('room', { roomId });
  const show = (eventId: string): void => {
    onClose();
    dispatch(messageShown({ roomId, eventId }));
  };
  const unpin = async (eventId: string): Promise<void> => {
    const done = await call('setPinned', { roomId, eventId, on: false });
    if (!done.ok) tellFailure(done.error);
  };
  return (
    <Dialog
      title={t('timeline.pins.bar')}
      isOpen
      onClose={onClose}
      width="wide"
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {items.length === 0 && <p>{t('timeline.pins.none')}</p>}
      <ol className={styles.list}>
        {items.map((pin) => (
          <li key={pin.key} className={styles.row}>
            <button type="button" className={styles.whole} onClick={() => show(pin.eventId)}>
              {pin.sender === null ? (
                <span className={styles.noFace}>
                  <Icon icon={Pin} size={20} />
                </span>
              ) : (
                <MediaAvatar
                  id={pin.sender.userId}
                  name={pin.sender.name}
                  avatar={pin.sender.avatar}
                  size={36}
                />
              )}
              <span className={styles.words}>
                <span className={styles.head}>
                  {pin.sender !== null && (
                    <Name cut className={styles.who}>
                      {pin.sender.name}
                    </Name>
                  )}
                  <WarningMark trust={pin.preview?.trust} size={12} />
                  {pin.sentAtMs !== null && (
                    <time className={styles.time} dateTime={new Date(pin.sentAtMs).toISOString()}>
                      {formatListTime(pin.sentAtMs, nowMs, i18n.language)}
                    </time>
                  )}
                </span>
                <span
                  className={clsx(styles.said, pin.preview === null && styles.missing)}
                  dir="auto"
                >
                  {pin.preview === null ? t('timeline.pins.notHere') : previewWords(t, pin.preview)}
                </span>
              </span>
            </button>
            {room?.permissions.pin === true && (
              <IconButton
                label={t('timeline.action.unpin')}
                icon={PinOff}
                size="s"
                onPress={() => void unpin(pin.eventId)}
              />
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
