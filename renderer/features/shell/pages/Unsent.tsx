// Words of a room in which nobody can write any more: the draft, and what was to be sent later. Shown, so that they can be taken along.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/gone.en.json';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { useList, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import { formatAhead } from '../../when';
import styles from './GoneRoom.module.css';

addWords(words);

/** The draft and the scheduled messages, which can no longer be sent. */
export function Unsent({ roomId }: Pick<RoomHeader, 'roomId'>) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { value: draft } = useValue('draft', { roomId, threadId: null });
  const { items } = useList('scheduled', { roomId, threadId: null });
  const text = draft?.text ?? '';
  const timeOf = (atMs: number): string => formatAhead(atMs, nowMs, i18n.language);
  return (
    <>
      {text.trim() !== '' && <Words label={t('gone.notSent')} text={text} />}
      {items.map(({ key, atMs, text: later }) => (
        <Words key={key} label={t('gone.notSentLater', { time: timeOf(atMs) })} text={later} />
      ))}
    </>
  );
}

function Words({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <div className={styles.unsent}>
      <span className={styles.label}>{label}</span>
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
