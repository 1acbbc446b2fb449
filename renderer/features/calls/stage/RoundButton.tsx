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
  /** The name stands on it: it is what to do next. */
  readonly worded?: boolean;
  readonly shortcut?: string | undefined;
  /** Why it does nothing now: it looks disabled and is still found by keys and pointer, which show this. */
  readonly why?: string | undefined;
  readonly onPress?: () => void;
}

export function RoundButton({
  label,
  icon,
  on,
  warn,
  end,
  worded = false,
  shortcut,
  why,
  onPress,
}: RoundButtonProps) {
  return (
    <Tooltip label={why === undefined ? label : `${label}. ${why}`} shortcut={shortcut}>
      <AriaButton
        aria-label={label}
        {...(onPress !== undefined && why === undefined && { onPress })}
        className={clsx(
          styles.round,
          on && styles.on,
          warn && styles.warn,
          end && styles.end,
          worded && styles.worded,
          why !== undefined && styles.faded,
        )}
      >
        <Icon icon={icon} size={20} />
        {worded && <span>{label}</span>}
      </AriaButton>
    </Tooltip>
  );
}
