// Finds a setting by its words: the field keeps the focus, arrows choose, Enter opens its section at its row.
import { Search, X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import type { SettingsSection } from '#app/places/navigation';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';
import { OptionRow } from '#ui/lists/OptionRow';
import { useChosenOption } from '#ui/lists/useChosenOption';
import { Icon } from '#ui/marks/Icon';
import { found } from './findable';
import { markSetting } from './markSetting';
import { allSettings } from './settings';
import styles from './FindSetting.module.css';

export interface FindSettingProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isAdmin: boolean;
  readonly onOpen: (section: SettingsSection) => void;
}

export function FindSetting({ typed, onType, isAdmin, onOpen }: FindSettingProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const all = allSettings(t, isAdmin);
  const isOpen = typed.trim() !== '';
  const options = isOpen ? found(all, typed) : [];
  const { active, listId, domId, choose, onArrow } = useChosenOption(options);
  const go = (option: (typeof options)[number] | undefined): void => {
    if (option === undefined) return;
    onType('');
    onOpen(option.section);
    if (option.about !== null) markSetting(option.title);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') go(active);
    else if (event.key === 'Escape' && typed !== '') onType('');
    else if (!onArrow(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={styles.field} onKeyDownCapture={onKeyDown}>
        <TextField
          label={t('findSetting.field')}
          labelHidden
          soft
          icon={Search}
          placeholder={t('findSetting.field')}
          value={typed}
          inputRef={field}
          type="search"
          spellCheck="false"
          autoComplete="off"
          maxLength={200}
          aria-autocomplete="list"
          {...(isOpen && { 'aria-controls': listId })}
          {...(active !== undefined && { 'aria-activedescendant': domId(active) })}
          onChange={(text) => {
            onType(text);
            choose(null);
          }}
          suffix={
            typed === '' ? undefined : (
              <IconButton
                label={t('findSetting.clear')}
                icon={X}
                size="s"
                onPress={() => {
                  onType('');
                  field.current?.focus();
                }}
              />
            )
          }
        />
      </div>
      {isOpen && (
        <div id={listId} role="listbox" aria-label={t('findSetting.found')} className={styles.list}>
          {options.map((option) => (
            <OptionRow
              key={option.id}
              id={domId(option)}
              picture={<Icon icon={option.icon} />}
              name={option.title}
              marks={[]}
              about={option.about}
              active={option === active}
              onHover={() => choose(option.id)}
              onPress={() => go(option)}
            />
          ))}
        </div>
      )}
      <p role="status" className={styles.said} data-none={isOpen && options.length === 0}>
        {isOpen &&
          (options.length === 0
            ? t('findSetting.none')
            : t('findSetting.count', { count: options.length }))}
      </p>
    </>
  );
}
