// The group call center of the account, through context. Null until the account is signed in.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'react-redux';
import { useAccount } from '#app/context';
import type { AccountStore } from '#app/store';
import { useCallCenter, useCallsState } from '../context';
import { useSnapshot } from '../useSnapshot';
import { createGroupCenter, type GroupCenter, type GroupState } from './groupCenter';
import type { GroupSnapshot } from './groupTypes';

export const GroupContext = createContext<GroupCenter | null>(null);
const nothing: GroupState = { call: null, open: false, joining: null, failed: null };
const load = () => import(/* webpackChunkName: "calls-sdk" */ './groupSession');

export function GroupScope({ children }: { readonly children: ReactNode }) {
  const { engine } = useAccount();
  const store = useStore() as unknown as AccountStore;
  const center = useCallCenter();
  const [group, setGroup] = useState<GroupCenter | null>(null);
  useEffect(() => {
    if (center === null) return;
    const made = createGroupCenter({ engine, store, center, load });
    setGroup(made);
    return () => {
      setGroup(null);
      made.close();
    };
  }, [engine, store, center]);
  return <GroupContext value={group}>{children}</GroupContext>;
}

export const useGroupCenter = (): GroupCenter | null => useContext(GroupContext);

export const useGroupState = (): GroupState => useSnapshot(useGroupCenter(), nothing);

/** Of two or of many, in this window. */
export function useInCall(): boolean {
  const { calls } = useCallsState();
  return useGroupState().call !== null || calls.some(({ state }) => state !== 'ended');
}

/** The group call whose stage is open in this room. */
export function useOpenGroup(roomId: string): GroupSnapshot | null {
  const { call, open } = useGroupState();
  return call !== null && open && call.roomId === roomId ? call : null;
}
