// The settings were opened at one line: it scrolls into view, and its element takes the focus.
import { useEffect, type RefObject } from 'react';
import type { SettingsLine } from '#app/places/navigation';
import { useAppSelector } from '#app/store';
import { focusIfLost } from '#ui/focus/lostFocus';
import { panelId } from './sections';

/** Does nothing where the settings were opened elsewhere. */
export function useShownLine(line: SettingsLine, target: RefObject<HTMLElement | null>): void {
  const settings = useAppSelector(({ navigation }) => navigation.settings);
  useEffect(() => {
    if (settings.line !== line) return undefined;
    const bring = (): void => target.current?.scrollIntoView({ block: 'center' });
    const show = (): void => {
      bring();
      target.current?.focus({ preventScroll: true });
    };
    show();
    // A dialog or menu that was open is closed by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    // Rows above that load later move this row: it is scrolled into view again until the person acts.
    const grown = new ResizeObserver(() => {
      bring();
      focusIfLost(target.current);
    });
    const page = document.getElementById(panelId);
    if (page !== null) grown.observe(page);
    const acts = new AbortController();
    const stop = (): void => {
      grown.disconnect();
      acts.abort();
    };
    for (const act of ['wheel', 'keydown', 'pointerdown'])
      window.addEventListener(act, stop, { capture: true, passive: true, signal: acts.signal });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [settings, line, target]);
}
