// Keys as Electron writes them and as people read them. Pure.

const named: ReadonlySet<string> = new Set([
  'Space',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'MediaPlayPause',
]);

/** The attribute of a field that records shortcuts: while it has the focus, no shortcut acts. */
export const recorderMark = { 'data-records-keys': '' };
export const isRecorder = ({ activeElement }: Document): boolean =>
  activeElement?.hasAttribute('data-records-keys') === true;

type Pressed = Pick<
  globalThis.KeyboardEvent,
  'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'
>;

/** `more`: only modifiers are held yet. Null: these would write something, or are no keys for this. */
export function acceleratorOf(event: Pressed, mac: boolean): string | null | 'more' {
  const { code, ctrlKey, altKey, shiftKey, metaKey } = event;
  if (/^(Control|Shift|Alt|Meta|OS)(Left|Right)?$/.test(code)) return 'more';
  const key = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? (named.has(code) ? code : null);
  const alone = /^F([1-9]|1\d|2[0-4])$/.test(code) || code === 'MediaPlayPause';
  if (key === null && !alone) return null;
  if (!alone && !ctrlKey && !altKey && !metaKey) return null;
  const held = [
    ...(ctrlKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(metaKey ? [mac ? 'Command' : 'Super'] : []),
    ...(shiftKey ? ['Shift'] : []),
  ];
  return [...held, key ?? code].join('+');
}

const onMac: Readonly<Record<string, string>> = {
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Command: '⌘',
};

export function keysInWords(accelerator: string, mac: boolean): string {
  const parts = accelerator.split('+');
  if (mac) return parts.map((part) => onMac[part] ?? part).join('');
  return parts.map((part) => (part === 'Control' ? 'Ctrl' : part)).join('+');
}
