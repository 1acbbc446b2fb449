// Choosing among the rows of a directory, with the mouse and with the keys; for the list and for the grid.
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import type { MenuPoint } from '#ui/overlays/Menu';
import { rowUnder } from '#ui/lists/virtual';
import { choose, mannerOf, typedRow, type Manner } from './selection';

export interface ListingActs {
  readonly onSelect: (keys: readonly string[]) => void;
  readonly onOpen: (item: DirectoryItem) => void;
  /** Null: of the directory itself. */
  readonly onMenu: (chosen: readonly DirectoryItem[], at: MenuPoint) => void;
  readonly onUp: () => void;
  readonly onRename: (item: DirectoryItem) => void;
  readonly onDelete: (chosen: readonly DirectoryItem[]) => void;
  readonly onCopy: (chosen: readonly DirectoryItem[]) => void;
  readonly onCut: (chosen: readonly DirectoryItem[]) => void;
  readonly onFind: () => void;
  readonly onEscape: () => void;
  /** All rows, also those that are not here yet. */
  readonly all: () => Promise<readonly DirectoryItem[]>;
}

export interface ListingProps extends ListingActs {
  readonly items: readonly DirectoryItem[];
  readonly selected: readonly string[];
  /** 1 in a list. */
  readonly columns: number;
  readonly rowsOfAPage: number;
  readonly reveal: (index: number) => void;
}

const typingMs = 700;

/** The neighbour of a row that is gone: the one that took its place, else the one before it, in the order of then. */
function placeOfGone(
  items: readonly { readonly key: string }[],
  order: readonly string[],
  gone: string,
): number {
  const places = new Map(items.map(({ key }, at) => [key, at]));
  const at = order.indexOf(gone);
  const next = order.slice(at + 1).find((key) => places.has(key));
  const before = order.slice(0, Math.max(0, at)).findLast((key) => places.has(key));
  return places.get(next ?? before ?? '') ?? 0;
}

export function useListing(props: ListingProps) {
  const { items, selected, onSelect, reveal } = props;
  const [cursor, setCursor] = useState<string | null>(null);
  const anchor = useRef<string | null>(null);
  const typed = useRef({ text: '', atMs: 0 });
  const order = useRef<readonly string[]>([]);
  const found = cursor === null ? -1 : items.findIndex((item) => item.key === cursor);
  if (found >= 0) order.current = items.map(({ key }) => key);
  const active =
    found >= 0 || cursor === null ? Math.max(0, found) : placeOfGone(items, order.current, cursor);

  const take = useCallback(
    (key: string, manner: Manner) => {
      const order = items.map((item) => item.key);
      const next = choose(
        { keys: new Set(selected), anchor: anchor.current, cursor },
        order,
        key,
        manner,
      );
      anchor.current = next.anchor;
      setCursor(next.cursor);
      if (manner !== 'cursor') onSelect([...next.keys]);
    },
    [items, selected, cursor, onSelect],
  );
  const go = (index: number, manner: Manner) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    const item = items[next];
    if (item === undefined) return;
    take(item.key, manner);
    reveal(next);
  };
  const chosen = () => {
    const keys = new Set(selected);
    return items.filter((item) => keys.has(item.key));
  };
  const type = (character: string) => {
    const now = Date.now();
    const text = now - typed.current.atMs < typingMs ? typed.current.text + character : character;
    typed.current = { text, atMs: now };
    const row = typedRow(
      items.map(({ name }) => name),
      active,
      text,
    );
    if (row !== null) go(row, 'only');
  };
  const typing = () => Date.now() - typed.current.atMs < typingMs && typed.current.text !== '';

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // Keys inside a row's own field are its own.
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    const item = items[active];
    const context: KeyContext = { ...props, active, item, chosen, go, type, typing, take };
    const done = control(event, context) || arrows(event, context) || acts(event, context);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** A button in a row: if the row goes away, the one that follows it is the next. */
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = rowUnder(event.target);
    const item = index === null ? undefined : items[index];
    if (item !== undefined) setCursor(item.key);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const index = rowUnder(event.target);
    const item = index === null ? undefined : items[index];
    if (item !== undefined) take(item.key, mannerOf(event, 'toggle'));
    else if (event.target === event.currentTarget || isCanvas(event.target)) onSelect([]);
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const index = rowUnder(event.target);
    const item = index === null ? undefined : items[index];
    if (item !== undefined) props.onOpen(item);
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const index = rowUnder(event.target);
    const item = index === null ? undefined : items[index];
    if (item === undefined) {
      // The menu key asks for what is chosen, the pointer beside the rows for the directory.
      const byKey = event.button !== 2;
      const box = event.currentTarget.getBoundingClientRect();
      const at = byKey ? { x: box.left + 60, y: box.top + 80 } : pointOf(event);
      return props.onMenu(byKey ? chosen() : [], at);
    }
    if (!selected.includes(item.key)) take(item.key, 'only');
    props.onMenu(selected.includes(item.key) ? chosen() : [item], pointOf(event));
  };

  const reached = useRef(setCursor);
  useEffect(() => {
    // The cursor moves to a row that was selected from elsewhere.
    if (selected.length === 1 && selected[0] !== undefined) {
      anchor.current = selected[0];
      reached.current(selected[0]);
    }
  }, [selected]);

  return { active, take, onFocus, onKeyDown, onClick, onDoubleClick, onContextMenu };
}

const pointOf = ({ clientX, clientY }: MouseEvent): MenuPoint => ({ x: clientX, y: clientY });
const isCanvas = (target: EventTarget): boolean =>
  target instanceof Element && target.hasAttribute('data-canvas');

interface KeyContext extends ListingProps {
  readonly active: number;
  readonly item: DirectoryItem | undefined;
  readonly chosen: () => readonly DirectoryItem[];
  readonly go: (index: number, manner: Manner) => void;
  readonly type: (character: string) => void;
  readonly typing: () => boolean;
  readonly take: (key: string, manner: Manner) => void;
}

/** With Ctrl, or ⌘ on a Mac. */
function control(event: KeyboardEvent, context: KeyContext): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  switch (event.key.toLowerCase()) {
    case 'a':
      void context.all().then((items) => context.onSelect(items.map(({ key }) => key)));
      return true;
    case 'c':
      context.onCopy(context.chosen());
      return true;
    case 'x':
      context.onCut(context.chosen());
      return true;
    case 'f':
      context.onFind();
      return true;
    case ' ':
      if (context.item !== undefined) context.take(context.item.key, 'toggle');
      return true;
    default:
      return false;
  }
}

function arrows(
  event: KeyboardEvent,
  { active, columns, items, rowsOfAPage, go }: KeyContext,
): boolean {
  if (event.altKey) return false;
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * rowsOfAPage,
    PageUp: -columns * rowsOfAPage,
    Home: -items.length,
    End: items.length,
    ...(columns > 1 ? { ArrowRight: ahead, ArrowLeft: -ahead } : {}),
  };
  const step = steps[event.key];
  if (step === undefined) return false;
  go(active + step, mannerOf(event, 'cursor'));
  return true;
}

function acts(event: KeyboardEvent, context: KeyContext): boolean {
  const { item } = context;
  const { key } = event;
  if (key === 'Backspace' || (event.altKey && key === 'ArrowUp')) context.onUp();
  else if (event.altKey || event.ctrlKey || event.metaKey) return false;
  else if (key === 'Enter' && item !== undefined) context.onOpen(item);
  else if (key === 'F2' && item !== undefined) {
    context.reveal(context.active);
    context.onRename(item);
  } else if (key === 'Delete') context.onDelete(context.chosen());
  else if (key === 'Escape') context.onEscape();
  else if (key === ' ' && !context.typing() && item !== undefined) context.take(item.key, 'toggle');
  else if ([...key].length === 1) context.type(key);
  else return false;
  return true;
}
