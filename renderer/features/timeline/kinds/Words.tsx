// The text of a message: formatted, shortened if it is very long, with the mark of an edit. Shared by all kinds that have text.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import { RichText } from '../html/RichText';
import { LongText } from '../rows/LongText';
import styles from '../rows/Body.module.css';

/** Opens the versions of the message. Keyboard users have the menu instead: a tab stop at each edited message would be in the way. */
export function Edited({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  return (
    <>
      {' '}
      <button
        type="button"
        tabIndex={-1}
        className={styles.edited}
        title={t('timeline.editedShow')}
        onClick={() => actions.versions(item)}
      >
        {t('timeline.edited')}
      </button>
    </>
  );
}

interface WordsProps {
  readonly item: Message;
  readonly words: FormattedText;
}

export function Words({ item, words }: WordsProps): ReactNode {
  return (
    <LongText itemKey={item.key} text={words.text}>
      <RichText {...words} after={item.edited && <Edited item={item} />} />
    </LongText>
  );
}
