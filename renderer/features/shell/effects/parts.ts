// F6: from one part of the window to the next, as in other programs: rail, list, messages, composer, what stands beside them. A ringing
// call comes before all of them.
import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { composerFieldId } from '#app/composing';
import { shortcuts } from '../shortcuts';
import { asks } from './useShortcuts';

/** Selectors of the elements of a part that take the focus, the first that exists; else the first focusable one does. */
const leading = [
  ':is(button, a)[aria-current="page"]',
  ':is([role="tree"], [role="grid"], [role="listbox"])[tabindex], [role="tab"][aria-selected="true"]',
  ':is(button, input, textarea, select, a[href]):not(:disabled, [tabindex="-1"]), [tabindex="0"]',
];
/** They take it themselves. */
const whole = `[role="log"], #${composerFieldId}`;

/** An element with this attribute does not wait until F6 has gone round, and takes the focus itself: its first button may refuse something. */
const urgent = '[data-urgent-part]';
/** Set on what is urgent once F6 has led there: from then on it has its turn as every part does. */
const met = 'met';

/** A list below the controls of its place is a part of its own. */
const within = `${whole}, aside, [data-part]`;

const isThere = (element: HTMLElement): boolean => element.checkVisibility?.() !== false;

/** The newest message in view, so that its keys work at once; the list itself where there is none. */
function messageIn(log: HTMLElement): HTMLElement {
  const { bottom } = log.getBoundingClientRect();
  const messages = [...log.querySelectorAll<HTMLElement>('[data-message]')];
  return messages.findLast((one) => one.getBoundingClientRect().top < bottom) ?? log;
}

function stopIn(part: HTMLElement): HTMLElement | undefined {
  if (part.matches('[role="log"]')) return messageIn(part);
  if (part.matches(`${whole}, ${urgent}`)) return part;
  for (const selector of leading) {
    const found = [...part.querySelectorAll<HTMLElement>(selector)].find(isThere);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Parts {
  readonly all: readonly HTMLElement[];
  /** The ones among them that stand in no pane. */
  readonly over: readonly HTMLElement[];
}

/** In the order in which they stand, after what is urgent. A pane with messages is these, else it is one part; what stands beside either is one more. */
function partsOf(): Parts {
  const panes = document.querySelector('nav')?.parentElement?.parentElement?.children ?? [];
  const parts = [...panes].flatMap((pane) => {
    if (!(pane instanceof HTMLElement) || !isThere(pane)) return [];
    const inner = [...pane.querySelectorAll<HTMLElement>(within)].filter(
      (one) => isThere(one) && !one.parentElement?.closest('aside'),
    );
    return inner.some((one) => one.matches(whole)) ? inner : [pane, ...inner];
  });
  const first = [urgent, '[data-part]'].flatMap((one) =>
    [...document.querySelectorAll<HTMLElement>(one)].filter((part) => !parts.includes(part)),
  );
  return { all: [...first, ...parts], over: first };
}

/** To the next part (1) or the one before (-1), round and round. */
const toPart =
  (by: 1 | -1) =>
  (event: KeyboardEvent): void => {
    event.preventDefault();
    const { all, over } = partsOf();
    const stops = all.flatMap((part) => {
      const stop = stopIn(part);
      return stop === undefined ? [] : [{ part, stop }];
    });
    const { activeElement } = document;
    const isOver = ({ part }: { readonly part: HTMLElement }): boolean => over.includes(part);
    const inOver = stops.findIndex((one) => isOver(one) && one.part.contains(activeElement));
    const first = stops.find(({ part }) => part.matches(urgent) && part.dataset[met] === undefined);
    if (by === 1 && first !== undefined) {
      first.part.dataset[met] = '';
      return first.stop.focus();
    }
    // From an element between two parts, such as a chat's header, the walk starts at the part before it.
    const standing = stops.findLastIndex(
      (one) =>
        activeElement !== null &&
        !isOver(one) &&
        (one.part.contains(activeElement) ||
          (one.part.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) > 0),
    );
    const at = inOver === -1 ? standing : inOver;
    const from = at === -1 && by === -1 ? 0 : at;
    stops.at((from + by) % (stops.length || 1))?.stop.focus();
  };

export function useParts(): void {
  useEffect(
    () =>
      tinykeys(
        window,
        {
          [shortcuts.nextPart.keys]: toPart(1),
          [shortcuts.previousPart.keys]: toPart(-1),
        },
        { ignore: (event) => event.isComposing || asks() },
      ),
    [],
  );
}
