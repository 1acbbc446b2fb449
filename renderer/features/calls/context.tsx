// The call center of the account, through context. Null until the account is signed in.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useAccount, useShell } from '#app/context';
import { useValue } from '#app/hooks';
import { firstPicture } from '#app/later';
import type { AccountStore } from '#app/store';
import type { CallSession } from './backend';
import type { CallSnapshot } from './callTypes';
import type { CallCenter, CallsState } from './center';
import { useDeviceNews } from './devices/useDeviceNews';
import { useSnapshot } from './useSnapshot';

/** Loaded after the first picture; the files are on this computer. */
const loadCenter = () => firstPicture.then(() => import('./centerParts'));

export const CallsContext = createContext<CallCenter | null>(null);
const nothing: CallsState = { calls: [], openCallId: null, joining: null, failed: null };

/** Keeps one center while this account is signed in, and ends its calls when it is unmounted. */
export function CallCenterScope({ children }: { readonly children: ReactNode }) {
  const { engine } = useAccount();
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
    let isWanted = true;
    void loadCenter().then(({ createCallCenter, lentDevices }) => {
      if (!isWanted) return;
      const devices = { ...lentDevices(shell), deviceNews };
      made = createCallCenter({ engine, store, userId, deviceId, devices });
      setCenter(made);
    });
    return () => {
      isWanted = false;
      setCenter(null);
      made?.close();
    };
  }, [engine, shell, store, userId, deviceId, deviceNews]);
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
