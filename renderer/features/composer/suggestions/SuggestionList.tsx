// The offered people, rooms or emoji above the field. Pressed with the mouse or chosen by the keys of the field; never focused itself.
import clsx from 'clsx';
import { Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useMediaUrl } from '#app/context';
import { MediaAvatar } from '#app/MediaAvatar';
import { Icon } from '#ui/marks/Icon';
import { LaterImage } from '#ui/marks/laterImage';
import { Name } from '#ui/text/Name';
import styles from './SuggestionList.module.css';
import type { Suggestion, Suggestions } from './useSuggestions';

const labels = {
  person: 'composer.people',
  room: 'composer.rooms',
  emoji: 'composer.emojiFound',
  command: 'commands.title',
} as const;

function Option({ item }: { readonly item: Suggestion }): ReactNode {
  const { id, name, about, picture, avatar, insertion } = item;
  const url = useMediaUrl();
  if (picture === 'custom')
    return (
      <>
        <LaterImage className={styles.custom} src={url(avatar)} text="" />
        <span className={styles.name}>{insertion.text}</span>
      </>
    );
  if (picture === 'none')
    return (
      <>
        <span className={styles.emoji}>{insertion.text}</span>
        <span className={styles.name}>{name}</span>
      </>
    );
  if (picture === 'command')
    return (
      <>
        <span className={styles.command}>{name}</span>
        <span className={styles.id}>{about}</span>
      </>
    );
  return (
    <>
      {picture === 'everybody' ? (
        <span className={styles.sign}>
          <Icon icon={Users} />
        </span>
      ) : (
        <MediaAvatar id={id} name={name} avatar={avatar} size={24} />
      )}
      <Name cut className={styles.name}>
        {name}
      </Name>
      {about !== null && (
        <Name cut className={styles.id}>
          {about}
        </Name>
      )}
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
  return (
    <ul
      ref={list}
      id={listId}
      role="listbox"
      // A list that scrolls can get the focus by keys in browsers, so it has a `tabIndex`.
      tabIndex={0}
      className={styles.list}
      aria-label={t(labels[kind])}
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
