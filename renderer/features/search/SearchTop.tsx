// The field of a search, the names that it offers, and what narrows the search.
import { Search, X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import type { SearchState } from '#app/places/searching';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';
import { Conditions } from './Conditions';
import { nameTyped, readTyped, withCondition, withOperator } from './conditions';
import { NameList } from './NameList';
import type { SearchBodyProps } from './SearchBody';
import { useNameList } from './useNameList';
import styles from './Search.module.css';

type Shared = 'state' | 'fieldId' | 'fieldLabel' | 'lead' | 'escapeClears';

export interface SearchTopProps extends Pick<SearchBodyProps, Shared> {
  readonly oneRoom: string | null;
  readonly nowMs: number;
  readonly onChange: (change: Partial<SearchState>) => void;
  /** To the next hit, or the one before; `null`: to none any more. */
  readonly onStep: (by: 1 | -1 | null) => void;
}

export function SearchTop(props: SearchTopProps) {
  const { state, oneRoom, fieldId, fieldLabel, lead, escapeClears = false, nowMs } = props;
  const { onChange: change, onStep: step } = props;
  const { text, conditions } = state;
  const { t } = useTranslation();
  const top = useRef<HTMLDivElement>(null);
  const toField = (): void => document.getElementById(fieldId)?.focus();
  const read = (typed: string, done = false): void => {
    const now = readTyped(typed, conditions, { done, oneRoom: oneRoom !== null });
    const isSame = now.text === text && now.conditions === conditions;
    if (!isSame || oneRoom === null) change(now);
    if (!isSame) step(null);
  };
  const enter = (by: 1 | -1): void => {
    read(text, true);
    if (oneRoom !== null) step(by);
  };
  const names = useNameList({
    ...{ text, oneRoom },
    onChoose: (condition, rest) => {
      change({ text: rest, conditions: withCondition(conditions, condition) });
      step(null);
    },
    onNone: () => enter(1),
    onNoName: read,
  });
  const { typed, active, listId, domId } = names;
  const onKey = (event: KeyboardEvent): void => {
    // Keys with a modifier belong to the window (the next chat, say), others to an input method that is composing.
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const { key, shiftKey } = event;
    const by = shiftKey ? -1 : 1;
    if (names.onKey(key)) {
      // It was for the list.
    } else if (key === 'Enter') enter(by);
    // From an opened hit on F3 is the bar's.
    else if (key === 'F3' && state.opened === null && oneRoom !== null) step(by);
    else if (key === 'Escape' && escapeClears && text !== '') change({ text: '' });
    else if (key === 'ArrowDown')
      top.current?.parentElement?.querySelector<HTMLElement>('li > button[data-hit]')?.focus();
    else if (key === 'Backspace' && text === '' && conditions.length > 0)
      change({ conditions: conditions.slice(0, -1) });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const begin = (operator: string): void => {
    const unfinished = nameTyped(text, oneRoom !== null);
    if (`${unfinished?.kind}:` !== operator) read(withOperator(text, operator));
    names.open();
    toField();
  };
  const clear = (
    <IconButton
      label={t('search.clear')}
      icon={X}
      size="s"
      onPress={() => {
        change({ text: '', conditions: [] });
        toField();
      }}
    />
  );
  return (
    <div ref={top} className={styles.top}>
      <div className={styles.line} onKeyDown={onKey}>
        {lead}
        <div className={styles.field}>
          <TextField
            id={fieldId}
            label={fieldLabel}
            labelHidden
            icon={Search}
            autoFocus
            placeholder={fieldLabel}
            value={text}
            spellCheck="false"
            aria-autocomplete="list"
            {...(typed !== null && { 'aria-controls': listId })}
            {...(typed !== null && active && { 'aria-activedescendant': domId(active) })}
            onChange={(next) => {
              names.choose(null);
              read(names.typedOn(next));
            }}
            onBlur={names.close}
            suffix={text === '' && conditions.length === 0 ? undefined : clear}
          />
          <NameList list={names} />
        </div>
      </div>
      <Conditions
        {...{ conditions, nowMs }}
        oneRoom={oneRoom !== null}
        onAdd={(one) => change({ conditions: withCondition(conditions, one) })}
        onRemove={(one) => {
          change({ conditions: conditions.filter((other) => other !== one) });
          toField();
        }}
        onType={begin}
      />
    </div>
  );
}
