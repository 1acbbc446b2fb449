// A panel beside the content, with its title, its menu and a close button; Escape closes it as well.
import clsx from 'clsx';
import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Bar } from './Bar';
import { IconButton } from '../controls/IconButton';
import { Name } from '../text/Name';
import styles from './SidePanel.module.css';

/** Whether the panel around `inside` covers the content. */
export function liesOverContent(inside: Element): boolean {
  const panel = inside.closest('aside');
  return panel !== null && getComputedStyle(panel).position === 'absolute';
}

export interface SidePanelProps {
  readonly title: string;
  /** A quiet line below the title, which names the owner, e.g. the room. */
  readonly about?: string | undefined;
  readonly closeLabel: string;
  /** Escape first does something else, e.g. clears a text. */
  readonly busy?: boolean;
  /** The ⋯ button of the panel. */
  readonly menu?: ReactNode;
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SidePanel(props: SidePanelProps) {
  const { title, about, closeLabel, busy = false, menu, className, onClose, children } = props;
  return (
    <aside
      className={clsx(styles.panel, className)}
      aria-label={title}
      onKeyDown={(event) => {
        // An element in it with `data-escape` ends first, wherever in the panel the key was pressed.
        const first = event.currentTarget.querySelector('[data-escape]');
        if (event.key === 'Escape' && !busy && first === null) onClose();
      }}
    >
      <Bar>
        <div className={styles.heading}>
          <h2>{title}</h2>
          {about !== undefined && (
            <Name cut className={styles.about}>
              {about}
            </Name>
          )}
        </div>
        {menu}
        <IconButton
          label={closeLabel}
          icon={X}
          also={ArrowLeft}
          className={styles.close}
          onPress={onClose}
        />
      </Bar>
      {children}
    </aside>
  );
}
