// Reactions as toggles, mine marked.
import clsx from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import styles from './Reactions.module.css';

/** More kinds than this stand behind a button. */
const shownKinds = 20;
const namedPeople = 20;

export function Reactions({ item }: { readonly item: Message }): ReactNode {
  const { actions } = useTimelineScope();
  const { t, i18n } = useTranslation();
  const [all, setAll] = useState(false);
  if (item.reactions.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language);
  const shown = all ? item.reactions : item.reactions.slice(0, shownKinds);
  const hidden = item.reactions.length - shown.length;
  const namesOf = (senders: readonly string[]): string =>
    senders.length <= namedPeople
      ? list.format(senders)
      : t('timeline.moreNames', {
          names: senders.slice(0, namedPeople).join(', '),
          count: senders.length - namedPeople,
        });
  return (
    <div className={styles.reactions} role="group" aria-label={t('timeline.reactions')}>
      {shown.map(({ key, count, mine, senders }) => {
        const label = t('timeline.reactedBy', { names: namesOf(senders), key });
        return (
          <button
            key={key}
            type="button"
            className={clsx(styles.reaction, mine !== null && styles.mine)}
            aria-pressed={mine !== null}
            title={label}
            disabled={!item.actions.react && mine === null}
            onClick={() => actions.react(item, key)}
          >
            <bdi className={styles.key}>{key}</bdi>
            {count}
          </button>
        );
      })}
      {hidden > 0 && (
        <button type="button" className={styles.reaction} onClick={() => setAll(true)}>
          {t('timeline.moreReactions', { count: hidden })}
        </button>
      )}
    </div>
  );
}
