// The call center of the account, through context. Null until the account is signed in.
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useStore } from 'react-redux';
import { useAccount, useShell, useWindowState } from '#app/context';
import { useValue } from '#app/hooks';
import { firstPicture } from '#app/later';
import type { AccountStore } from '#app/store';
import type { CallSession } from './backend';
import type { CallSnapshot } from './callTypes';
import type { CallCenter, CallsState } from './center';
import { createCenters } from './centers';
import { useDeviceNews } from './devices/useDeviceNews';
import { useSnapshot } from './useSnapshot';

/** Loaded after the first picture; the files are on this computer. */
const loadCenter = () => firstPicture.then(() => import('./centerParts'));

export const CallsContext = createContext<CallCenter | null>(null);
const nothing: CallsState = { calls: [], openCallId: null, joining: null, failed: null };

/** Keeps one center while this account is signed in, and ends its calls when it is unmounted. */
export function CallCenterScope({ children }: { readonly children: ReactNode }) {
  const { engine, accountId } = useAccount();
  const centers = useWindowState(createCenters);
  const shell = useShell();
  const store = useStore() as unknown as AccountStore;
  const { value: session } = useValue('session', {});
  const [center, setCenter] = useState<CallCenter | null>(null);
  const userId = session?.state === 'signed_in' ? session.userId : null;
  const deviceId = session?.deviceId ?? null;
  const deviceNews = useDeviceNews();
  useEffect(() => {
    if (userId === null || deviceId === null) return;
    let made: CallCenter | null = null;
    let remove = (): void => undefined;
    let isWanted = true;
    void loadCenter().then(({ createCallCenter, lentDevices }) => {
      if (!isWanted) return;
      const lent = lentDevices(shell);
      const devices = {
        ...lent,
        deviceNews,
        // The call of another account keeps what main has lent to this window.
        closeDevices: () => {
          if (!centers.isOtherBusy(accountId)) lent.closeDevices();
        },
      };
      made = createCallCenter({
        ...{ engine, store, userId, deviceId, devices },
        running: () => centers.running().map(({ call }) => call),
        makeRoom: (room) => centers.makeRoom({ accountId, ...room }),
      });
      remove = centers.add(accountId, made);
      setCenter(made);
    });
    return () => {
      isWanted = false;
      setCenter(null);
      remove();
      made?.close();
    };
  }, [engine, accountId, centers, shell, store, userId, deviceId, deviceNews]);
  return <CallsContext value={center}>{children}</CallsContext>;
}

export const useCallCenter = (): CallCenter | null => useContext(CallsContext);

export const useCallsState = (): CallsState => useSnapshot(useCallCenter(), nothing);

/** Includes each step of a call that is connecting. For sounds; views that are costly to draw use `useCallsState`. */
export function useCallsAtOnce(): CallsState {
  const center = useCallCenter();
  const source = useMemo(
    () => center && { get: center.get, subscribe: center.subscribeAtOnce },
    [center],
  );
  return useSnapshot(source, nothing);
}

/** The acts of a call; null when no back end has it. */
export const useSession = (callId: string): CallSession | null =>
  useCallCenter()?.session(callId) ?? null;

/** Whether a call of this room runs in this window. The steps of the call cause no new render. */
export function useIsCalling(roomId: string): boolean {
  const center = useCallCenter();
  const source = useMemo(() => {
    const isIn = (call: CallSnapshot): boolean => call.roomId === roomId && call.state !== 'ended';
    return center && { get: () => center.get().calls.some(isIn), subscribe: center.subscribe };
  }, [center, roomId]);
  return useSnapshot(source, false);
}

export function useInCall(): boolean {
  const { calls } = useCallsState();
  return calls.some(({ state }) => state !== 'ended');
}

/** The call of this room that runs in this window. */
export function useCallOf(roomId: string): CallSnapshot | null {
  const { calls } = useCallsState();
  return calls.find((call) => call.roomId === roomId && call.state !== 'ended') ?? null;
}

/** The call whose stage is open in this room. */
export function useOpenCall(roomId: string): CallSnapshot | null {
  const { calls, openCallId } = useCallsState();
  return calls.find((call) => call.callId === openCallId && call.roomId === roomId) ?? null;
}

/** Whether any account of this window is in a call: what was lent to the window stays lent. */
export function useInAnyCall(): boolean {
  const centers = useWindowState(createCenters);
  return useSyncExternalStore(centers.subscribe, () => centers.running().length > 0);
}

/** Whether this account, on show or not, is in a call in this window. */
export function useIsInCallAs(accountId: string): boolean {
  const centers = useWindowState(createCenters);
  return useSyncExternalStore(centers.subscribe, () =>
    centers.running().some((one) => one.accountId === accountId),
  );
}

/** The accounts whose calls need their scope, as `Centers.kept` says. */
export function useCallAccounts(): readonly string[] {
  const centers = useWindowState(createCenters);
  return useSyncExternalStore(centers.subscribe, centers.kept);
}

/** The account of the call that the person talks in, whose are the keys and the devices; null: there is no call in this window. */
export function useLeading(): string | null {
  const centers = useWindowState(createCenters);
  return useSyncExternalStore(centers.subscribe, centers.leading);
}

/** The calls of this account, for what ends them. */
export function useOwnCalls(): { readonly name: string | null; readonly leave: () => void } {
  const center = useCallCenter();
  const { calls } = useCallsState();
  const running = calls.filter(({ state }) => state !== 'ended');
  return {
    name: running[0]?.name ?? null,
    leave: () => running.forEach(({ callId }) => center?.session(callId)?.hangUp()),
  };
}

/** Whether this window is in this call already, with whatever account. */
export function useIsInCall(): (call: Pick<CallSnapshot, 'roomId' | 'callId'>) => boolean {
  const centers = useWindowState(createCenters);
  const all = useSyncExternalStore(centers.subscribe, () =>
    centers
      .running()
      .map(({ call }) => `${call.roomId} ${call.callId}`)
      .join('\n'),
  );
  const known = all.split('\n');
  return ({ roomId, callId }) => known.includes(`${roomId} ${callId}`);
}

interface Shown {
  /** The account is the one on show: its pages are there, and its stage. */
  readonly isShown: boolean;
  readonly show: () => void;
}

export const ShownContext = createContext<Shown>({ isShown: true, show: () => undefined });
export const useShown = (): Shown => useContext(ShownContext);
