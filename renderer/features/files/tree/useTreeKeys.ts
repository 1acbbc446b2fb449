// The keys of the tree: arrows move and unfold, Enter opens, F2 renames, Delete asks, Alt with arrows reorders, Ctrl+X cuts a
// directory (the page's paste event puts it in), letters lead to a name.
import { useRef, type KeyboardEvent } from 'react';
import type { TreeItem, TreeNode } from '#contract/areas/files/directoriesModels';
import { typedRow } from '../list/selection';
import type { TreeViewProps } from './treeProps';

interface TreeKeys extends TreeViewProps {
  readonly active: number;
  readonly setActiveKey: (key: string) => void;
  readonly reveal: (index: number) => void;
}

/** Typed letters belong together this long. */
const typingMs = 700;

export function useTreeKeys(keys: TreeKeys) {
  const { items, active, setActiveKey, reveal } = keys;
  const typed = useRef({ text: '', atMs: 0 });

  const go = (index: number | null) => {
    const next = index === null ? undefined : items[index];
    if (next === undefined || index === null) return;
    setActiveKey(next.key);
    reveal(index);
  };
  const step = (by: 1 | -1, count = 1) => {
    let at = active;
    for (let left = count; left > 0;) {
      const next = at + by;
      if (next < 0 || next >= items.length) break;
      at = next;
      if (items[at]?.kind !== 'section') left -= 1;
    }
    if (items[at]?.kind !== 'section') go(at);
  };
  const type = (character: string) => {
    const now = Date.now();
    const text = now - typed.current.atMs < typingMs ? typed.current.text + character : character;
    typed.current = { text, atMs: now };
    const names = items.map((item) => (item.kind === 'section' ? '' : item.name));
    go(typedRow(names, active, text));
  };

  return (event: KeyboardEvent<HTMLDivElement>): void => {
    const item = items[active];
    // Keys inside a row's own field and buttons are theirs.
    if (event.target !== event.currentTarget || item === undefined) return;
    const done =
      event.ctrlKey || event.metaKey || event.altKey
        ? withModifier(event, item, keys)
        : moves(event, { go, step, items, active }) ||
          acts(event, item, { ...keys, go }) ||
          types(event, type);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

interface Moving {
  readonly go: (index: number | null) => void;
  readonly step: (by: 1 | -1, count?: number) => void;
  readonly items: readonly TreeItem[];
  readonly active: number;
}

const rowsOfAPage = 10;

function moves({ key }: KeyboardEvent, { go, step, items }: Moving): boolean {
  if (key === 'ArrowDown') step(1);
  else if (key === 'ArrowUp') step(-1);
  else if (key === 'PageDown') step(1, rowsOfAPage);
  else if (key === 'PageUp') step(-1, rowsOfAPage);
  else if (key === 'Home') go(items.findIndex((item) => item.kind !== 'section'));
  else if (key === 'End') go(items.length - 1);
  else return false;
  return true;
}

function types({ key }: KeyboardEvent, type: (character: string) => void): boolean {
  if ([...key].length !== 1 || key === ' ') return false;
  type(key);
  return true;
}

const parentRow = (items: readonly TreeItem[], node: TreeNode): number | null => {
  const below = items.indexOf(node);
  for (let index = below - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item?.kind === 'directory' && item.depth < node.depth) return index;
  }
  return null;
};

function acts(event: KeyboardEvent, item: TreeItem, keys: TreeKeys & Pick<Moving, 'go'>): boolean {
  const rtl = document.documentElement.dir === 'rtl';
  const close = rtl ? 'ArrowRight' : 'ArrowLeft';
  const open = rtl ? 'ArrowLeft' : 'ArrowRight';
  const { key } = event;
  if (item.kind === 'section') return false;
  if (key === 'Enter' || key === ' ') keys.onOpen(item.roomId);
  else if (item.kind === 'invite') return false;
  else if (key === open && item.hasChildren && !item.expanded) keys.onExpand([item.roomId], true);
  else if (key === open && item.expanded) keys.go(keys.active + 1);
  else if (key === close && item.expanded) keys.onExpand([item.roomId], false);
  else if (key === close) keys.go(parentRow(keys.items, item));
  else if (key === '*') keys.onExpand(siblings(keys.items, item), true);
  else if (key === 'F2' && item.actions.rename) keys.onRename(item.key);
  else if (key === 'F2') keys.onRefuse(item, 'rename');
  else if (key === 'Delete') keys.onDelete(item);
  else return key === open;
  return true;
}

const siblings = (items: readonly TreeItem[], node: TreeNode): readonly string[] =>
  items.flatMap((item) =>
    item.kind === 'directory' && item.parentId === node.parentId && item.hasChildren
      ? [item.roomId]
      : [],
  );

function withModifier(event: KeyboardEvent, item: TreeItem, keys: TreeKeys): boolean {
  if (item.kind !== 'directory') return false;
  const { key } = event;
  const letter = key.toLowerCase();
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const index = item.index + (key === 'ArrowUp' ? -1 : 1);
    if (item.actions.reorder && index >= 0 && index < item.siblings) keys.onReorder(item, index);
  } else if (control && letter === 'x' && item.actions.move) keys.onCut(item);
  else if (control && letter === 'x' && item.parentId !== null) keys.onRefuse(item, 'move');
  else return false;
  return true;
}
