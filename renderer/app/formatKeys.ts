// The keyboard shortcuts for formatting: one table for the composer, the tooltips and the list of shortcuts.
import { isKey, isMod, keyNames, type Pressed } from '#ui/focus/keys';

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'spoiler'
  | 'link'
  | 'codeBlock'
  | 'quote'
  | 'bullets'
  | 'numbers';

interface FormatKey {
  /** `KeyboardEvent.code`, because Shift with a digit gives other characters in other layouts. */
  readonly code: string;
  readonly shift: boolean;
  readonly label: string;
}

const { mod, shift } = keyNames;

export const formatKeys: Readonly<Record<Format, FormatKey>> = {
  bold: { code: 'KeyB', shift: false, label: `${mod}B` },
  italic: { code: 'KeyI', shift: false, label: `${mod}I` },
  strike: { code: 'KeyX', shift: true, label: `${mod}${shift}X` },
  code: { code: 'KeyE', shift: false, label: `${mod}E` },
  codeBlock: { code: 'KeyE', shift: true, label: `${mod}${shift}E` },
  quote: { code: 'Digit9', shift: true, label: `${mod}${shift}9` },
  bullets: { code: 'Digit8', shift: true, label: `${mod}${shift}8` },
  numbers: { code: 'Digit7', shift: true, label: `${mod}${shift}7` },
  link: { code: 'KeyK', shift: false, label: `${mod}K` },
  spoiler: { code: 'KeyH', shift: true, label: `${mod}${shift}H` },
};

/** Null for every other key press. */
export function formatOf(event: Pressed): Format | null {
  if (!isMod(event) || event.altKey) return null;
  const found = Object.entries(formatKeys).find(
    ([, { code, shift: shifted }]) => shifted === event.shiftKey && isKey(event, code),
  );
  return (found?.[0] as Format | undefined) ?? null;
}
