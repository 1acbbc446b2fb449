// Screens of calls in a window over a fake engine, with a center that answers with what a test gives it.
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CallCenter, CallsState } from '../../../renderer/features/calls/center';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import { CallsContext } from '../../../renderer/features/calls/context';
import { CallStage } from '../../../renderer/features/calls/stage/CallStage';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';

export interface Shown {
  readonly engine: FakeEngine;
  /** Other calls, or other words. */
  readonly set: (change: Partial<CallsState>) => void;
}

export interface ShownOptions {
  /** The acts of the center, and those of every call. */
  readonly center: object;
  readonly acts?: object | null;
  readonly state?: Partial<CallsState>;
  readonly world?: Partial<World>;
}

/** To be called once by a test file: the page has neither players nor media queries. */
export function withoutPlayers(): void {
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined });
  const media = Object.assign(new EventTarget(), { matches: false });
  Object.assign(globalThis, { matchMedia: () => media });
}

export function showCall(
  children: ReactNode,
  { center, acts = null, state = {}, world = {} }: ShownOptions,
): Shown {
  let now: CallsState = { calls: [], openCallId: null, joining: null, failed: null, ...state };
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const fake = {
    ...{ session: () => acts, ...center },
    ...{ get: () => now, subscribe, subscribeAtOnce: subscribe },
  } as unknown as CallCenter;
  const engine = createFakeEngine({ ...exampleWorld(), ...world });
  render(
    <AccountWindow engine={engine}>
      <CallsContext value={fake}>{children}</CallsContext>
    </AccountWindow>,
  );
  const set = (change: Partial<CallsState>): void =>
    act(() => {
      now = { ...now, ...change };
      listeners.forEach((listener) => listener());
    });
  return { engine, set };
}

export const stageOf = (call: CallSnapshot) => (
  <CallStage call={call} chat={null} onInvite={null} />
);
