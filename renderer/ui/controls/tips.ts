// Decides when the tooltip of a control shows: after the pointer has rested, at once while another tooltip was just shown, and on a focus
// by keys. Only one shows at a time. It works like react-aria's `useTooltipTrigger`, which would run sixty hooks for each control of the
// window.
import type { DOMAttributes } from 'react';
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

let shown: Trigger | null = null;
let isWarm = false;
let warming: ReturnType<typeof setTimeout> | undefined;
let cooling: ReturnType<typeof setTimeout> | undefined;
/** The place of the last press: a control that a change of the layout moves under the resting pointer is not hovered. */
let pressedAt = '';
/** Keys that move the focus between controls. A focus that a dialog sets as it opens or closes shows no tooltip. */
const leading = /^(?:Tab|F6|Home|End|Page|Arrow)/;
let isLed = false;
globalThis.document?.addEventListener('keydown', ({ key }) => (isLed = leading.test(key)), true);
const placeOf = ({ screenX, screenY }: { readonly screenX: number; readonly screenY: number }) =>
  `${screenX} ${screenY}`;

export function createTrigger(show: (showing: Showing) => void): Trigger {
  let isHovered = false;
  /** The control moved under a resting pointer. */
  let isUnder = false;
  let isFocused = false;
  const openNow = (instant: boolean): void => {
    if (shown !== trigger) shown?.end();
    clearTimeout(warming);
    clearTimeout(cooling);
    shown = trigger;
    isWarm = true;
    show(instant ? 'instant' : 'yes');
  };
  const open = (): void => {
    if (shown === trigger) return;
    shown?.end();
    clearTimeout(warming);
    if (isWarm) openNow(true);
    else warming = setTimeout(() => openNow(false), tipDelayMs);
  };
  const end = (): void => {
    if (shown !== trigger) return;
    shown = null;
    show('no');
    // Also runs if the control is gone; the tooltip that replaces this one clears the timer.
    clearTimeout(cooling);
    cooling = setTimeout(() => (isWarm = false), warmMs);
  };
  const close = (): void => {
    clearTimeout(warming);
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
        isHovered = getInteractionModality() === 'pointer' && placeOf(event) !== pressedAt;
        isUnder = !isHovered;
        if (isFocused) openNow(isWarm);
        else if (isHovered) open();
      },
      onPointerMove(event) {
        if (!isUnder || event.pointerType === 'touch' || placeOf(event) === pressedAt) return;
        isUnder = false;
        isHovered = true;
        open();
      },
      onPointerLeave(event) {
        if (placeOf(event) !== pressedAt) pressedAt = '';
        leave();
      },
      onPointerDown(event) {
        pressedAt = placeOf(event);
        leave();
      },
      onKeyDown: leave,
      onFocus() {
        if (!isLed || !isFocusVisible()) return;
        isFocused = true;
        openNow(isWarm);
      },
      onBlur: leave,
    },
    open,
    close,
    end() {
      clearTimeout(isHovered ? warming : undefined);
      end();
    },
  };
  return trigger;
}
