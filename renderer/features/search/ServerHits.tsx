// Hits of the homeserver beyond this computer: asked for by a press, drawn behind the local hits.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { FoundOnServer, SearchQuery, ServerSearch } from '#contract/areas/messages/search';
import type { AppError } from '#contract/wire/errors';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Hit, type HitActs } from './Hit';
import styles from './Search.module.css';

type ServerHit = FoundOnServer['hits'][number];

export interface ServerSearchState {
  /** The server can add something to this search, and nobody has asked it yet. */
  readonly offered: boolean;
  /** Null until it was asked. */
  readonly hits: readonly ServerHit[] | null;
  readonly more: boolean;
  readonly running: boolean;
  readonly error: AppError | null;
  /** Asks, and then for each further page. */
  readonly ask: () => void;
}

/** The conditions that the server's search can be held to; null where it cannot help. */
function askable({
  text,
  roomId,
  room,
  sender,
  fromMs,
  toMs,
  has,
}: SearchQuery): ServerSearch | null {
  if (text.trim() === '' || has.length > 0) return null;
  return { text, roomId, room, sender, fromMs, toMs };
}

/** State of the search on the server; a new query drops the results of the one before. `encrypted`: the only searched room is. */
export function useServerSearch(query: SearchQuery, encrypted: boolean): ServerSearchState {
  const call = useEngineCall();
  const { value: sync } = useValue('sync', {});
  const { value: coverage } = useValue('searchCoverage', { roomId: query.roomId });
  // All messages of the only searched room are here, and so is whatever the server could find.
  const isHere = coverage?.room?.complete === true && coverage.filling === null;
  const search = encrypted || isHere ? null : askable(query);
  const key = JSON.stringify(search);
  const wanted = useRef(key);
  const [found, setFound] = useState<FoundOnServer | null>(null);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    wanted.current = key;
    setFound(null);
    setRunning(false);
    setError(null);
  }, [key]);
  const ask = async (): Promise<void> => {
    if (search === null || running) return;
    setRunning(true);
    setError(null);
    const result =
      found === null
        ? await call('searchServer', search)
        : await call('searchServerMore', { searchId: found.searchId });
    if (wanted.current !== key) return;
    setRunning(false);
    if (!result.ok) return setError(result.error);
    const known = found?.hits ?? [];
    const ids = new Set(known.map(({ eventId }) => eventId));
    const fresh = result.output.hits.filter(({ eventId }) => !ids.has(eventId));
    setFound({ ...result.output, hits: [...known, ...fresh] });
  };
  return {
    offered: search !== null && found === null && sync?.phase !== 'offline',
    hits: found?.hits ?? null,
    more: found?.more ?? false,
    running,
    error,
    ask: () => void ask(),
  };
}

export interface ServerHitsProps extends HitActs {
  readonly search: ServerSearchState;
}

/** Rows of the list of hits. */
export function ServerHits({ search, ...acts }: ServerHitsProps) {
  const { t } = useTranslation();
  const { offered, hits, more, running, error, ask } = search;
  return (
    <>
      {hits !== null && (
        <li className={styles.beyond}>
          <span role="status">
            {hits.length === 0 && !more ? t('search.server.none') : t('search.server.head')}
          </span>
        </li>
      )}
      {hits?.map((hit) => (
        <li key={hit.key}>
          <Hit hit={hit} before={hit.before} after={hit.after} {...acts} />
        </li>
      ))}
      {(offered || more || error !== null) && (
        <li className={styles.ask}>
          <AppErrorNote error={error} />
          <Button size="s" pending={running} onPress={ask}>
            {offered ? t('search.server.ask') : t('search.server.more')}
          </Button>
          {offered && <span className={styles.hint}>{t('search.server.hint')}</span>}
        </li>
      )}
    </>
  );
}
