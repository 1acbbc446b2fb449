// A room that is read along without joining: what was said last and what is said now, and the way in.
import { Eye } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import words from '#contract/locales/explore.en.json';
import type { PeekMessage } from '#contract/areas/rooms/directoryModels';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import { EmptyState } from '#ui/layout/EmptyState';
import { Name } from '#ui/text/Name';
import { Waiting } from '#ui/layout/Spinner';
import { formatTime } from '#ui/text/time';
import styles from './Explore.module.css';

addWords(words);

export interface PeekPaneProps {
  readonly roomId: string;
  /** What leads into the room. */
  readonly act: ReactNode;
}

export function PeekPane({ roomId, act }: PeekPaneProps) {
  const { t } = useTranslation();
  const { value: peek, error } = useValue('peek', { roomId });
  const newest = useRef<HTMLDivElement>(null);
  const count = peek?.messages.length ?? 0;
  useEffect(() => {
    newest.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  const failure = peek?.state === 'failed' ? peek.error : error;
  return (
    <div className={styles.peek}>
      {failure !== null && (
        <EmptyState icon={Eye} title={t('explore.peekRefused')}>
          <AppErrorNote error={failure.code === 'forbidden' ? null : failure} />
        </EmptyState>
      )}
      {failure === null && (peek === undefined || peek.state === 'opening') && (
        <Waiting label={t('explore.peekOpening')} />
      )}
      {peek?.state === 'open' && (
        <div className={styles.said} role="log" aria-label={t('explore.peekList')} tabIndex={0}>
          {count === 0 && <p className={styles.meta}>{t('explore.peekEmpty')}</p>}
          {peek.messages.map((message) => (
            <Row key={message.key} message={message} />
          ))}
          <div ref={newest} />
        </div>
      )}
      <div className={styles.foot}>
        <span role="status">
          {peek?.state === 'open' && t(peek.live ? 'explore.peekNote' : 'explore.peekStale')}
        </span>
        {act}
      </div>
    </div>
  );
}

function Row({ message }: { readonly message: PeekMessage }) {
  const { t, i18n } = useTranslation();
  const { sender, kind, text, sentAtMs } = message;
  const said = text === '' || kind === 'undecryptable' ? t(`timeline.preview.${kind}`) : text;
  return (
    <div className={styles.message}>
      <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />
      <div>
        <div className={styles.head}>
          <span className={styles.name}>
            <Name>{sender.name}</Name>
          </span>
          {sender.ambiguous && <span className={styles.meta}>{sender.userId}</span>}
          <time className={styles.meta} dateTime={new Date(sentAtMs).toISOString()}>
            {formatTime(sentAtMs, i18n.language)}
          </time>
        </div>
        <div className={styles.text} dir="auto">
          {said}
        </div>
      </div>
    </div>
  );
}
