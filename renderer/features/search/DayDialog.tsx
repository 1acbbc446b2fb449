// Asks for the day before or after which messages are searched, with the same calendar as everywhere.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { FormDialog } from '#ui/overlays/FormDialog';
import { DateField } from '../when';
import { dayOf } from './conditions';

export interface DayDialogProps {
  readonly kind: 'before' | 'after';
  /** The day that is shown first, `2026-11-27`. */
  readonly initial: string;
  readonly onChoose: (atMs: number) => void;
  readonly onClose: () => void;
}

export function DayDialog({ kind, initial, onChoose, onClose }: DayDialogProps): ReactNode {
  const { t } = useTranslation();
  const [day, setDay] = useState(initial);
  const atMs = dayOf(day);
  return (
    <FormDialog
      title={t(`search.dayTitle.${kind}`)}
      confirmLabel={t('search.dayDo')}
      cancelLabel={t('app.cancel')}
      pending={false}
      complete={atMs !== null}
      onConfirm={() => atMs !== null && onChoose(atMs)}
      onClose={onClose}
      fields={<DateField label={t('search.day')} value={day} autoFocus onChange={setDay} />}
    />
  );
}
