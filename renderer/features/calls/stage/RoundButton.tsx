// A control of a call: always a name, as a tooltip too.
import clsx from 'clsx';
import { Button as AriaButton } from 'react-aria-components';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { Tooltip } from '#ui/controls/Tooltip';
import styles from './CallControls.module.css';

interface RoundButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly on?: boolean;
  readonly warn?: boolean;
  readonly end?: boolean;
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onPress?: () => void;
}

export function RoundButton({
  label,
  icon,
  on,
  warn,
  end,
  shortcut,
  isDisabled = false,
  onPress,
}: RoundButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <AriaButton
        aria-label={label}
        isDisabled={isDisabled}
        {...(onPress === undefined ? {} : { onPress })}
        className={clsx(styles.round, on && styles.on, warn && styles.warn, end && styles.end)}
      >
        <Icon icon={icon} size={20} />
      </AriaButton>
    </Tooltip>
  );
}
