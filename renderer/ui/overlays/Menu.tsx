// Menus as data: the same entries behind the ⋯ button, the menu key and a right click.
import { useRef, type ReactElement } from 'react';
import { useMenuTrigger } from 'react-aria/useMenu';
import { ButtonContext } from 'react-aria-components';
import { useMenuTriggerState } from 'react-stately/useMenuTriggerState';
import type { LucideIcon } from '../marks/Icon';
import { useIsStill } from '../controls/still';
import { later } from '../later';

const MenuPanel = later(async () => (await import('./MenuPanel')).MenuPanel);
const ContextPanel = later(async () => (await import('./MenuPanel')).ContextPanel);

export type MenuEntry =
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** The reason why it is disabled; shown below its label. */
      readonly reason?: string;
      readonly onAction: () => void;
    }
  | { readonly id: string; readonly separator: true }
  | MenuChoice;

/** A choice of one option, under a heading; the chosen one is marked. */
export interface MenuChoice {
  readonly id: string;
  readonly heading: string;
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChoose: (id: string) => void;
}

/** Groups in the order in which they stand, a line between any two that have an entry. `false` is no entry. Ids are unique: of two
 * entries with one id the menu loses all that stand before the second. */
export function inGroups(...groups: readonly (readonly (MenuEntry | false)[])[]): MenuEntry[] {
  return groups
    .map((group) => group.filter((entry) => entry !== false))
    .filter((group) => group.length > 0)
    .flatMap((group, index): readonly MenuEntry[] =>
      index === 0
        ? group
        : [{ id: `line before ${group[0]?.id ?? index}`, separator: true }, ...group],
    );
}

export interface MenuButtonProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onOpenChange?: (open: boolean) => void;
  /** The preferred place, if there is room. */
  readonly placement?: 'bottom end' | 'top start';
  /** The trigger: an `IconButton` or a `Button`. */
  readonly children: ReactElement;
}

export function MenuButton(props: MenuButtonProps) {
  return useIsStill() ? props.children : <LiveMenuButton {...props} />;
}

function LiveMenuButton({
  label,
  entries,
  onOpenChange,
  placement = 'bottom end',
  children,
}: MenuButtonProps) {
  const state = useMenuTriggerState(onOpenChange === undefined ? {} : { onOpenChange });
  const ref = useRef<HTMLButtonElement>(null);
  const { menuTriggerProps, menuProps } = useMenuTrigger<object>({ type: 'menu' }, state, ref);
  return (
    <>
      <ButtonContext value={{ ...menuTriggerProps, ref, isPressed: state.isOpen }}>
        {children}
      </ButtonContext>
      {state.isOpen && (
        <MenuPanel
          {...{ label, entries, menuProps, placement }}
          triggerRef={ref}
          onClose={() => state.close()}
        />
      )}
    </>
  );
}

/** The point at which a context menu opens, in px of the window. */
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

export function ContextMenu(props: ContextMenuProps) {
  return props.at !== null && <ContextPanel {...props} />;
}
