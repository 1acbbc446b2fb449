// The text button. One primary a screen; `danger` names its object.
import clsx from 'clsx';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon, type LucideIcon } from '../marks/Icon';
import { Spinner } from '../layout/Spinner';
import { useIsStill } from './still';
import styles from './Button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly children: ReactNode;
  readonly variant?: 'primary' | 'secondary' | 'line' | 'text' | 'quiet' | 'danger' | 'textDanger';
  /** 24, 32 or 40 px. */
  readonly size?: 's' | 'm' | 'l';
  readonly icon?: LucideIcon;
  readonly wide?: boolean;
  /** The label is aligned with the content above, instead of the border; for buttons without a background. */
  readonly flush?: boolean;
  /** Shows a spinner and refuses presses; focus stays. */
  readonly pending?: boolean;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The library makes its first announcement 100 ms late. */
const announcedMs = 200;

/** Announcements of busy buttons name them by their id, and outlive them by seconds: those of removed buttons go. */
function forgetRemoved(): void {
  for (const one of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
    const ids = one.getAttribute('aria-labelledby')?.split(' ') ?? [];
    if (ids.every((id) => document.getElementById(id) === null)) one.remove();
  }
}

function useAnnouncement(pending: boolean): void {
  const wasPending = useRef(false);
  useEffect(() => {
    if (pending) wasPending.current = true;
  }, [pending]);
  useEffect(
    () => () => {
      if (wasPending.current) setTimeout(forgetRemoved, announcedMs);
    },
    [],
  );
}

export function Button({
  children,
  variant = 'secondary',
  size = 'm',
  icon,
  wide = false,
  flush = false,
  pending = false,
  className,
  ...rest
}: ButtonProps) {
  const look = clsx(
    styles.button,
    styles[variant],
    styles[size],
    wide && styles.wide,
    flush && styles.flush,
    className,
  );
  const inside = (
    <>
      {pending ? <Spinner size={16} /> : icon !== undefined && <Icon icon={icon} />}
      {typeof children === 'string' ? <span className={styles.label}>{children}</span> : children}
    </>
  );
  useAnnouncement(pending);
  if (useIsStill())
    return (
      <span className={look} data-disabled={rest.isDisabled || undefined} aria-hidden>
        {inside}
      </span>
    );
  return (
    <AriaButton {...rest} isPending={pending} className={look}>
      {inside}
    </AriaButton>
  );
}
