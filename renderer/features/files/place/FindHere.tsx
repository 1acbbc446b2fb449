// Part of a name, in the open directory.
import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from '#app/words';
import { filesFiltered } from '#app/places/filesPlace';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';
import styles from './Content.module.css';

export interface FindHereProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

export function FindHere({ inputRef, onClose }: FindHereProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const filter = useAppSelector((state) => state.files.filter);
  return (
    <div
      className={styles.find}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'ArrowDown' || event.key === 'Enter') toRows(event.currentTarget);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <TextField
        label={t('files.place.findHere')}
        labelHidden
        soft
        icon={Search}
        placeholder={t('files.place.findHere')}
        value={filter}
        inputRef={inputRef}
        spellCheck="false"
        onChange={(text) => dispatch(filesFiltered(text))}
        suffix={
          <IconButton label={t('files.place.closeFind')} icon={X} size="s" onPress={onClose} />
        }
      />
    </div>
  );
}

/** To the rows below; where nothing is found the words are changed. */
function toRows(field: HTMLElement): void {
  const list = '[role="grid"][aria-activedescendant], [role="listbox"][aria-activedescendant]';
  field.parentElement?.querySelector<HTMLElement>(list)?.focus();
}
