// The text of a message: formatted, shortened if it is very long, with the mark of an edit. Shared by all kinds that have text. The length
// decides what is long, not a measurement, so that nothing moves.
import clsx from 'clsx';
import { useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { Button } from '#ui/controls/Button';
import { IsTarget, useTimelineScope } from '../context';
import type { Message } from '../context';
import { RichText } from '../html/RichText';
import styles from '../rows/Body.module.css';

const mostCharacters = 2500;
const mostLines = 30;

export const isLong = (text: string): boolean =>
  text.length > mostCharacters || text.split('\n', mostLines + 1).length > mostLines;

interface LongTextProps {
  readonly itemKey: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** Shows about a screen of a very long text until the reader expands it, or goes to this message. */
export function LongText({ itemKey, text, children }: LongTextProps): ReactNode {
  const { opened } = useTimelineScope();
  const { t } = useTranslation();
  const isTarget = useContext(IsTarget);
  const [open, setOpen] = useState(() => opened.has(itemKey));
  const [aimed, setAimed] = useState(false);
  if (!isLong(text)) return children;
  if (aimed !== isTarget) {
    setAimed(isTarget);
    if (isTarget) {
      opened.add(itemKey);
      setOpen(true);
    }
  }
  const toggle = (): void => {
    if (open) opened.delete(itemKey);
    else opened.add(itemKey);
    setOpen(!open);
  };
  return (
    <>
      <div className={clsx(!open && styles.cut)}>{children}</div>
      <Button variant="text" size="s" flush onPress={toggle} aria-expanded={open}>
        {t(open ? 'timeline.showLess' : 'timeline.showAll')}
      </Button>
    </>
  );
}

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
        data-unsaid
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
