// The reactions to a message as toggle buttons; the reader's own are marked.
import clsx from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import { useTip } from '#ui/controls/Tooltip';
import { useTimelineScope } from '../context';
import type { Reaction } from '#contract/areas/messages/timelineModels';
import type { Message } from '../context';
import { ReactionKey, saidOf } from './ReactionKey';
import styles from './Reactions.module.css';

/** Further kinds of reactions are behind a button. */
const shownKinds = 20;
const namedPeople = 20;

interface ChipProps {
  readonly reaction: Reaction;
  /** Names of the people who reacted. */
  readonly names: string;
  readonly allowed: boolean;
  readonly onPress: () => void;
}

function Chip({ reaction, names, allowed, onPress }: ChipProps): ReactNode {
  const { t } = useTranslation();
  const { count, mine } = reaction;
  const { ref, control, tip } = useTip<HTMLButtonElement>(
    t('timeline.reactedBy', { names, key: isolate(saidOf(reaction)) }),
  );
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={clsx(styles.reaction, mine !== null && styles.mine)}
        aria-pressed={mine !== null}
        // `aria-disabled` instead of `disabled`, so that the tooltip with the names still works.
        aria-disabled={!allowed}
        onClick={() => allowed && onPress()}
        {...control}
      >
        <ReactionKey reaction={reaction} />
        {count}
        <span className={styles.spoken}>{names}</span>
      </button>
      {tip}
    </>
  );
}

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
      ? list.format(senders.map(isolate))
      : t('timeline.moreNames', {
          names: senders.slice(0, namedPeople).map(isolate).join(', '),
          count: senders.length - namedPeople,
        });
  return (
    <div className={styles.reactions} role="group" aria-label={t('timeline.reactions')}>
      {shown.map((reaction) => (
        <Chip
          key={reaction.key}
          reaction={reaction}
          names={namesOf(reaction.senders)}
          allowed={item.actions.react || reaction.mine !== null}
          onPress={() => actions.react(item, reaction.key)}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className={styles.reaction} onClick={() => setAll(true)}>
          {t('timeline.moreReactions', { count: hidden })}
        </button>
      )}
    </div>
  );
}
