// Menus as data: the same entries behind the ⋯ button, the menu key and the right mouse button.
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import {
  Header,
  Keyboard,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  Text,
} from 'react-aria-components';
import { Icon, type LucideIcon } from './Icon';
import styles from './Menu.module.css';

export type MenuEntry =
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** Why it is disabled: stands below its name. */
      readonly reason?: string;
      readonly onAction: () => void;
    }
  | { readonly id: string; readonly separator: true }
  | MenuChoice;

/** One of several, under a heading; the one that counts is marked. */
export interface MenuChoice {
  readonly id: string;
  readonly heading: string;
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChoose: (id: string) => void;
}

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
        // Drawn by the style: the words of an entry are its name and nothing else.
        <Keyboard className={styles.keys} data-keys={entry.shortcut} />
      )}
    </MenuItem>
  );
}

export interface MenuButtonProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onOpenChange?: (open: boolean) => void;
  /** The trigger: an `IconButton` or a `Button`. */
  readonly children: ReactElement;
}

export function MenuButton({ label, entries, onOpenChange, children }: MenuButtonProps) {
  return (
    <MenuTrigger {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      {children}
      <Popover className={styles.popover} placement="bottom end" offset={4}>
        <AriaMenu aria-label={label} className={styles.menu}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** Where a context menu opens, in the window's pixels. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

export interface ContextMenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Null: closed. */
  readonly at: MenuPoint | null;
  readonly onClose: () => void;
}

export function ContextMenu({ label, entries, at, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const opener = useRef<Element | null>(null);
  if (at === null) {
    opener.current = null;
    return null;
  }
  opener.current ??= document.activeElement;
  /** What an entry opens gives the focus back to where the menu was opened, so the menu is gone first. */
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
        placement="bottom start"
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
