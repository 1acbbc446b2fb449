// The place Search: a field, what narrows the search, the messages found, and how far back was searched.
import { ArrowLeft, Search, SearchX, X } from 'lucide-react';
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundMessage } from '#contract/areas/search';
import { AppErrorNote } from '#app/errors';
import { useSteadyList, useValue } from '#app/hooks';
import { hitOpened, messageShown, searchChanged, type SearchState } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useNow } from '#app/useNow';
import { EmptyState } from '#ui/EmptyState';
import { IconButton } from '#ui/IconButton';
import { SkeletonRows } from '#ui/Spinner';
import { TextField } from '#ui/TextField';
import { Conditions } from './Conditions';
import { isAsked, queryOf, readTyped, withCondition } from './conditions';
import { Coverage } from './Coverage';
import { searchFieldId } from './field';
import { Hits } from './Hits';
import { ServerHits, useServerSearch } from './ServerHits';
import styles from './Search.module.css';

const firstHits = 50;
const mostHits = 2_000;

export interface SearchPlaceProps {
  /** The thin status line, above everything. */
  readonly status: ReactNode;
  /** In narrow windows: to the list of chats. */
  readonly onBack: () => void;
}

export function SearchPlace({ status, onBack }: SearchPlaceProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ navigation }) => navigation.search);
  const nowMs = useNow();
  const place = useRef<HTMLElement>(null);
  const change = (next: Partial<SearchState>): void => {
    dispatch(searchChanged({ opened: null, ...next }));
  };
  const query = queryOf(state, firstHits);
  const asked = isAsked(query);
  const { items, ready, error, paginate } = useSteadyList('search', asked ? query : null);
  const more = useCallback(() => void paginate('forward', firstHits), [paginate]);
  const inRoom = useValue('room', query.roomId === null ? null : { roomId: query.roomId });
  const server = useServerSearch(query, inRoom.value?.encrypted === true);
  const toField = (): void => document.getElementById(searchFieldId)?.focus();
  const open = (hit: FoundMessage): void => {
    const { key, roomId, eventId } = hit;
    if (items.includes(hit)) return void dispatch(hitOpened({ key, roomId, eventId }));
    // Of the homeserver: no list of this computer leads on from it.
    dispatch(searchChanged({ opened: key, stepping: false }));
    return void dispatch(messageShown({ roomId, eventId }));
  };
  const acts = { opened: state.opened, nowMs, onOpen: open };
  const onFieldKey = (event: KeyboardEvent): void => {
    const { text, conditions } = state;
    if (event.key === 'Enter') change(readTyped(text, conditions, true));
    else if (event.key === 'Escape' && text !== '') change({ text: '' });
    else if (event.key === 'ArrowDown')
      place.current?.querySelector<HTMLElement>('li > button')?.focus();
    else if (event.key === 'Backspace' && text === '' && conditions.length > 0)
      change({ conditions: conditions.slice(0, -1) });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <main ref={place} className={styles.place}>
      {status}
      <h1 className={styles.heading}>{t('search.title')}</h1>
      <div className={styles.top}>
        <div className={styles.line} onKeyDown={onFieldKey}>
          <IconButton
            label={t('search.back')}
            icon={ArrowLeft}
            directional
            className={styles.back}
            onPress={onBack}
          />
          <TextField
            id={searchFieldId}
            className={styles.field}
            label={t('search.field')}
            labelHidden
            icon={Search}
            autoFocus
            placeholder={t('search.field')}
            value={state.text}
            spellCheck="false"
            onChange={(text) => change(readTyped(text, state.conditions))}
            suffix={
              state.text === '' ? undefined : (
                <IconButton
                  label={t('search.clear')}
                  icon={X}
                  size="s"
                  onPress={() => {
                    change({ text: '' });
                    toField();
                  }}
                />
              )
            }
          />
        </div>
        <Conditions
          conditions={state.conditions}
          nowMs={nowMs}
          onAdd={(one) => change({ conditions: withCondition(state.conditions, one) })}
          onRemove={(one) => {
            change({ conditions: state.conditions.filter((other) => other !== one) });
            toField();
          }}
          onType={(operator) => {
            change({ text: `${state.text.trimEnd()} ${operator}`.trimStart() });
            toField();
          }}
        />
      </div>
      <AppErrorNote error={error} />
      {asked && !ready && error === null && (
        <SkeletonRows count={5} label={t('search.searching')} />
      )}
      {asked && ready && items.length > 0 && (
        <p className={styles.count} role="status">
          {items.length >= mostHits
            ? t('search.foundMost', { count: items.length })
            : t('search.found', { count: items.length })}
        </p>
      )}
      {asked && ready && items.length === 0 && server.hits === null && (
        <EmptyState icon={SearchX} title={t('search.noneTitle')} text={t('search.noneText')} />
      )}
      {asked && ready && (items.length > 0 || server.offered || server.hits !== null) && (
        <Hits
          items={items}
          {...acts}
          onEnd={more}
          onLeave={toField}
          beyond={<ServerHits search={server} {...acts} />}
        />
      )}
      {!asked && (
        <EmptyState icon={Search} title={t('search.startTitle')} text={t('search.startText')} />
      )}
      <Coverage key={query.roomId} roomId={query.roomId} nowMs={nowMs} />
    </main>
  );
}
