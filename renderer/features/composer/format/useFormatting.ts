// Formatting for the field: its keys, and whether its bar is shown. What a format does to a text comes in a chunk, with the first focus.
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { formatOf, type Format } from '#app/formatKeys';
import { useEngineCall, useSetting } from '#app/hooks';
import { firstPicture } from '#app/later';
import { returnFocusTo } from '#ui/focus/lostFocus';
import type { FieldText } from '../useField';
import type { Link } from './links';

/** Name of the setting: the bar stays above the field. */
const pinnedSetting = 'composer.formatBar';

type Formats = typeof import('./format');
// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk
let formats: Formats | null = null;

async function load(): Promise<Formats> {
  formats ??= await import('./format');
  return formats;
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
  /** The link that is asked for in its dialog. */
  readonly linking: Link | null;
  /** Null: nothing is linked. */
  endLinking(made: Made | null): void;
}

/** The text and the address of a link. */
export type Made = readonly [words: string, url: string];

export function useFormatting(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  { apply }: Pick<FieldText, 'apply'>,
): Formatting {
  const call = useEngineCall();
  const [selecting, setSelecting] = useState(false);
  const pinned = useSetting(pinnedSetting) === true;
  const [linking, setLinking] = useState<Link | null>(null);
  const format = (wanted: Format): void =>
    void load().then(
      ({ formatted, linkAt }) =>
        apply((written, at) => {
          if (wanted !== 'link') return formatted(written, at, wanted);
          setLinking(linkAt(written.text, at));
          return null;
        }),
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
      // Without words and not in a link, the shortcut opens the palette.
      if (wanted === 'link' && selectionStart === selectionEnd) {
        const at = { start: selectionStart, end: selectionEnd };
        if (formats?.linkAt(event.currentTarget.value, at).isThere !== true) return false;
      }
      if (wanted !== null) format(wanted);
      const change = formats === null ? null : formats.changeBy(event);
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
    linking,
    endLinking(typed) {
      setLinking(null);
      returnFocusTo(fieldRef.current);
      // The dialog keeps the focus until it has gone.
      if (typed !== null && linking !== null)
        setTimeout(() => apply((written) => formats?.withLink(written, linking, ...typed) ?? null));
    },
  };
}
