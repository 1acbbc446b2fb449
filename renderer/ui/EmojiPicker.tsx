// Picks one emoji: type to search, arrows and Enter to choose.
import { useEffect, useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import {
  Autocomplete,
  Dialog,
  DialogTrigger,
  GridLayout,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Size,
  Virtualizer,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { loadEmoji, searchEmoji } from './emojiData';
import type { Emoji } from './emojiData';
import styles from './EmojiPicker.module.css';

export interface EmojiPickerProps {
  readonly onPick: (emoji: string) => void;
  readonly onOpenChange?: (open: boolean) => void;
  /** The trigger: an `IconButton`. */
  readonly children: ReactElement;
}

const cell = new Size(36, 36);

function Panel({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useTranslation();
  const [all, setAll] = useState<readonly Emoji[]>([]);
  const [text, setText] = useState('');
  useEffect(() => {
    let current = true;
    void loadEmoji().then((emoji) => {
      if (current) setAll(emoji);
    });
    return () => {
      current = false;
    };
  }, []);
  const shown = useMemo(() => searchEmoji(all, text), [all, text]);
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={t('emoji.search')} autoFocus className={styles.search}>
        <Input placeholder={t('emoji.search')} />
      </SearchField>
      <Virtualizer
        layout={GridLayout}
        layoutOptions={{ minItemSize: cell, maxItemSize: cell, minSpace: new Size(0, 0) }}
      >
        <ListBox
          aria-label={t('emoji.label')}
          layout="grid"
          items={shown.map((emoji) => ({ ...emoji, id: emoji.unicode }))}
          className={styles.grid}
          renderEmptyState={() => (
            <p className={styles.empty}>{all.length === 0 ? '' : t('emoji.none')}</p>
          )}
          onAction={(key) => onPick(String(key))}
        >
          {(emoji) => (
            <ListBoxItem
              id={emoji.id}
              textValue={emoji.label}
              aria-label={emoji.label}
              className={styles.emoji}
            >
              {emoji.unicode}
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </Autocomplete>
  );
}

export function EmojiPicker({ onPick, onOpenChange, children }: EmojiPickerProps) {
  const { t } = useTranslation();
  return (
    <DialogTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {children}
      <Popover className={styles.popover} placement="top end" offset={4}>
        <Dialog aria-label={t('emoji.label')} className={styles.dialog}>
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
