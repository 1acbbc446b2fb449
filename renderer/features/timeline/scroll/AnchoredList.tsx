// A virtualised list that keeps visible items in their places. Renders the items near the viewport in one block of normal flow; useAnchor
// does all of the anchoring.
import { useImperativeHandle } from 'react';
import type {
  FocusEventHandler,
  KeyboardEventHandler,
  PointerEventHandler,
  ReactNode,
  Ref,
} from 'react';
import { useKeptFocus } from '#ui/focus/lostFocus';
import styles from './AnchoredList.module.css';
import type { Keyed } from './heights';
import { useAnchor } from './useAnchor';
import type { Position } from './useAnchor';

export interface AnchoredListHandle {
  scrollToEnd(): void;
  /** False when the item is not in the list. */
  scrollToKey(key: string): boolean;
  /** The reader is about to open or close this item: it stays where it is, also at the end of the list. */
  hold(key: string): void;
}

interface AnchoredListProps<T extends Keyed> {
  readonly items: readonly T[];
  readonly estimate: (index: number) => number;
  readonly isSteady: (index: number) => boolean;
  readonly live: boolean;
  readonly initialKey: string | null;
  readonly stopKey: string | null;
  readonly onPosition: (position: Position) => void;
  readonly children: (item: T, index: number) => ReactNode;
  readonly label: string;
  readonly keys?: {
    readonly onKeyDown: KeyboardEventHandler;
    readonly onPointerDown: PointerEventHandler;
    readonly onFocus: FocusEventHandler;
  };
  readonly ref?: Ref<AnchoredListHandle>;
}

export function AnchoredList<T extends Keyed>(props: AnchoredListProps<T>): ReactNode {
  const { items, children, label, keys, ref } = props;
  const anchor = useAnchor(props);
  const { scrollToEnd, scrollToKey, hold } = anchor;
  useImperativeHandle(ref, () => ({ scrollToEnd, scrollToKey, hold }));
  useKeptFocus(anchor.viewportRef, true);
  const drawn = items.slice(anchor.range.start, anchor.range.end);
  return (
    <div
      ref={anchor.viewportRef}
      className={styles.viewport}
      onScroll={anchor.onScroll}
      {...keys}
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
            <div
              key={item.key}
              data-key={item.key}
              className={item === items.at(-1) ? styles.last : styles.item}
            >
              {children(item, anchor.range.start + index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
