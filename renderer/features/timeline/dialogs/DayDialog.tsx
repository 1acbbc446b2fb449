// The dialog that goes to a day of the open conversation: a date, or one of the usual days.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { dayAsked, messageShown } from '#app/places/navigation';
import type { DayAt } from '#app/places/targets';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { FormDialog } from '#ui/overlays/FormDialog';
import { DateField, dayText } from '../../when';
import styles from './MessageDialogs.module.css';

/** Local midnight of a date; null while the field is incomplete. */
function atOf(text: string): number | null {
  const atMs = new Date(`${text}T00:00`).getTime();
  return Number.isNaN(atMs) ? null : Math.max(0, atMs);
}

const weekdayOf = (atMs: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long' }).format(atMs);

const daysAgo = (days: number): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
};

const shortcuts = [
  { id: 'week', atMs: () => daysAgo(7) },
  { id: 'month', atMs: () => daysAgo(30) },
  { id: 'beginning', atMs: () => 0 },
] as const;

export function DayDialog({ roomId, atMs }: DayAt): ReactNode {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const find = useCall('findDay');
  const [text, setText] = useState(() => dayText(new Date(atMs)));
  const [nothing, setNothing] = useState(false);
  const onClose = (): void => void dispatch(dayAsked(null));
  const wanted = atOf(text);

  const goTo = async (at: number): Promise<void> => {
    setNothing(false);
    const found = await find.run({ roomId, atMs: at });
    if (!found.ok) return;
    const { eventId } = found.output;
    if (eventId === null) return setNothing(true);
    onClose();
    dispatch(messageShown({ roomId, eventId }));
  };
  return (
    <FormDialog
      title={t('timeline.day.title')}
      confirmLabel={t('timeline.day.go')}
      cancelLabel={t('app.cancel')}
      pending={find.pending}
      complete={wanted !== null}
      onConfirm={() => wanted !== null && void goTo(wanted)}
      onClose={onClose}
      fields={
        <>
          <DateField
            label={t('timeline.day.field')}
            value={text}
            autoFocus
            onChange={(next) => {
              setText(next);
              setNothing(false);
            }}
            error={nothing ? t('timeline.day.nothing') : null}
            hint={wanted === null ? undefined : weekdayOf(wanted, i18n.language)}
          />
          <div className={styles.quick}>
            {shortcuts.map(({ id, atMs: of }) => (
              <Button key={id} size="s" isDisabled={find.pending} onPress={() => void goTo(of())}>
                {t(`timeline.day.${id}`)}
              </Button>
            ))}
          </div>
        </>
      }
    >
      <AppErrorNote error={find.error} place="findDay" />
    </FormDialog>
  );
}
