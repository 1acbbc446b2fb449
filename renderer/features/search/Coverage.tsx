// How far back was searched, and in one room the way to fetch what is not on this computer.
import { Database } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { daysBetween, formatDay, formatTime } from '#ui/text/time';
import styles from './Search.module.css';

export interface CoverageProps {
  /** Null: all rooms. */
  readonly roomId: string | null;
  readonly nowMs: number;
}

/** Words for a time: the clock time for today, else the day. */
const sinceWords = (ms: number, nowMs: number, language: string): string =>
  daysBetween(ms, nowMs) === 0
    ? formatTime(ms, language)
    : formatDay(ms, nowMs, language, 'within');

export function Coverage({ roomId, nowMs }: CoverageProps) {
  const { t, i18n } = useTranslation();
  const { value } = useValue('searchCoverage', { roomId });
  const { value: sync } = useValue('sync', {});
  const { running, error, start, stop } = useFetchOlder(roomId);
  if (value === undefined) return null;
  const { filling, room } = value;
  const far =
    room === null
      ? t('search.here')
      : room.complete
        ? t('search.complete')
        : room.sinceMs === null
          ? t('search.nothingHere')
          : t('search.since', { day: sinceWords(room.sinceMs, nowMs, i18n.language) });
  const more = room !== null && !room.complete;
  const offline = sync?.phase === 'offline';
  return (
    <footer className={styles.foot}>
      <Icon icon={Database} />
      <span className={styles.far} role="status">
        {running ? `${t('search.fetching')} ${far}` : far}
        {filling !== null && (
          <span> {t('search.filling', { percent: Math.floor(filling * 100) })}</span>
        )}
        {more && offline && <span> {t('search.offline')}</span>}
      </span>
      {more && running && (
        <Button size="s" onPress={stop}>
          {t('search.stop')}
        </Button>
      )}
      {more && !running && !offline && (
        <Button size="s" onPress={start}>
          {t('search.fetch')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </footer>
  );
}

/** Fetches page after page until the room is complete, it fails, somebody stops it, or another room is asked for. */
function useFetchOlder(roomId: string | null) {
  const call = useEngineCall();
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const wanted = useRef<string | null>(null);
  const stop = useCallback(() => {
    wanted.current = null;
    setRunning(false);
  }, []);
  useEffect(() => stop, [stop, roomId]);
  const start = async (): Promise<void> => {
    if (roomId === null) return;
    wanted.current = roomId;
    setRunning(true);
    setError(null);
    while (wanted.current === roomId) {
      const result = await call('fetchOlder', { roomId });
      if (wanted.current !== roomId) return;
      if (!result.ok) setError(result.error);
      if (!result.ok || result.output.complete) return stop();
    }
  };
  return { running, error, start: () => void start(), stop };
}
