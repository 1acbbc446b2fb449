// The window's shortcuts: one table for the keys and for the words in tooltips.
const mac = navigator.platform.startsWith('Mac');
const mod = mac ? '⌘' : 'Ctrl+';
const alt = mac ? '⌥' : 'Alt+';

export const shortcuts = {
  newChat: { keys: '$mod+n', label: `${mod}N` },
  filter: { keys: '$mod+k', label: `${mod}K` },
  settings: { keys: '$mod+,', label: `${mod},` },
  nextRoom: { keys: 'Alt+ArrowDown', label: `${alt}↓` },
  previousRoom: { keys: 'Alt+ArrowUp', label: `${alt}↑` },
} as const;
