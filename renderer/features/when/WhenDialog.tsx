// Asks for a time in the future: buttons for the usual ones, or a date and time of the person's choice.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/when.en.json';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { formatDay, formatTime } from '#ui/text/time';
import { TimeField } from '#ui/controls/TimeField';
import {
  aheadTimes,
  distinctTimes,
  fieldsOf,
  formatAhead,
  timeOfFields,
  type AheadTime,
} from './ahead';
import { DateField } from './DateField';
import styles from './When.module.css';

addWords(words);

export interface WhenDialogProps {
  readonly title: string;
  readonly times: readonly AheadTime[];
  /** The label of the button for the chosen date. */
  readonly confirmLabel: string;
  /** The initial time of the fields; by default tomorrow at nine. */
  readonly atMs?: number;
  /** Content below the fields. */
  readonly children?: ReactNode;
  readonly onChoose: (atMs: number) => void;
  readonly onClose: () => void;
}

export function WhenDialog(props: WhenDialogProps): ReactNode {
  const { title, times, confirmLabel, atMs, children, onChoose, onClose } = props;
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const [fields, setFields] = useState(() => fieldsOf(atMs ?? aheadTimes.tomorrow(Date.now())));
  const wanted = timeOfFields(fields.date, fields.time);
  const passed = wanted !== null && wanted <= nowMs;
  return (
    <FormDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel={t('app.cancel')}
      pending={false}
      complete={wanted !== null && !passed}
      onConfirm={() => wanted !== null && onChoose(wanted)}
      onClose={onClose}
      about={
        <div className={styles.times} role="group" aria-label={t('when.times')}>
          {distinctTimes(times, nowMs).map((id, index) => {
            const time = aheadTimes[id](nowMs);
            return (
              <Button
                key={id}
                variant="quiet"
                size="l"
                wide
                autoFocus={index === 0}
                className={styles.time}
                onPress={() => onChoose(time)}
              >
                <span className={styles.name}>{t(`when.${id}`)}</span>
                <span className={styles.at}>{formatAhead(time, nowMs, i18n.language)}</span>
              </Button>
            );
          })}
        </div>
      }
      fields={
        <div className={styles.fields}>
          <DateField
            label={t('when.date')}
            value={fields.date}
            onChange={(date) => setFields({ ...fields, date })}
            error={passed ? t('when.passed') : null}
          />
          <TimeField
            language={i18n.language}
            label={t('when.time')}
            value={fields.time}
            noTime={(example) => t('when.noTime', { example })}
            onChange={(time) => setFields({ ...fields, time })}
          />
          {wanted !== null && !passed && (
            <p className={styles.said}>
              {formatDay(wanted, nowMs, i18n.language)}, {formatTime(wanted, i18n.language)}
            </p>
          )}
        </div>
      }
    >
      {children}
    </FormDialog>
  );
}
