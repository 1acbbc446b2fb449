// The call centers of all accounts of this window: a call goes on beside another account, whose calls make room for each other. No React.
import { createCell } from '#app/windowState';
import type { CallSnapshot } from './callTypes';
import type { CallCenter, CallsState } from './center';

export interface AccountCall {
  readonly accountId: string;
  readonly call: CallSnapshot;
}

export interface Centers {
  /** Returns the function that takes the center out again. */
  add(accountId: string, center: CallCenter): () => void;
  /** Accounts with something of a call on the screen, and for some seconds afterwards, until its end has left. Stays the same list until it changes. */
  kept(): readonly string[];
  /** The account of the call that the person talks in; null: there is no call. */
  leading(): string | null;
  /** The calls of all accounts that are not over. */
  running(): readonly AccountCall[];
  /** Whether another account than this one is in a call or joins one, so that what main has lent is in use. */
  isOtherBusy(accountId: string): boolean;
  /** Puts the calls of the other accounts on hold, or leaves them. A call that cannot be held is always left: nobody speaks in two. */
  makeRoom(room: MakeRoom): void;
  /** Applies to `own` and to the running calls of every account: the devices of a window are one choice. */
  setDevice(own: CallCenter | null, kind: 'audioinput' | 'videoinput', deviceId: string): void;
  subscribe(listener: () => void): () => void;
}

export interface MakeRoom {
  /** The account that calls or answers; its own calls are not touched. */
  readonly accountId: string;
  /** The call that is answered: the other side of it may be an account of this window as well. */
  readonly callId?: string;
  readonly other: 'hold' | 'leave';
}

/** The call that is left when one begins in this room, because it cannot be put on hold. */
export const leftFor = (calls: readonly CallSnapshot[], roomId: string): CallSnapshot | undefined =>
  calls.find((call) => isOn(call) && call.can.many && call.roomId !== roomId);

/** The same time for which a subscription outlives its last user. */
const lingerMs = 5_000;

const isOn = ({ state }: CallSnapshot): boolean => state !== 'ended';

/** Ended calls and notes on failures stay on the screen for a while, and need no device. */
const needsDevices = ({ calls, joining }: CallsState): boolean =>
  joining !== null || calls.some(isOn);

/** The call that the person talks in: one between two before a group, one on hold only where there is no other. */
export function leadingOf<T>(all: readonly T[], callOf: (one: T) => CallSnapshot): T | undefined {
  const find = (is: (call: CallSnapshot) => boolean) => all.find((one) => is(callOf(one)));
  const isTalking = ({ state, onHold }: CallSnapshot): boolean => state === 'connected' && !onHold;
  return (
    find((call) => isTalking(call) && call.can.hold) ??
    find(isTalking) ??
    // The one that is being placed or answered, for which another was put on hold.
    find((call) => isOn(call) && !call.onHold) ??
    find(isOn)
  );
}

export function createCenters(): Centers {
  const centers = new Map<string, CallCenter>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const kept = new Set<string>();
  const cell = createCell<readonly string[]>([]);

  const isBusy = (center: CallCenter | undefined): boolean => {
    if (center === undefined) return false;
    const { calls, joining, failed } = center.get();
    return calls.length > 0 || joining !== null || failed !== null;
  };
  const cancel = (accountId: string): void => {
    clearTimeout(timers.get(accountId));
    timers.delete(accountId);
  };
  const drop = (accountId: string): void => {
    cancel(accountId);
    if (kept.delete(accountId)) tell();
  };
  function look(accountId: string): void {
    if (isBusy(centers.get(accountId))) {
      cancel(accountId);
      kept.add(accountId);
    } else if (kept.has(accountId) && !timers.has(accountId))
      timers.set(
        accountId,
        setTimeout(() => drop(accountId), lingerMs),
      );
    tell();
  }
  /** The list stays the same where its accounts do, so that the window is not drawn with each step of a call. */
  function tell(): void {
    const before = cell.get();
    const isSame = before.length === kept.size && before.every((one) => kept.has(one));
    cell.set(isSame ? before : [...kept]);
  }
  const running = (): readonly AccountCall[] =>
    [...centers].flatMap(([accountId, center]) =>
      center
        .get()
        .calls.filter(isOn)
        .map((call) => ({ accountId, call })),
    );

  return {
    add(accountId, center) {
      centers.set(accountId, center);
      const stop = center.subscribeAtOnce(() => look(accountId));
      look(accountId);
      return () => {
        stop();
        if (centers.get(accountId) !== center) return;
        centers.delete(accountId);
        drop(accountId);
      };
    },
    kept: cell.get,
    leading: () => leadingOf(running(), ({ call }) => call)?.accountId ?? null,
    running,
    isOtherBusy: (accountId) =>
      [...centers].some(([id, center]) => id !== accountId && needsDevices(center.get())),
    makeRoom({ accountId, callId, other }) {
      for (const { accountId: of, call } of running()) {
        if (of === accountId || call.callId === callId) continue;
        const session = centers.get(of)?.session(call.callId);
        const canHold = call.can.hold && call.state === 'connected';
        if (other === 'hold' && canHold) {
          if (!call.onHold) session?.setHold?.(true);
        } else session?.hangUp();
      }
    },
    setDevice(own, kind, deviceId) {
      const all = new Set([own, ...running().map(({ accountId }) => centers.get(accountId))]);
      for (const center of all) void center?.setDevice(kind, deviceId);
    },
    subscribe: cell.subscribe,
  };
}
