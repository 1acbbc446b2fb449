// The draft of a room in which nobody can write any more: shown, so that its words can be taken along.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/gone.en.json';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import styles from './GoneRoom.module.css';

addWords(words);

/** The draft, which can no longer be sent. */
export function Unsent({ roomId }: Pick<RoomHeader, 'roomId'>) {
  const { t } = useTranslation();
  const { value: draft } = useValue('draft', { roomId, threadId: null });
  const [copied, setCopied] = useState(false);
  const text = draft?.text ?? '';
  if (text.trim() === '') return null;
  return (
    <div className={styles.unsent}>
      <span className={styles.label}>{t('gone.notSent')}</span>
      <p className={styles.draft} dir="auto">
        {text}
      </p>
      <Button
        variant="text"
        aria-label={t('gone.copyDraft')}
        onPress={() => void copyText(text).then(setCopied)}
      >
        {t(copied ? 'app.copied' : 'app.copy')}
      </Button>
    </div>
  );
}
