// The frame of the forms of New chat: fields, then the one act, which can always be pressed and says what is missing. The dialog itself has the way out.
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button';
import styles from './NewChat.module.css';

export function FormFrame({
  submitLabel,
  pending,
  onSubmit,
  children,
}: {
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}) {
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
      <div className={styles.actions} data-foot>
        <Button type="submit" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
