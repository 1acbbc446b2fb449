// Found messages as rows. Arrows move between them, Enter opens.
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { FoundMessage } from '#contract/areas/messages/search';
import { Hit, type HitActs } from './Hit';
import styles from './Search.module.css';

export interface HitsProps extends HitActs {
  readonly items: readonly FoundMessage[];
  /** The last rows are in view. */
  readonly onEnd: () => void;
  /** Up from the first row. */
  readonly onLeave: () => void;
  /** Rows of what is not on this computer. */
  readonly beyond: ReactNode;
}

export function Hits({ items, onEnd, onLeave, beyond, ...acts }: HitsProps) {
  const { opened } = acts;
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLLIElement>(null);
  // Back in the place: where it was left.
  const steps = useRef<ScrollLogicalPosition>('center');
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: steps.current });
    // Stepped to beside the chat: no further than into view.
    steps.current = 'nearest';
  }, [opened]);
  useEffect(() => {
    if (end.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEnd();
      },
      { root: list.current, rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [onEnd]);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = buttons.findIndex((button) => button === document.activeElement);
    const last = buttons.length - 1;
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (target < 0) onLeave();
    else buttons[Math.min(last, target)]?.focus();
  };
  return (
    <ul ref={list} className={styles.hits} aria-label={t('search.results')} onKeyDown={onKeyDown}>
      {items.map((hit) => (
        <li key={hit.key}>
          <Hit hit={hit} {...acts} />
        </li>
      ))}
      <li ref={end} aria-hidden="true" />
      {beyond}
    </ul>
  );
}
