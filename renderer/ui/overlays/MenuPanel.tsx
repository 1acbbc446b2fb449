// The open menu, in a chunk that is loaded with the first one.
import clsx from 'clsx';
import { Check } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  Header,
  Keyboard,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  Popover,
  Separator,
  Text,
  type MenuProps,
} from 'react-aria-components';
import { useFocusReturn } from '../focus/focusReturn';
import { Icon } from '../marks/Icon';
import type { ContextMenuProps, MenuChoice, MenuEntry } from './Menu';
import styles from './Menu.module.css';

function Choice({ id, heading, chosen, options, onChoose }: MenuChoice) {
  const keyOf = (option: string): string => `${id} ${option}`;
  return (
    <MenuSection
      aria-label={heading}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[keyOf(chosen)]}
      onSelectionChange={(keys) => {
        const found = options.find((option) => keys !== 'all' && keys.has(keyOf(option.id)));
        if (found !== undefined) onChoose(found.id);
      }}
    >
      <Header className={styles.heading}>{heading}</Header>
      {options.map((option) => (
        <MenuItem
          key={option.id}
          id={keyOf(option.id)}
          textValue={option.label}
          className={styles.item}
        >
          {({ isSelected }) => (
            <>
              <span className={styles.check}>{isSelected && <Icon icon={Check} />}</span>
              <Text slot="label" className={styles.label}>
                {option.label}
              </Text>
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  if ('separator' in entry) return <Separator className={styles.line} />;
  if ('options' in entry) return <Choice {...entry} />;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.disabled ?? false}
      onAction={entry.onAction}
      className={clsx(styles.item, entry.danger === true && styles.danger)}
    >
      {entry.icon !== undefined && <Icon icon={entry.icon} className={styles.icon} />}
      <Text slot="label" className={styles.words}>
        <span className={styles.label}>{entry.label}</span>
        {entry.disabled === true && entry.reason !== undefined && (
          <span className={styles.reason}> {entry.reason}</span>
        )}
      </Text>
      {entry.shortcut !== undefined && (
        // CSS renders the shortcut, so that the accessible name of an entry is only its label.
        <Keyboard className={styles.keys} data-keys={entry.shortcut} />
      )}
    </MenuItem>
  );
}

/** Distance between a button and its menu, and minimum distance to the edge of the window, px. */
const gap = 4;
const edge = 12;

interface FitProps {
  readonly popover: RefObject<HTMLElement | null>;
  readonly trigger: RefObject<HTMLElement | null>;
  /** The placement that was chosen; null: none yet. */
  readonly placed: string | null;
  readonly onCut: () => void;
  readonly children: ReactNode;
}

/** The width that a menu needs beside its button or point, px. */
const widest = 320 + edge;

const hasRoomBeside = (left: number, right: number): boolean =>
  (left >= widest && left <= window.innerWidth) || window.innerWidth - right >= widest;

/** Reports, before the first paint, that the menu fits neither below nor above its button, but beside it. */
function Fit({ popover, trigger, placed, onCut, children }: FitProps) {
  useLayoutEffect(() => {
    const at = trigger.current?.getBoundingClientRect();
    if (placed === null || at === undefined || popover.current === null) return;
    const room = Math.max(at.top, window.innerHeight - at.bottom) - gap - edge;
    if (popover.current.scrollHeight > room && hasRoomBeside(at.left, at.right)) onCut();
  });
  return children;
}

/** A menu of the call stage is dark, in the light theme too. */
const schemeOf = (trigger: Element | null): CSSProperties =>
  trigger === null ? {} : { colorScheme: getComputedStyle(trigger).colorScheme };

export interface MenuPanelProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The accessible name and the first focus, from the button. */
  readonly menuProps: MenuProps<object>;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly placement: 'bottom end' | 'top start';
  readonly onClose: () => void;
}

export function MenuPanel({
  label,
  entries,
  menuProps,
  triggerRef,
  placement,
  onClose,
}: MenuPanelProps) {
  const popover = useRef<HTMLElement>(null);
  useFocusReturn();
  // Beside the button the menu may use the whole height of the window.
  const [cut, setCut] = useState(false);
  const [scheme, setScheme] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    const look = (): void => setScheme(schemeOf(triggerRef.current));
    look();
    const themes = new MutationObserver(look);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => themes.disconnect();
  }, [triggerRef]);
  return (
    <Popover
      ref={popover}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      trigger="MenuTrigger"
      triggerRef={triggerRef}
      aria-label={label}
      className={styles.popover}
      style={scheme}
      placement={cut ? 'start top' : placement}
      offset={gap}
    >
      {({ placement: placed }) => (
        <Fit popover={popover} trigger={triggerRef} placed={placed} onCut={() => setCut(true)}>
          <AriaMenu {...menuProps} aria-label={label} className={styles.menu}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </AriaMenu>
        </Fit>
      )}
    </Popover>
  );
}

export function ContextPanel({ label, entries, at, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  useFocusReturn();
  const opener = useRef<Element | null>(null);
  const [, resized] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);
  if (at === null) return null;
  opener.current ??= document.activeElement;
  /** Closes the menu before the act runs, so that a dialog returns the focus to where the menu was opened. */
  const afterwards = (act: () => void) => () => {
    const from = opener.current;
    onClose();
    requestAnimationFrame(() => {
      if (from instanceof HTMLElement) from.focus();
      act();
    });
  };
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        triggerRef={anchor}
        aria-label={label}
        className={styles.popover}
        // Opens beside the point and moves up as needed, because there is often too little room below or above it. In a narrow window it
        // opens below or above, and moves sideways.
        placement={hasRoomBeside(at.x, at.x) ? 'end top' : 'bottom start'}
        offset={2}
      >
        <AriaMenu
          aria-label={label}
          className={styles.menu}
          autoFocus="first"
          onClose={onClose}
          onAction={onClose}
        >
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={
                'onAction' in entry ? { ...entry, onAction: afterwards(entry.onAction) } : entry
              }
            />
          ))}
        </AriaMenu>
      </Popover>
    </>
  );
}
