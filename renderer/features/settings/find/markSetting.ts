// The row of a setting that was looked for: it scrolls into view, its control takes the focus, and it is marked until the next act.
import { panelId } from '../sections';

const acts = ['wheel', 'keydown', 'pointerdown'] as const;

/** The row of the open section with this title, or the heading. */
export function rowOf(title: string): HTMLElement | undefined {
  const page = document.getElementById(panelId);
  const rows = page?.querySelectorAll<HTMLElement>('[data-setting]') ?? [];
  const headings = page?.querySelectorAll<HTMLElement>('h3') ?? [];
  return (
    [...rows].find(({ dataset }) => dataset['setting'] === title) ??
    [...headings].find(({ textContent }) => textContent === title)
  );
}

/** Waits for the row as long as the person does nothing else; where there is none, the section alone is open. */
export function markSetting(title: string): void {
  const done = new AbortController();
  let row: HTMLElement | undefined;
  const bring = (): void => row?.scrollIntoView({ block: 'center' });
  // Rows above that load later move this row: it is brought into view again.
  const grown = new ResizeObserver(bring);
  const look = (): void => {
    if (row?.isConnected === true) return;
    row = rowOf(title);
    if (row === undefined) return;
    row.dataset['found'] = '';
    bring();
    const section = document.getElementById(panelId);
    if (section !== null) for (const part of [section, ...section.children]) grown.observe(part);
    row
      .querySelector<HTMLElement>('button, input, select, a[href]')
      ?.focus({ preventScroll: true });
  };
  const page = new MutationObserver(look);
  page.observe(document.body, { childList: true, subtree: true });
  const end = (): void => {
    page.disconnect();
    grown.disconnect();
    done.abort();
    delete row?.dataset['found'];
  };
  for (const act of acts)
    window.addEventListener(act, end, { capture: true, passive: true, signal: done.signal });
  look();
}
