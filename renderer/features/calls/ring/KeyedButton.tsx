// A button of a compact card, with its key inside: a tip would lie over the words of the card or over its other buttons.
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable';
import { callKeys } from '#app/callKeys';
import { Button, type ButtonProps } from '#ui/controls/Button';
import { ariaKeys } from '#ui/focus/keys';
import styles from './RingCards.module.css';

export interface KeyedButtonProps extends Omit<ButtonProps, 'children' | 'className'> {
  readonly children: string;
  /** Null: the card has no keys. */
  readonly act: 'answer' | 'decline' | null;
}

export function KeyedButton({ act, children, ...rest }: KeyedButtonProps) {
  if (act === null) return <Button {...rest}>{children}</Button>;
  const { label } = callKeys[act];
  return (
    <FocusableProvider {...ariaKeys(label)}>
      <Button {...rest}>
        <span className={styles.keyed}>
          <span>{children}</span>
          <kbd className={styles.keys} aria-hidden>
            {label}
          </kbd>
        </span>
      </Button>
    </FocusableProvider>
  );
}
