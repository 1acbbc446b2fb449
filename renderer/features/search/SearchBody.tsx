// A search, wherever it stands: a field, what narrows it, the messages found, and how far back was searched.
import { Search, SearchX, X } from 'lucide-react';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FoundMessage } from '#contract/areas/messages/search';
import { AppErrorNote } from '#app/errors';
import { useSteadyList, useValue } from '#app/hooks';
import { fileRevealed } from '#app/places/filesPlace';
import { placeOpened } from '#app/places/navigation';
import type { SearchState } from '#app/places/searching';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { EmptyState } from '#ui/layout/EmptyState';
import { IconButton } from '#ui/controls/IconButton';
import { SkeletonRows } from '#ui/layout/Spinner';
import { TextField } from '#ui/controls/TextField';
import { Conditions } from './Conditions';
import { isAsked, queryOf, readTyped, withCondition } from './conditions';
import { Coverage } from './Coverage';
import { FileOfHit } from './FileOfHit';
import { Hits } from './Hits';
import { ServerHits, useServerSearch } from './ServerHits';
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
  const top = useRef<HTMLDivElement>(null);
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
    // What only the homeserver has: no list of this computer leads on from it.
    onOpen: (hit: FoundMessage) => {
      if (hit.inFile === null) return onOpen(hit, items.includes(hit));
      change({ opened: hit.key });
      setViewed(hit);
    },
  };
  const hasFiles = items.some(({ folder }) => folder !== null);
  const foundWords = hasFiles ? 'search.foundFiles' : 'search.found';
  const read = (text: string, done = false): void => {
    const typed = readTyped(text, state.conditions, { done, oneRoom: oneRoom !== null });
    const isSame = typed.text === state.text && typed.conditions === state.conditions;
    if (!isSame || oneRoom === null) change(typed);
    if (!isSame) step(null);
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    // Of the window: to the next chat, say.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { text, conditions } = state;
    // From an opened hit on F3 is the bar's.
    const steps = event.key === 'Enter' || (event.key === 'F3' && state.opened === null);
    if (event.key === 'Enter') read(text, true);
    else if (event.key === 'Escape' && escapeClears && text !== '') change({ text: '' });
    else if (event.key === 'ArrowDown')
      top.current?.parentElement?.querySelector<HTMLElement>('li > button[data-hit]')?.focus();
    else if (event.key === 'Backspace' && text === '' && conditions.length > 0)
      change({ conditions: conditions.slice(0, -1) });
    else if (!steps || oneRoom === null) return;
    if (steps && oneRoom !== null && asked) step(event.shiftKey ? -1 : 1);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div ref={top} className={styles.top}>
        <div className={styles.line} onKeyDown={onFieldKey}>
          {lead}
          <TextField
            id={fieldId}
            className={styles.field}
            label={fieldLabel}
            labelHidden
            icon={Search}
            autoFocus
            placeholder={fieldLabel}
            value={state.text}
            spellCheck="false"
            onChange={(text) => read(text)}
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
          oneRoom={oneRoom !== null}
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
            : // A full page may not be all: the next one is fetched when its end is near.
              t(items.length % firstHits === 0 ? 'search.foundSome' : foundWords, {
                count: items.length,
              })}
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
            dispatch(placeOpened('files'));
            dispatch(fileRevealed({ roomId: viewed.roomId, entryId: viewed.eventId }));
          }}
        />
      )}
    </>
  );
}
