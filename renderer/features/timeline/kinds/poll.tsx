// A poll: its question and the answers that it offers, to be read.
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon';
import { LongText } from '../rows/LongText';
import styles from './Poll.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';

type Poll = BodyOf<'poll'>;

function PollView({ item, body }: BodyProps<Poll>): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={styles.poll} aria-label={t('timeline.preview.poll')}>
      <p className={styles.head}>
        <Icon icon={ChartColumn} size={16} />
        {t('timeline.preview.poll')}
      </p>
      <LongText itemKey={item.key} text={body.text}>
        <p className={styles.question} dir="auto">
          {body.text}
        </p>
      </LongText>
      <ul className={styles.answers}>
        {body.answers.map((answer, index) => (
          <li key={index} dir="auto">
            {answer}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('timeline.pollReadOnly')}</p>
    </section>
  );
}

const frameHeightPx = 84;
const answerHeightPx = 36;

export const poll: BodyKind<Poll> = {
  View: PollView,
  estimateHeight: ({ text, answers }) =>
    frameHeightPx + textHeight(text) + answers.length * answerHeightPx,
  words: ({ text }) => text,
  copied: ({ text, answers }) => [text, ...answers].join('\n'),
};
