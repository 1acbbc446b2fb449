// Whether a message is hovered, has the focus or has its menu open. The action bar exists only then, so that long timelines stay fast and
// Tab does not go through the buttons of every message.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FocusEvent, MouseEvent, PointerEvent } from 'react';
import type { MenuPoint } from '#ui/overlays/Menu';
import { useTimelineScope } from '../context';

/** A menu restores the focus a moment after it closes; its button must exist until then. */
const lingerMs = 200;
const rowSelector = '[data-message]';

export interface Engaged {
  readonly isEngaged: boolean;
  readonly menuOpen: boolean;
  readonly menuAt: MenuPoint | null;
  /** The text of this message that was selected when its menu opened. */
  readonly selection: string;
  setMenuOpen(open: boolean): void;
  closeMenu(): void;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerEnter(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerLeave(): void;
    onKeyDown(): void;
    onKeyUp(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
    onContextMenu(event: MouseEvent): void;
  };
}

function selectedWithin(element: Element): string {
  const selection = window.getSelection();
  const node = selection?.anchorNode ?? null;
  return selection !== null && element.contains(node) ? selection.toString().trim() : '';
}

export function useEngaged(messageKey: string): Engaged {
  const { engagement } = useTimelineScope();
  const [row] = useState(() => ({}));
  const [focused, setFocused] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [menu, setMenu] = useState<{ at: MenuPoint; selection: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shows = useSyncExternalStore(engagement.subscribe, () => engagement.shows(row, focused));
  const within = useRef<Node | null>(null);
  const leaveSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setFocused(false);
      engagement.focus(messageKey, false);
    }, lingerMs);
  };
  // An element that is removed with the focus in it sends no blur: a button of the bar, say, when its message is deleted.
  useEffect(() => {
    if (!focused || within.current?.isConnected !== false) return;
    within.current = null;
    leaveSoon();
  });
  const openAt = (row: Element, { clientX: x, clientY: y }: MouseEvent): void =>
    setMenu({ at: { x, y }, selection: selectedWithin(row) });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      engagement.hold(row, false);
      engagement.leave(row);
      engagement.focus(messageKey, false);
    },
    [engagement, row, messageKey],
  );
  return {
    isEngaged: shows || menuOpen,
    menuOpen: menuOpen || menu !== null,
    menuAt: menu?.at ?? null,
    selection: menu?.selection ?? '',
    setMenuOpen: (open) => {
      setMenuOpen(open);
      engagement.hold(row, open);
    },
    closeMenu: () => setMenu(null),
    handlers: {
      onPointerDown: (event) => {
        const { pointerType, target, currentTarget, clientX, clientY } = event;
        if (pointerType !== 'touch' || !currentTarget.contains(target as Node)) return;
        const over = new AbortController();
        for (const name of ['pointerup', 'pointercancel'])
          window.addEventListener(name, () => over.abort(), over);
        void import('./longPress').then(({ longPress }) =>
          longPress(clientX, clientY, over, () => openAt(currentTarget, event)),
        );
      },
      onPointerEnter: ({ pointerType, currentTarget }) => {
        if (pointerType === 'touch') return;
        // The bar of another message closes now; the focus moves from that bar to its message.
        const other = document.activeElement?.closest('[role="toolbar"]')?.closest(rowSelector);
        if (other instanceof HTMLElement && other !== currentTarget)
          other.focus({ preventScroll: true });
        engagement.enter(row);
      },
      onPointerMove: ({ pointerType }) => {
        if (pointerType !== 'touch') engagement.move(row);
      },
      onPointerLeave: () => engagement.leave(row),
      onKeyDown: engagement.key,
      // Handles the release of a key that was pressed elsewhere and moved the focus here.
      onKeyUp: engagement.key,
      onFocus: ({ target }) => {
        clearTimeout(timer.current);
        within.current = target;
        setFocused(true);
        engagement.focus(messageKey, true);
      },
      onBlur: leaveSoon,
      onContextMenu: (event) => {
        // Events of menus and pickers bubble through React's tree, although they are rendered elsewhere.
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (!inside) return;
        event.preventDefault();
        openAt(event.currentTarget, event);
      },
    },
  };
}
