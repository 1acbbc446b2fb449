// The frame of the forms of New chat: fields, then the one act. The dialog itself has the way out.
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button';
import styles from './NewChat.module.css';

export function FormFrame({
  submitLabel,
  pending,
  ready,
  onSubmit,
  children,
}: {
  readonly submitLabel: string;
  readonly pending: boolean;
  /** False: something is missing. The act can be pressed all the same, and then says what. */
  readonly ready: boolean;
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
      <div className={styles.actions}>
        <Button type="submit" variant={ready ? 'primary' : 'secondary'} pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
