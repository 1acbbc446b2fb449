// Above the messages, after a search led to one of them: how many were found, and the way to the next and the one before. The search itself
// stays where it was left.
import { ChevronDown, ChevronUp, List, Search, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { tinykeys } from 'tinykeys';
import words from '#contract/locales/hits.en.json';
import type { FoundMessage } from '#contract/areas/messages/search';
import { useSteadyList } from '#app/hooks';
import { addWords } from '#app/i18n';
import {
  hitOpened,
  placeOpened,
  roomSearchChanged,
  roomSearchOpened,
  searchChanged,
} from '#app/places/navigation';
import type { SearchOf } from '#app/places/searching';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { keyNames } from '#ui/focus/keys';
import { isAsked, queryOf } from './conditions';
import { useFoundWords } from './useFoundWords';
import styles from './HitBar.module.css';

addWords(words);

const pageSize = 50;

interface Hits {
  readonly items: readonly FoundMessage[];
  /** Position of the opened message among the hits; its last position once it is not found any more. */
  readonly index: number;
  /** There are no more than these. */
  readonly complete: boolean;
}

/** The hits of the search that led here, loaded as far as the one that was opened and one page on. */
function useHits(of: SearchOf, roomId: string): Hits {
  const state = useAppSelector(({ navigation }) => navigation[of]);
  const query = queryOf(state, pageSize, of === 'roomSearch' ? roomId : null);
  const { items: all, ready, paginate } = useSteadyList('search', isAsked(query) ? query : null);
  // Files of folders stand in no chat.
  const items = all.filter(({ folder }) => folder === null);
  const found = items.findIndex(({ key }) => key === state.opened);
  const last = useRef(0);
  const complete = useRef(false);
  if (found >= 0) last.current = found;
  const near = found < 0 || found >= items.length - 2;
  useEffect(() => {
    if (!ready || !near || complete.current) return;
    void paginate('forward', pageSize).then((page) => {
      if (page.ok && page.output.reachedEnd === true) complete.current = true;
    });
  }, [ready, near, all.length, paginate]);
  const index = found >= 0 ? found : Math.min(last.current, Math.max(0, items.length - 1));
  return { items, index, complete: complete.current || all.length % pageSize !== 0 };
}

export interface HitBarProps {
  readonly of: SearchOf;
  /** The room that is open. */
  readonly roomId: string;
}

export function HitBar({ of, roomId }: HitBarProps): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { items, index, complete } = useHits(of, roomId);
  const allShown = useAppSelector(({ navigation }) => navigation.sidePanel === 'search');
  const open = (by: number): void => {
    const hit = items[index + by];
    if (hit === undefined) return;
    dispatch(hitOpened({ of, key: hit.key, roomId: hit.roomId, eventId: hit.eventId }));
  };
  const step = useRef(open);
  step.current = open;
  useEffect(() => {
    const go = (by: number) => (event: KeyboardEvent) => {
      event.preventDefault();
      step.current(by);
    };
    return tinykeys(
      window,
      { F3: go(1), 'Shift+F3': go(-1), '$mod+g': go(1), '$mod+Shift+g': go(-1) },
      { ignore: (event) => event.isComposing },
    );
  }, []);
  const hit = items[index];
  useFoundWords(hit === undefined ? [] : hit.marks.map(({ from, to }) => hit.text.slice(from, to)));
  const place = { number: items.length === 0 ? 0 : index + 1, count: items.length };
  return (
    <section className={styles.bar} aria-label={t('hits.bar')}>
      <Icon icon={Search} size={16} />
      <span className={styles.number} role="status">
        {t(complete ? 'hits.number' : 'hits.numberMore', place)}
      </span>
      <IconButton
        label={t('hits.previous')}
        icon={ChevronUp}
        size="s"
        shortcut={`${keyNames.shift}F3`}
        isDisabled={index <= 0}
        onPress={() => open(-1)}
      />
      <IconButton
        label={t('hits.next')}
        icon={ChevronDown}
        size="s"
        shortcut="F3"
        isDisabled={index >= items.length - 1}
        onPress={() => open(1)}
      />
      <span className={styles.gap} />
      {!(of === 'roomSearch' && allShown) && (
        <IconButton
          label={t('hits.all')}
          icon={List}
          size="s"
          onPress={() =>
            dispatch(of === 'search' ? placeOpened('search') : roomSearchOpened(roomId))
          }
        />
      )}
      <IconButton
        label={t('hits.close')}
        icon={X}
        size="s"
        onPress={() => {
          const ended = { stepping: false };
          dispatch(of === 'search' ? searchChanged(ended) : roomSearchChanged(ended));
        }}
      />
    </section>
  );
}
