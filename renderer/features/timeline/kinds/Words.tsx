// What somebody wrote, as it was formatted, cut where it is very long, and the mark of an edit. Shared by the kinds that have words.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormattedText } from '#contract/areas/messageModels';
import type { Message } from '../context';
import { RichText } from '../html/RichText';
import { LongText } from '../rows/LongText';
import styles from '../rows/Body.module.css';

export function Edited(): ReactNode {
  const { t } = useTranslation();
  return <span className={styles.edited}> {t('timeline.edited')}</span>;
}

interface WordsProps {
  readonly item: Message;
  readonly words: FormattedText;
}

export function Words({ item, words: { text, html } }: WordsProps): ReactNode {
  return (
    <LongText itemKey={item.key} text={text}>
      <RichText html={html} text={text} after={item.edited && <Edited />} />
    </LongText>
  );
}
