// Decides when the tooltip of a control shows: after the pointer has rested, at once while another tooltip was just shown, and on a focus
// by keys. Only one shows at a time. It works like react-aria's `useTooltipTrigger`, which would run sixty hooks for each control of the
// window.
import { createContext, type DOMAttributes } from 'react';
import {
  getInteractionModality,
  isFocusVisible,
} from 'react-aria/private/interactions/useFocusVisible';

export const tipDelayMs = 500;
/** For this time after a tooltip, the next one shows at once. */
const warmMs = 500;

/** `instant`: replaces another tooltip, without its animation. */
export type Showing = 'no' | 'yes' | 'instant';

type Handlers = Required<
  Pick<
    DOMAttributes<Element>,
    | 'onPointerEnter'
    | 'onPointerMove'
    | 'onPointerLeave'
    | 'onPointerDown'
    | 'onKeyDown'
    | 'onFocus'
    | 'onBlur'
  >
>;

export interface Trigger {
  readonly handlers: Handlers;
  open(): void;
  close(): void;
  /** Closes the tooltip at once: its control is gone, or another tooltip shows. */
  end(): void;
}

/** The tooltips of one window. */
export interface Tips {
  /** For one control; `show` is called with each change. */
  trigger(show: (showing: Showing) => void): Trigger;
}

/** Null outside a window: a control there has tooltips of its own. */
export const TipsContext = createContext<Tips | null>(null);

/** Keys that move the focus between controls. A focus that a dialog sets as it opens or closes shows no tooltip. */
const leading = /^(?:Tab|F6|Home|End|Page|Arrow)/;
const placeOf = ({ screenX, screenY }: { readonly screenX: number; readonly screenY: number }) =>
  `${screenX} ${screenY}`;

interface Shared {
  shown: Trigger | null;
  isWarm: boolean;
  warming: ReturnType<typeof setTimeout> | undefined;
  cooling: ReturnType<typeof setTimeout> | undefined;
  /** The place of the last press: a control that a change of the layout moves under the resting pointer is not hovered. */
  pressedAt: string;
  /** The last key moves the focus. */
  isLed: boolean;
}

export function createTips(): Tips {
  const shared: Shared = {
    ...{ shown: null, isWarm: false, warming: undefined, cooling: undefined },
    ...{ pressedAt: '', isLed: false },
  };
  const onKey = ({ key }: KeyboardEvent): void => void (shared.isLed = leading.test(key));
  globalThis.document?.addEventListener('keydown', onKey, true);
  return { trigger: (show) => createTrigger(shared, show) };
}

function createTrigger(shared: Shared, show: (showing: Showing) => void): Trigger {
  let isHovered = false;
  /** The control moved under a resting pointer. */
  let isUnder = false;
  let isFocused = false;
  const openNow = (instant: boolean): void => {
    if (shared.shown !== trigger) shared.shown?.end();
    clearTimeout(shared.warming);
    clearTimeout(shared.cooling);
    shared.shown = trigger;
    shared.isWarm = true;
    show(instant ? 'instant' : 'yes');
  };
  const open = (): void => {
    if (shared.shown === trigger) return;
    shared.shown?.end();
    clearTimeout(shared.warming);
    if (shared.isWarm) openNow(true);
    else shared.warming = setTimeout(() => openNow(false), tipDelayMs);
  };
  const end = (): void => {
    if (shared.shown !== trigger) return;
    shared.shown = null;
    show('no');
    // Also runs if the control is gone; the tooltip that replaces this one clears the timer.
    clearTimeout(shared.cooling);
    shared.cooling = setTimeout(() => (shared.isWarm = false), warmMs);
  };
  const close = (): void => {
    clearTimeout(shared.warming);
    end();
  };
  const leave = (): void => {
    isHovered = false;
    isUnder = false;
    isFocused = false;
    close();
  };
  const trigger: Trigger = {
    handlers: {
      onPointerEnter(event) {
        if (event.pointerType === 'touch') return;
        // A control that moves under a resting pointer while the person uses keys is not hovered.
        isHovered = getInteractionModality() === 'pointer' && placeOf(event) !== shared.pressedAt;
        isUnder = !isHovered;
        if (isFocused) openNow(shared.isWarm);
        else if (isHovered) open();
      },
      onPointerMove(event) {
        if (!isUnder || event.pointerType === 'touch' || placeOf(event) === shared.pressedAt)
          return;
        isUnder = false;
        isHovered = true;
        open();
      },
      onPointerLeave(event) {
        if (placeOf(event) !== shared.pressedAt) shared.pressedAt = '';
        leave();
      },
      onPointerDown(event) {
        shared.pressedAt = placeOf(event);
        leave();
      },
      onKeyDown: leave,
      onFocus() {
        if (!shared.isLed || !isFocusVisible()) return;
        isFocused = true;
        openNow(shared.isWarm);
      },
      onBlur: leave,
    },
    open,
    close,
    end() {
      clearTimeout(isHovered ? shared.warming : undefined);
      end();
    },
  };
  return trigger;
}
