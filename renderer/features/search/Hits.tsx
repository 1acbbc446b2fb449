// Found messages as rows: who, where, when, and the line with what was looked for marked. Arrows move between them, Enter opens.
import clsx from 'clsx';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundMessage } from '#contract/areas/search';
import { MediaAvatar } from '#app/MediaAvatar';
import { isDanger, TrustMark } from '#app/TrustMark';
import { marked } from '#ui/marked';
import { Name } from '#ui/Name';
import { formatFull, formatListTime } from '#ui/time';
import styles from './Search.module.css';

export interface HitsProps {
  readonly items: readonly FoundMessage[];
  readonly opened: string | null;
  readonly nowMs: number;
  readonly onOpen: (hit: FoundMessage) => void;
  /** The last rows are in view. */
  readonly onEnd: () => void;
  /** Up from the first row. */
  readonly onLeave: () => void;
}

export function Hits({ items, opened, nowMs, onOpen, onEnd, onLeave }: HitsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLLIElement>(null);
  // Back in the place: where it was left.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, []);
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
          <Hit hit={hit} nowMs={nowMs} opened={hit.key === opened} onOpen={() => onOpen(hit)} />
        </li>
      ))}
      <li ref={end} aria-hidden="true" />
    </ul>
  );
}

interface HitProps {
  readonly hit: FoundMessage;
  readonly nowMs: number;
  readonly opened: boolean;
  readonly onOpen: () => void;
}

function Hit({ hit, nowMs, opened, onOpen }: HitProps) {
  const { i18n } = useTranslation();
  const { sender, sentAtMs, trust } = hit;
  return (
    <button
      type="button"
      className={clsx(styles.hit, opened && styles.opened)}
      {...(opened ? { 'aria-current': 'true' as const } : {})}
      onClick={onOpen}
    >
      <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />
      <span className={styles.words}>
        <span className={styles.first}>
          <Name cut className={styles.name}>
            {sender.name}
          </Name>
          {isDanger(trust) && <TrustMark trust={trust} size={12} />}
          <Name cut className={styles.room}>
            {hit.roomName}
          </Name>
          <time
            className={styles.time}
            dateTime={new Date(sentAtMs).toISOString()}
            title={formatFull(sentAtMs, i18n.language)}
          >
            {formatListTime(sentAtMs, nowMs, i18n.language)}
          </time>
        </span>
        <span className={styles.text} dir="auto">
          {marked(hit.text, hit.marks, 'mark')}
        </span>
      </span>
    </button>
  );
}
