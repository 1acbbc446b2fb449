// Words of a room in which nobody can write any more: drafts, edits, and what was to be sent later. Shown, so that they can be taken along.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/gone.en.json';
import type { UnsentWords } from '#contract/areas/messages/sending';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import { formatAhead } from '../../when';
import styles from './GoneRoom.module.css';

addWords(words);

/** Drafts, edits and scheduled messages of the room and its threads, which can no longer be sent. */
export function Unsent({ roomId }: Pick<RoomHeader, 'roomId'>) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const call = useEngineCall();
  const { value } = useValue('unsent', { roomId });
  const labelOf = ({ kind, threadId, atMs }: UnsentWords): string => {
    if (kind === 'scheduled')
      return t('gone.notSentLater', { time: formatAhead(atMs ?? nowMs, nowMs, i18n.language) });
    if (kind === 'edit') return t('gone.notSent_edit');
    return t(threadId === null ? 'gone.notSent' : 'gone.notSent_thread');
  };
  return (value?.words ?? []).map((words) => (
    <Words
      key={words.key}
      label={labelOf(words)}
      text={words.text}
      onForget={
        words.kind === 'scheduled'
          ? null
          : () => void call('forgetUnsent', { roomId, key: words.key })
      }
    />
  ));
}

interface WordsProps {
  readonly label: string;
  readonly text: string;
  /** Null: they go with the room. */
  readonly onForget: (() => void) | null;
}

function Words({ label, text, onForget }: WordsProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <div className={styles.unsent}>
      <span className={styles.label}>{label}</span>
      <p className={styles.draft} dir="auto" tabIndex={0}>
        {text}
      </p>
      <Button
        variant="text"
        aria-label={t('gone.copyDraft')}
        onPress={() => void copyText(text).then(setCopied)}
      >
        {t(copied ? 'app.copied' : 'app.copy')}
      </Button>
      {onForget !== null && (
        <Button variant="text" aria-label={t('gone.forgetDraft')} onPress={onForget}>
          {t('gone.forget')}
        </Button>
      )}
    </div>
  );
}
