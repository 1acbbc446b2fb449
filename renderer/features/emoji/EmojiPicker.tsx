// Opens the panel of emoji at its trigger. The panel itself is fetched with its first use.
import type { ReactElement } from 'react';
import { useTranslation } from '#app/words';
import { later } from '#app/later';
import { PopoverButton } from '#ui/overlays/PopoverButton';
import type { EmojiPanelProps } from './EmojiPanel';
import styles from './EmojiPicker.module.css';

const Panel = later(async () => (await import('./EmojiPanel')).EmojiPanel);

export interface EmojiPickerProps extends EmojiPanelProps {
  readonly onOpenChange?: (open: boolean) => void;
  /** The trigger: an `IconButton`. */
  readonly children: ReactElement;
}

export function EmojiPicker({ roomId, onPick, onOpenChange, children }: EmojiPickerProps) {
  const { t } = useTranslation();
  return (
    <PopoverButton
      label={t('emoji.label')}
      className={styles.popover}
      dialogClassName={styles.dialog}
      onOpenChange={onOpenChange}
      panel={(close) => <Panel roomId={roomId} onPick={(...of) => close(() => onPick(...of))} />}
    >
      {children}
    </PopoverButton>
  );
}
