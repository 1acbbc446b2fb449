// Names and tests of keys on this operating system, for tooltips and lists.
export const isMac = navigator.platform.startsWith('Mac');

/** The shortcut for going back. On a Mac, Option with an arrow moves the caret by a word. */
export const backKeys = isMac ? '$mod+BracketLeft' : 'Alt+ArrowLeft';

/** `Ctrl+` or `⌘`, `Shift+` or `⇧`, `Alt+` or `⌥`: a key follows. */
export const keyNames = isMac
  ? ({ mod: '⌘', shift: '⇧', alt: '⌥' } as const)
  : ({ mod: 'Ctrl+', shift: 'Shift+', alt: 'Alt+' } as const);

/** The attribute that tells a screen reader of a shortcut; none where it ends with a sign that has no name there. */
export const ariaKeys = (shortcut: string | undefined): { 'aria-keyshortcuts'?: string } =>
  shortcut === undefined || !/[\w,/]$/.test(shortcut)
    ? {}
    : {
        'aria-keyshortcuts': shortcut
          .replace('Ctrl', 'Control')
          .replace('⌘', 'Meta+')
          .replace('⇧', 'Shift+')
          .replace('⌥', 'Alt+'),
      };

/** The modifier of commands is pressed, Command on a Mac and Control elsewhere, and the other one is not. */
export const isMod = (event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean =>
  isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;

/** Ctrl or Command with Enter: confirms a text of several lines, in which Enter alone begins a new line. */
export const isModEnter = (
  event: Readonly<Record<'ctrlKey' | 'metaKey', boolean>> & { readonly key: string },
): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

/** A key that writes a character. Space is left out: it presses the focused control, or scrolls a list. */
export const isLetter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/** An element for text input, which has its own undo, paste and Ctrl+A. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

/** The part of a keyboard event that tells which key it is. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** A Latin letter is compared by its character; on keyboards of other scripts the position of the key counts. */
export const isKey = ({ key, code }: Pressed, wanted: string): boolean =>
  wanted.startsWith('Key') && /^[a-z]$/i.test(key)
    ? key.toLowerCase() === wanted.slice(3).toLowerCase()
    : code === wanted;
