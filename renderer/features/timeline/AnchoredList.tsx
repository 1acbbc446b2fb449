// A virtualised list that never moves what is being read. Draws the items near the viewport in one block of normal flow; all of the
// anchoring is in useAnchor.
import { useImperativeHandle } from 'react';
import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import styles from './AnchoredList.module.css';
import type { Keyed } from './heights';
import { useAnchor } from './useAnchor';
import type { Position } from './useAnchor';

export interface AnchoredListHandle {
  scrollToEnd(): void;
  /** False when the item is not in the list. */
  scrollToKey(key: string): boolean;
}

interface AnchoredListProps<T extends Keyed> {
  readonly items: readonly T[];
  readonly estimate: (index: number) => number;
  readonly initialKey: string | null;
  readonly onPosition: (position: Position) => void;
  readonly children: (item: T, index: number) => ReactNode;
  readonly label: string;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly ref?: Ref<AnchoredListHandle>;
}

export function AnchoredList<T extends Keyed>(props: AnchoredListProps<T>): ReactNode {
  const { items, children, label, onKeyDown, ref } = props;
  const anchor = useAnchor(props);
  const { scrollToEnd, scrollToKey } = anchor;
  useImperativeHandle(ref, () => ({ scrollToEnd, scrollToKey }));
  const drawn = items.slice(anchor.range.start, anchor.range.end);
  return (
    <div
      ref={anchor.viewportRef}
      className={styles.viewport}
      onScroll={anchor.onScroll}
      onKeyDown={onKeyDown}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
    >
      <div className={styles.space} style={{ height: anchor.height }}>
        <div
          ref={anchor.blockRef}
          className={styles.block}
          style={{ transform: `translateY(${anchor.blockTop}px)` }}
        >
          {drawn.map((item, index) => (
            <div key={item.key} data-key={item.key} className={styles.item}>
              {children(item, anchor.range.start + index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
