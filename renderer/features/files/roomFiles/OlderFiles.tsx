// Loads older messages of a room for the list of its files, until some of them bring a file. A list of its own, so that the open
// conversation keeps its rows.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { newestQuery } from '#contract/firstPicture';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useList } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import styles from '../search/Search.module.css';

/** No timeline visits a room so often: the query is equal to none of theirs. */
const ownVisit = 1_000_000_000;
const pageSize = 100;
/** After so many pages without a file the person decides whether to go on. */
const pages = 10;

export interface OlderFilesProps {
  readonly roomId: string;
  /** How many files the list shows. */
  readonly count: number;
}

export function OlderFiles({ roomId, count }: OlderFilesProps) {
  const { t } = useTranslation();
  const { paginate, ready } = useList('timeline', {
    ...newestQuery({ roomId, threadId: null }),
    visit: ownVisit,
  });
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const latest = useRef({ count, open: true });
  latest.current.count = count;
  useEffect(() => {
    const { current } = latest;
    current.open = true;
    return () => void (current.open = false);
  }, []);
  const load = async () => {
    const { count: before } = latest.current;
    setError(null);
    setLoading(true);
    for (let page = 0; page < pages && latest.current.open; page += 1) {
      const result = await paginate('back', pageSize);
      if (!result.ok) setError(result.error);
      if (!result.ok || result.output.reachedStart || latest.current.count > before) break;
    }
    setLoading(false);
  };
  return (
    <div className={styles.older}>
      <AppErrorNote error={error} />
      <Button size="s" pending={loading} isDisabled={!ready} onPress={() => void load()}>
        {t('filePanels.roomFiles.older')}
      </Button>
    </div>
  );
}
