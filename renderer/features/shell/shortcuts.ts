// The window's shortcuts: one table for the keys and for the words in tooltips.
import { backKeys, isMac, keyNames } from '#ui/focus/keys';

const { mod, shift, alt } = keyNames;

export const shortcuts = {
  newChat: { keys: '$mod+n', label: `${mod}N` },
  palette: { keys: '$mod+k', label: `${mod}K` },
  filter: { keys: '$mod+Shift+k', label: `${mod}${shift}K` },
  settings: { keys: '$mod+,', label: `${mod},` },
  chats: { keys: '$mod+1', label: `${mod}1` },
  files: { keys: '$mod+2', label: `${mod}2` },
  calls: { keys: '$mod+3', label: `${mod}3` },
  searchPlace: { keys: '$mod+4', label: `${mod}4` },
  saved: { keys: '$mod+5', label: `${mod}5` },
  notified: { keys: '$mod+6', label: `${mod}6` },
  nextPart: { keys: 'F6', label: 'F6' },
  previousPart: { keys: 'Shift+F6', label: `${shift}F6` },
  search: { keys: '$mod+Shift+f', label: `${mod}${shift}F` },
  searchRoom: { keys: '$mod+f', label: `${mod}F` },
  nextRoom: { keys: 'Alt+ArrowDown', label: `${alt}↓` },
  previousRoom: { keys: 'Alt+ArrowUp', label: `${alt}↑` },
  back: { keys: backKeys, label: isMac ? '⌘[' : 'Alt+←' },
  forward: isMac
    ? { keys: '$mod+BracketRight', label: '⌘]' }
    : { keys: 'Alt+ArrowRight', label: 'Alt+→' },
  list: { keys: '$mod+/', label: `${mod}/` },
} as const;

/** The keys of the parts, for the list; each part listens itself. */
export const partKeys = {
  copy: `${mod}C`,
  cut: `${mod}X`,
  paste: `${mod}V`,
  undo: `${mod}Z`,
  find: `${mod}F`,
  nextHit: `${mod}G`,
  previousHit: `${shift}F3`,
} as const;
