// The row above the first message, if the server refuses to give out older ones.
import type { ReactNode } from 'react';
import words from '#contract/locales/older.en.json';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useAppSelector } from '#app/store';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import styles from './Dividers.module.css';

addWords(words);

export function OlderRefused({ onAskAgain }: { readonly onAskAgain: () => void }): ReactNode {
  const { t } = useTranslation();
  const roomId = useAppSelector(({ navigation }) => navigation.roomId);
  const { value: room } = useValue('room', roomId === null ? null : { roomId });
  // The server gives nothing more to somebody who is out of the room.
  const isOut = room?.membership === 'leave' || room?.membership === 'ban';
  return (
    <div className={styles.gap}>
      <span role="status">{t(`older.${isOut ? 'out' : 'refused'}`)}</span>
      {!isOut && (
        <Button size="s" onPress={onAskAgain}>
          {t('app.retry')}
        </Button>
      )}
    </div>
  );
}
