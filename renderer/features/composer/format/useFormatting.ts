// Formatting for the field: its keys, and whether its bar is shown. What a format does to a text comes in a chunk, with the first focus.
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { formatOf, type Format } from '#app/formatKeys';
import { useEngineCall, useSetting } from '#app/hooks';
import { firstPicture } from '#app/later';
import type { Marked } from '../suggestions/mentions';
import type { FieldText, Formatted } from '../useField';

/** Name of the setting: the bar stays above the field. */
const pinnedSetting = 'composer.formatBar';

type Formats = typeof import('./format');
// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk
let formats: Formats | null = null;

async function load(): Promise<Formats> {
  formats ??= await import('./format');
  return formats;
}

type Change = (written: Marked, caret: number) => Formatted | null;

/** Keys that do more in a list or a quotation than elsewhere. */
function changeBy(event: KeyboardEvent, by: Formats): Change | null {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (key === 'Enter') return by.continued;
  if (ctrlKey || altKey || metaKey) return null;
  if (key === 'Tab') return (written, caret) => by.indented(written, caret, shiftKey);
  if (shiftKey) return null;
  if (key === 'Backspace') return by.ended;
  return key === ' ' ? by.unrepeated : null;
}

export interface Formatting {
  readonly pinned: boolean;
  /** Something is selected, so the bar floats above the field where it is not pinned. */
  readonly selecting: boolean;
  togglePinned(): void;
  format(format: Format): void;
  /** True when the press was taken. */
  onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
  onFocus(): void;
  onSelect(): void;
  /** The composer has lost the focus. */
  onLeave(): void;
}

export function useFormatting(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  { apply }: Pick<FieldText, 'apply'>,
): Formatting {
  const call = useEngineCall();
  const [selecting, setSelecting] = useState(false);
  const pinned = useSetting(pinnedSetting) === true;
  const format = (wanted: Format): void =>
    void load().then(
      ({ formatted }) => apply((written, at) => formatted(written, at, wanted)),
      () => undefined,
    );
  return {
    pinned,
    selecting,
    togglePinned: () => void call('setSetting', { name: pinnedSetting, value: !pinned }),
    format,
    onKey(event) {
      const wanted = formatOf(event);
      const { selectionStart, selectionEnd } = event.currentTarget;
      // Without a selection the shortcut opens the palette.
      if (wanted === 'link' && selectionStart === selectionEnd) return false;
      if (wanted !== null) format(wanted);
      const change = formats === null ? null : changeBy(event, formats);
      if (change === null) return wanted !== null;
      return apply((written, { start, end }) => (start === end ? change(written, start) : null));
    },
    // The field has the focus from the start.
    onFocus: () => void firstPicture.then(load).catch(() => undefined),
    onSelect() {
      const field = fieldRef.current;
      setSelecting(field !== null && field.selectionStart !== field.selectionEnd);
    },
    onLeave: () => setSelecting(false),
  };
}
