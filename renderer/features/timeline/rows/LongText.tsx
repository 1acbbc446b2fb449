// Shortens very long messages to about a screen until the reader expands them. The length decides, not a measurement, so that nothing
// moves.
import clsx from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { useTimelineScope } from '../context';
import styles from './Body.module.css';

const mostCharacters = 2500;
const mostLines = 30;

export const isLong = (text: string): boolean =>
  text.length > mostCharacters || text.split('\n', mostLines + 1).length > mostLines;

interface LongTextProps {
  readonly itemKey: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function LongText({ itemKey, text, children }: LongTextProps): ReactNode {
  const { opened } = useTimelineScope();
  const { t } = useTranslation();
  const [open, setOpen] = useState(() => opened.has(itemKey));
  if (!isLong(text)) return children;
  const toggle = (): void => {
    if (open) opened.delete(itemKey);
    else opened.add(itemKey);
    setOpen(!open);
  };
  return (
    <>
      <div className={clsx(!open && styles.cut)}>{children}</div>
      <Button variant="text" size="s" flush onPress={toggle} aria-expanded={open}>
        {t(open ? 'timeline.showLess' : 'timeline.showAll')}
      </Button>
    </>
  );
}
