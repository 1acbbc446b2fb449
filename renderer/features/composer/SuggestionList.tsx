// The offered people or emoji above the field. Pressed with the mouse or chosen by the keys of the field; never focused itself.
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaAvatar } from '#app/MediaAvatar';
import { Name } from '#ui/Name';
import styles from './SuggestionList.module.css';
import type { Suggestion, Suggestions } from './useSuggestions';

function Option({ item }: { readonly item: Suggestion }): ReactNode {
  if (item.userId === null)
    return (
      <>
        <span className={styles.emoji}>{item.insert}</span>
        <span className={styles.name}>{item.name}</span>
      </>
    );
  return (
    <>
      <MediaAvatar id={item.userId} name={item.name} avatar={item.avatar} size={24} />
      <Name cut className={styles.name}>
        {item.name}
      </Name>
      <Name cut className={styles.id}>
        {item.userId}
      </Name>
    </>
  );
}

export function SuggestionList({ suggestions }: { readonly suggestions: Suggestions }): ReactNode {
  const { t } = useTranslation();
  const { items, active, kind, listId, optionId, pick } = suggestions;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  if (items.length === 0) return null;
  return (
    <ul
      ref={list}
      id={listId}
      role="listbox"
      className={styles.list}
      aria-label={t(kind === 'person' ? 'composer.people' : 'composer.emojiFound')}
    >
      {items.map((item, index) => (
        <li
          key={item.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={clsx(styles.item, index === active && styles.active)}
          // The field may not lose the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(index)}
        >
          <Option item={item} />
        </li>
      ))}
    </ul>
  );
}
