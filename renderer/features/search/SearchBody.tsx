// A search, wherever it stands: a field, what narrows it, the messages found, and how far back was searched.
import { Search, SearchX } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FoundMessage } from '#contract/areas/messages/search';
import { AppErrorNote } from '#app/errors';
import { useSteadyList, useValue } from '#app/hooks';
import { fileRevealed } from '#app/places/filesPlace';
import { placeOpened } from '#app/places/navigation';
import type { SearchState } from '#app/places/searching';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { SkeletonRows } from '#ui/layout/Spinner';
import { isAsked, queryOf } from './conditions';
import { Coverage } from './Coverage';
import { FileOfHit } from './FileOfHit';
import { Hits } from './Hits';
import { SearchTop } from './SearchTop';
import { ServerHits, useServerSearch, type ServerSearchState } from './ServerHits';
import { useSteps } from './useSteps';
import styles from './Search.module.css';

const firstHits = 50;
const mostHits = 2_000;

export interface SearchBodyProps {
  readonly state: SearchState;
  /** The one room that is searched; null: what the conditions say. */
  readonly oneRoom?: string | null;
  readonly fieldId: string;
  readonly fieldLabel: string;
  /** Before anything is asked. */
  readonly start: { readonly title: string; readonly text: string };
  /** Beside the field. */
  readonly lead?: ReactNode;
  /** Escape in the field empties it, as long as something is in it. */
  readonly escapeClears?: boolean;
  readonly onChange: (change: Partial<SearchState>) => void;
  /** `listed`: the next one and the one before can be stepped to. */
  readonly onOpen: (hit: FoundMessage, listed: boolean) => void;
}

export function SearchBody(props: SearchBodyProps) {
  const { state, oneRoom = null, fieldId, fieldLabel, start, lead, escapeClears = false } = props;
  const { onChange, onOpen } = props;
  const { t } = useTranslation();
  const nowMs = useNow();
  const dispatch = useAppDispatch();
  /** Its file is looked at. */
  const [viewed, setViewed] = useState<FoundMessage | null>(null);
  const change = (next: Partial<SearchState>): void => onChange({ opened: null, ...next });
  const query = queryOf(state, firstHits, oneRoom);
  const asked = isAsked(query);
  const { items, ready, stale, error, paginate } = useSteadyList('search', asked ? query : null);
  const step = useSteps({ items, stale, opened: state.opened, onOpen: (hit) => onOpen(hit, true) });
  const more = useCallback(() => void paginate('forward', firstHits), [paginate]);
  const inRoom = useValue('room', query.roomId === null ? null : { roomId: query.roomId });
  const server = useServerSearch(query, inRoom.value?.encrypted === true);
  const toField = (): void => document.getElementById(fieldId)?.focus();
  const acts = {
    opened: state.opened,
    nowMs,
    oneRoom: oneRoom !== null,
    // A hit of the homeserver alone stands in no list of this computer, so there is no next hit.
    onOpen: (hit: FoundMessage) => {
      if (hit.inFile === null) return onOpen(hit, items.includes(hit));
      change({ opened: hit.key });
      setViewed(hit);
    },
  };
  const hasFiles = items.some(({ folder }) => folder !== null);
  const foundWords = hasFiles ? 'search.foundFiles' : 'search.found';
  return (
    <>
      <SearchTop
        {...{ state, oneRoom, fieldId, fieldLabel, lead, escapeClears, nowMs }}
        onChange={change}
        onStep={(by) => (asked || by === null ? step(by) : undefined)}
      />
      <AppErrorNote error={error} />
      {asked && !ready && error === null && (
        <SkeletonRows count={5} label={t('search.searching')} />
      )}
      {asked && ready && items.length > 0 && (
        <p className={styles.count} role="status">
          {items.length >= mostHits
            ? t('search.foundMost', { count: items.length })
            : // A full page may not be all: the next one is fetched when its end is near.
              t(items.length % firstHits === 0 ? 'search.foundSome' : foundWords, {
                count: items.length,
              })}
        </p>
      )}
      {asked && ready && items.length === 0 && server.hits === null && (
        <NothingFound
          server={server}
          narrowed={state.conditions.length > 0}
          worded={query.text !== ''}
          onWiden={() => {
            change({ conditions: [] });
            toField();
          }}
        />
      )}
      {asked && ready && (items.length > 0 || server.hits !== null) && (
        <Hits
          items={items}
          {...acts}
          onEnd={more}
          onLeave={toField}
          beyond={<ServerHits search={server} {...acts} />}
        />
      )}
      {!asked && <EmptyState icon={Search} {...start} />}
      {asked && <Coverage key={query.roomId} roomId={query.roomId} nowMs={nowMs} />}
      {viewed !== null && (
        <FileOfHit
          key={viewed.key}
          hit={viewed}
          onClose={() => setViewed(null)}
          onGoTo={() => {
            setViewed(null);
            if (viewed.folder === null) return onOpen(viewed, items.includes(viewed));
            dispatch(fileRevealed({ roomId: viewed.roomId, entryId: viewed.eventId }));
            dispatch(placeOpened('files'));
          }}
        />
      )}
    </>
  );
}

interface NothingFoundProps {
  readonly server: ServerSearchState;
  /** Conditions are there. */
  readonly narrowed: boolean;
  /** Words are there. */
  readonly worded: boolean;
  readonly onWiden: () => void;
}

/** With what may find it: a wider search, and the server's. */
function NothingFound({ server, narrowed, worded, onWiden }: NothingFoundProps) {
  const { t } = useTranslation();
  const { offered, running, error, ask } = server;
  const text = t(
    !narrowed ? 'search.noneText' : worded ? 'search.noneNarrowed' : 'search.noneFits',
  );
  return (
    <EmptyState
      icon={SearchX}
      title={t('search.noneTitle')}
      text={offered ? `${text} ${t('search.server.may')}` : text}
    >
      {narrowed && (
        <Button size="s" onPress={onWiden}>
          {t('search.widen')}
        </Button>
      )}
      {offered && (
        <Button size="s" pending={running} onPress={ask}>
          {t('search.server.ask')}
        </Button>
      )}
      <AppErrorNote error={error} />
    </EmptyState>
  );
}
