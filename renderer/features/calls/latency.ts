// Owns every delay in the window that lets the first sound of a call come sooner: screens that are drawn later, signals that leave later.
// It must not drop anything, and nothing may wait longer than the limits below.
//
// Reason (bar R12: from the press on "Answer" to the first sound): drawing a stage, writing a report or sending one more signal takes tens of
// milliseconds of the same thread and the same connection. Without these delays the first sound comes about 100 ms later.
import type { CallSnapshot } from './callTypes';

/** The longest delay of a screen. */
const mostMs = 300;
/** The longest time in which a press on "Answer" shows nothing. */
const answerMs = 100;
/** The time from the connection to the first sound, with a margin. */
const soundMs = 50;

/** Whether an answer is being sent, or its connection is being made. */
export const isConnecting = ({
  state,
  direction,
  reconnecting,
  unanswered,
}: CallSnapshot): boolean =>
  !reconnecting &&
  unanswered === null &&
  (state === 'connecting' ||
    (direction === 'in' && (state === 'wait_local_media' || state === 'create_answer')));

/** Rendering delays the connection: the steps of a connecting call, up to its first sound, are shown together. */
export function batchWhileConnecting(show: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wasBusy = false;
  const end = (): void => {
    timer = null;
    show();
  };
  const stop = (): void => void (timer !== null && clearTimeout(timer));
  return {
    tell(isBusy: boolean): void {
      const isDone = wasBusy && !isBusy;
      wasBusy = isBusy;
      if (isDone) {
        stop();
        timer = setTimeout(end, soundMs);
      } else if (timer === null && !isBusy) show();
      else timer ??= setTimeout(end, mostMs);
    },
    stop,
  };
}

/**
 * Tells listeners of each change: `screens`, which are slow to render, as `batchWhileConnecting` allows; `atOnce` immediately; and none
 * while an answer is being sent.
 */
export function createObservers() {
  let held: PromiseWithResolvers<void> | null = null;
  let missed: boolean | null = null;
  const [late, prompt] = [new Set<() => void>(), new Set<() => void>()];
  const tell = (listeners: ReadonlySet<() => void>): void =>
    listeners.forEach((listener) => listener());
  const screens = batchWhileConnecting(() => tell(late));
  const join = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function told(isBusy: boolean): void {
    if (held !== null) return void (missed = isBusy);
    tell(prompt);
    screens.tell(isBusy);
  }
  function letGo(): void {
    held?.resolve();
    held = null;
    if (missed === null) return;
    const isBusy = missed;
    missed = null;
    told(isBusy);
  }
  return {
    tell: told,
    /** Holds changes back until `letGo`, for 100 ms at most; resolves then. */
    hold(): Promise<void> {
      if (held !== null) return held.promise;
      const mine = Promise.withResolvers<void>();
      held = mine;
      setTimeout(() => {
        if (held === mine) letGo();
      }, answerMs);
      return mine.promise;
    },
    letGo,
    screens: join(late),
    atOnce: join(prompt),
    stop(): void {
      letGo();
      screens.stop();
      late.clear();
      prompt.clear();
    },
  };
}

/**
 * Delays signals that the first sound does not need: `m.call.select_answer`, and candidates for a side that is connected already. Writing,
 * encrypting and sending them would delay the first sound. Resolves when the signal may leave, with whether it had to wait.
 */
export async function delayLessUrgent(
  type: string,
  connection: Pick<RTCPeerConnection, 'iceConnectionState'> | undefined,
): Promise<boolean> {
  const isReached = ['connected', 'completed'].includes(connection?.iceConnectionState ?? '');
  const waits = type === 'm.call.select_answer' || (type === 'm.call.candidates' && isReached);
  if (waits) await new Promise((resolve) => setTimeout(resolve, mostMs));
  return waits;
}
