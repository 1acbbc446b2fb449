// A button that is only an icon: always with a name, a tooltip and, where there is one, its shortcut.
import clsx from 'clsx';
import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Icon, type IconSize, type LucideIcon } from '../marks/Icon';
import { useIsStill } from './still';
import { Tooltip, type TooltipProps } from './Tooltip';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'children' | 'className' | 'style' | 'aria-label'
> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** A second icon; the caller's style sheet shows one of the two. */
  readonly also?: LucideIcon;
  /** Shown in the tooltip and announced, for example `Ctrl+N`. */
  readonly shortcut?: string;
  /** 24, 28, 32 or 40 px. */
  readonly size?: 's' | 'bar' | 'm' | 'l';
  readonly iconSize?: IconSize;
  readonly on?: boolean;
  readonly primary?: boolean;
  /** Looks as if disabled; it leads to words that say why. */
  readonly faded?: boolean;
  readonly directional?: boolean;
  readonly placement?: TooltipProps['placement'];
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  also,
  shortcut,
  size = 'm',
  iconSize = size === 's' || size === 'bar' ? 16 : 20,
  on = false,
  primary = false,
  faded = false,
  directional = false,
  placement,
  className,
  ...rest
}: IconButtonProps) {
  const look = clsx(
    styles.button,
    styles[size],
    on && styles.on,
    primary && styles.primary,
    faded && styles.faded,
    className,
  );
  const icons = (
    <>
      <Icon icon={icon} size={iconSize} directional={directional} />
      {also !== undefined && <Icon icon={also} size={iconSize} directional />}
    </>
  );
  if (useIsStill())
    return (
      <span className={look} data-disabled={rest.isDisabled || undefined} aria-hidden>
        {icons}
      </span>
    );
  return (
    <Tooltip label={label} shortcut={shortcut} placement={placement}>
      <AriaButton {...rest} aria-label={label} className={look}>
        {icons}
      </AriaButton>
    </Tooltip>
  );
}
