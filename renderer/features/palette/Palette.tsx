// The palette: one field that leads to chats, people, folders, files, messages and acts. The field keeps the focus; arrows choose, Enter
// opens.
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog, Input, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { OptionRow } from '#ui/lists/OptionRow';
import { useChosenOption } from '#ui/lists/useChosenOption';
import { keyNames } from '#ui/focus/keys';
import { readTyped, type PaletteAct } from './options';
import type { Option } from './option';
import { useOptions } from './useOptions';
import styles from './Palette.module.css';

export interface PaletteProps {
  readonly acts: readonly PaletteAct[];
  readonly onClose: () => void;
}

const searchKeys = `${keyNames.mod}Enter`;

type AskedBy = (onClose: () => void) => ReactNode;

export function Palette({ acts, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ readonly by: AskedBy } | null>(null);
  if (asked !== null) return asked.by(onClose);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => (open ? undefined : onClose())}
      className={styles.scrim ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={t('palette.title')} className={styles.dialog ?? ''}>
          <PaletteView acts={acts} onClose={onClose} onAsk={(by) => setAsked({ by })} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteView({
  acts,
  onClose,
  onAsk,
}: PaletteProps & { readonly onAsk: (by: AskedBy) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { groups, stale } = useOptions(readTyped(typed), acts, searchKeys);
  /** Enter was pressed before the answer to the typed text had come. */
  const entered = useRef(false);
  const options = groups.flatMap((group) => group.options);
  const { active, listId, domId, choose, onArrow, byHand } = useChosenOption(options);

  const run = (option: Option | undefined): void => {
    if (option === undefined) return;
    if (option.retype !== undefined) return setTyped(option.retype);
    if (option.dialog === undefined) onClose();
    else onAsk(option.dialog);
    option.run();
  };
  useEffect(() => {
    if (!entered.current || stale) return;
    entered.current = false;
    run(active);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      const search = event.ctrlKey || event.metaKey;
      if (search) run(options.find(({ id }) => id === 'messages'));
      else if (stale && !byHand) entered.current = true;
      else run(active);
    } else if (!onArrow(event.key)) return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.field}>
        <Icon icon={Search} size={20} />
        <Input
          autoFocus
          className={styles.input ?? ''}
          role="combobox"
          aria-label={t('palette.field')}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active === undefined ? {} : { 'aria-activedescendant': domId(active) })}
          placeholder={t('palette.field')}
          value={typed}
          spellCheck="false"
          autoComplete="off"
          maxLength={2000}
          onChange={(event) => {
            setTyped(event.target.value);
            choose(null);
            entered.current = false;
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.options')} className={styles.list}>
        {groups.map((group) => (
          <div
            key={group.id}
            role="group"
            {...(group.title === null
              ? { 'aria-label': t('search.title') }
              : { 'aria-labelledby': `${listId}-${group.id}` })}
            className={styles.group}
          >
            {group.title !== null && (
              <div id={`${listId}-${group.id}`} role="presentation" className={styles.title}>
                {group.title}
              </div>
            )}
            {group.options.map((option) => (
              <OptionRow
                key={option.id}
                {...option}
                id={domId(option)}
                end={<End option={option} active={option === active} />}
                active={option === active}
                onHover={() => choose(option.id)}
                onPress={() => run(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && typed.trim() !== '' && (
        <p className={styles.none}>{t('palette.none')}</p>
      )}
      <p className={styles.spoken} role="status">
        {t('palette.count', { count: options.length })}
      </p>
      <footer className={styles.foot} aria-hidden="true">
        <Hint keys={['↑', '↓']} words={t('palette.move')} />
        <Hint keys={['>']} words={t('palette.onlyDo')} />
        <Hint keys={['@']} words={t('palette.onlyPeople')} />
        <Hint keys={['#']} words={t('palette.onlyRooms')} />
      </footer>
    </>
  );
}

/** The end of a row: its badge, and the keyboard shortcut of the same act. */
function End({ option, active }: { readonly option: Option; readonly active: boolean }) {
  const keys = active && option.keys === null ? 'Enter' : option.keys;
  return (
    <>
      {option.end}
      {keys !== null && <kbd aria-hidden="true">{keys}</kbd>}
    </>
  );
}

const Hint = ({ keys, words }: { readonly keys: readonly string[]; readonly words: string }) => (
  <span className={styles.hint}>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
    {words}
  </span>
);
