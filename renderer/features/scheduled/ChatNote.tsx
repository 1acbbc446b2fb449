// A note about who sends a scheduled message of the open chat at its time: the server, or this computer.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { useAppSelector } from '#app/store';
import styles from './Scheduled.module.css';

export function ChatNote(): ReactNode {
  const { t } = useTranslation();
  const roomId = useAppSelector((state) => state.navigation.roomId);
  const { value: room } = useValue('room', roomId === null ? null : { roomId });
  if (room === undefined) return null;
  return (
    <p className={styles.note}>
      {t(room.encrypted ? 'scheduled.noteEncrypted' : 'scheduled.notePlain')}
    </p>
  );
}
