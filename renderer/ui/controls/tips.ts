// When the tip of a control shows: after a rest of the pointer, at once while another one was just shown, and with a focus that keys
// led there. One at a time. As react-aria's `useTooltipTrigger` has it, of which each control of a picture would run sixty hooks.
import type { DOMAttributes } from 'react';
import {
  getInteractionModality,
  isFocusVisible,
} from 'react-aria/private/interactions/useFocusVisible';

export const tipDelayMs = 500;
/** So long after a tip the next one needs no rest. */
const warmMs = 500;

/** `instant`: in the place of another one, without moving in. */
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
  /** Its control is gone. */
  end(): void;
}

let shown: Trigger | null = null;
let isWarm = false;
let warming: ReturnType<typeof setTimeout> | undefined;
let cooling: ReturnType<typeof setTimeout> | undefined;
/** Where the pointer was pressed: what a change of the layout brings under it there has not been pointed at. */
let pressedAt = '';
/** Keys that lead from control to control. A focus that a dialog gave as it opened, or got back as it closed, asks for no tip. */
const leading = /^(?:Tab|F6|Home|End|Page|Arrow)/;
let isLed = false;
globalThis.document?.addEventListener('keydown', ({ key }) => (isLed = leading.test(key)), true);
const placeOf = ({ screenX, screenY }: { readonly screenX: number; readonly screenY: number }) =>
  `${screenX} ${screenY}`;

export function createTrigger(show: (showing: Showing) => void): Trigger {
  let isHovered = false;
  /** It came under a pointer that rested. */
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
    // Also where the control is gone; one that shows in its place stops this.
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
        // What comes under a pointer that rests, while somebody uses keys, has not been pointed at.
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
