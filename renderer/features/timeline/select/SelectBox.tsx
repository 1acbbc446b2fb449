// The box of a message that can be chosen: it lies over the whole row, so that a press anywhere chooses, and nothing below it acts.
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import type { Message } from '../context';
import styles from './Select.module.css';
import { useSelecting } from './selecting';

export interface SelectBoxProps {
  readonly item: Message;
  readonly on: boolean;
}

export function SelectBox({ item, on }: SelectBoxProps): ReactNode {
  const { t } = useTranslation();
  const selecting = useSelecting();
  const onClick = (event: MouseEvent): void => {
    if (event.shiftKey) selecting.extendTo(item.key);
    else selecting.toggle(item.key);
    // Keys go on from here.
    event.currentTarget.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={on}
      aria-label={t('timeline.select', { name: isolate(item.sender.name) })}
      tabIndex={-1}
      className={styles.cover}
      data-on={on}
      onClick={onClick}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span className={styles.box} />
    </button>
  );
}
