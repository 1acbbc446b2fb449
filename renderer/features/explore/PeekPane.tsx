// The preview of a room without joining: the number of members, the latest messages with new ones as they come, and the button to join.
import { Eye, Lock } from 'lucide-react';
import clsx from 'clsx';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/explore.en.json';
import type { Peek } from '#contract/areas/rooms/directoryModels';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { isFocusLost } from '#ui/focus/lostFocus';
import { EmptyState } from '#ui/layout/EmptyState';
import { Waiting } from '#ui/layout/Spinner';
import { Icon } from '#ui/marks/Icon';
import { RoomTimeline } from '../timeline';
import styles from './Explore.module.css';

addWords(words);

export interface PeekPaneProps {
  readonly roomId: string;
  /** The button that enters the room. */
  readonly act: ReactNode;
  /** Called with the number of people, for the header; null: it is not known. */
  readonly onPeople: (people: number | null) => void;
}

/** The reason why a room cannot be previewed; null: the general error text is shown. */
function refusalOf({ code }: AppError): 'guests' | 'members' | 'unknown' | null {
  if (code === 'guest_forbidden') return 'guests';
  if (code === 'forbidden') return 'members';
  return code === 'not_found' || code === 'unsupported_server' ? 'unknown' : null;
}

function Refused({ error, act }: { readonly error: AppError; readonly act: ReactNode }) {
  const { t } = useTranslation();
  const why = refusalOf(error);
  return (
    <EmptyState
      icon={Eye}
      title={t('explore.peekRefused')}
      {...(why !== null && { text: t(`explore.peekNot.${why}`) })}
    >
      {why === null && <AppErrorNote error={error} />}
      {act}
    </EmptyState>
  );
}

function noteOf({ ended, live }: Peek): 'peekEnded' | 'peekNote' | 'peekStale' {
  if (ended) return 'peekEnded';
  return live ? 'peekNote' : 'peekStale';
}

/** The messages take the focus when they are loaded, unless the person has moved it, so that keys scroll them at once. */
function Said({ roomId }: { readonly roomId: string }) {
  const place = useRef<HTMLDivElement>(null);
  /** The focus came by itself: no ring is drawn until it goes and comes back. */
  const [placed, setPlaced] = useState(false);
  const conversation = useMemo(() => ({ roomId, threadId: null }), [roomId]);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const before = document.activeElement;
    const take = (): void => {
      const log = current.querySelector<HTMLElement>('[role="log"]');
      if (log === null) return;
      coming.disconnect();
      if (!isFocusLost() && document.activeElement !== before) return;
      log.focus({ preventScroll: true });
      setPlaced(true);
    };
    const coming = new MutationObserver(take);
    coming.observe(current, { childList: true, subtree: true });
    take();
    return () => coming.disconnect();
  }, []);
  return (
    <div
      ref={place}
      className={clsx(styles.said, placed && styles.placed)}
      onBlur={() => setPlaced(false)}
    >
      <RoomTimeline conversation={conversation} peek />
    </div>
  );
}

export function PeekPane({ roomId, act, onPeople }: PeekPaneProps) {
  const { t } = useTranslation();
  const { value: peek, error } = useValue('peek', { roomId });
  const people = peek?.state === 'open' ? peek.people : null;
  useEffect(() => {
    onPeople(people);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each number
  }, [people]);
  const failure = peek?.state === 'failed' ? peek.error : error;
  if (failure !== null) return <Refused error={failure} act={act} />;
  return (
    <div className={styles.peek}>
      {(peek === undefined || peek.state === 'opening') && (
        <Waiting label={t('explore.peekOpening')} />
      )}
      {peek?.state === 'open' && (
        <>
          {peek.encrypted && (
            <p className={styles.closed}>
              <Icon icon={Lock} /> {t('explore.peekEncrypted')}
            </p>
          )}
          <Said roomId={roomId} />
        </>
      )}
      <div className={styles.foot}>
        <p role="status" className={styles.note}>
          {peek?.state === 'open' && t(`explore.${noteOf(peek)}`)}
        </p>
        {act}
      </div>
    </div>
  );
}
