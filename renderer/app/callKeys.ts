// The keys of calls: one table for what they do, the tooltips and the list of shortcuts. They are those of other programs for calls, but
// for the one that hangs up: there the text field has a spoiler.
import { isKey, isMod, keyNames, type Pressed } from '#ui/focus/keys';

const { mod, shift } = keyNames;
const withShift = (letter: string) => ({
  code: `Key${letter}`,
  label: `${mod}${shift}${letter}`,
});

export const callKeys = {
  mute: withShift('M'),
  camera: withShift('O'),
  answer: withShift('A'),
  decline: withShift('D'),
  hangUp: withShift('L'),
} as const;

export type CallKey = keyof typeof callKeys;

/** Null for every other key press. */
export function callKeyOf(event: Pressed): CallKey | null {
  if (!isMod(event) || event.altKey || !event.shiftKey) return null;
  const found = Object.entries(callKeys).find(([, { code }]) => isKey(event, code));
  return (found?.[0] as CallKey | undefined) ?? null;
}
