// Reactions as toggles, mine marked.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import styles from './Reactions.module.css';

export function Reactions({ item }: { readonly item: Message }): ReactNode {
  const { actions } = useTimelineScope();
  const { t, i18n } = useTranslation();
  if (item.reactions.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language);
  return (
    <div className={styles.reactions} role="group" aria-label={t('timeline.reactions')}>
      {item.reactions.map(({ key, count, mine, senders }) => {
        const names = list.format(senders);
        const label = t('timeline.reactedBy', { names, key });
        return (
          <button
            key={key}
            type="button"
            className={clsx(styles.reaction, mine !== null && styles.mine)}
            aria-pressed={mine !== null}
            aria-label={label}
            title={label}
            disabled={!item.actions.react && mine === null}
            onClick={() => actions.react(item, key)}
          >
            <span className={styles.key}>{key}</span>
            {count}
          </button>
        );
      })}
    </div>
  );
}
