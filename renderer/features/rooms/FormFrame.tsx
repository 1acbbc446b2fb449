// The frame of the forms of New chat: fields, then cancel and the one act.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import styles from './NewChat.module.css';

export function FormFrame({
  submitLabel,
  pending,
  onSubmit,
  onClose,
  children,
}: {
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void onSubmit();
      }}
    >
      {children}
      <div className={styles.actions}>
        <Button onPress={onClose}>{t('app.cancel')}</Button>
        <Button type="submit" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
