// Opens the panel of emoji at its trigger. The panel itself is fetched with its first use.
import type { ReactElement } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { later } from '#app/later';
import styles from './EmojiPicker.module.css';

const Panel = later(async () => (await import('./EmojiPanel')).EmojiPanel);

export interface EmojiPickerProps {
  readonly onPick: (emoji: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  /** The trigger: an `IconButton`. */
  readonly children: ReactElement;
}

export function EmojiPicker({ onPick, onOpenChange, children }: EmojiPickerProps) {
  const { t } = useTranslation();
  return (
    <DialogTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {children}
      <Popover className={styles.popover ?? ''} placement="top end" offset={4}>
        <Dialog aria-label={t('emoji.label')} className={styles.dialog ?? ''}>
          {({ close }) => (
            <Panel
              onPick={(emoji) => {
                close();
                onPick(emoji);
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
