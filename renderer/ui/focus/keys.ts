// Keys as this system calls them, for tooltips and lists.
export const isMac = navigator.platform.startsWith('Mac');

/** The way back. On a Mac Option with an arrow moves by a word. */
export const backKeys = isMac ? '$mod+BracketLeft' : 'Alt+ArrowLeft';

/** `Ctrl+` or `⌘`, `Shift+` or `⇧`, `Alt+` or `⌥`: to be followed by a key. */
export const keyNames = isMac
  ? ({ mod: '⌘', shift: '⇧', alt: '⌥' } as const)
  : ({ mod: 'Ctrl+', shift: 'Shift+', alt: 'Alt+' } as const);

/** The key that goes with commands: Command on a Mac, else Control; and the other one is not pressed. */
export const isMod = (event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean =>
  isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;

/** Keeps a text of several lines, in which Enter begins one. */
export const isModEnter = (
  event: Readonly<Record<'ctrlKey' | 'metaKey', boolean>> & { readonly key: string },
): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

/** A key that writes; Space presses what has the focus, or moves a list. */
export const isLetter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** What a person writes into: it has an undo, a paste and a Ctrl+A of its own. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
