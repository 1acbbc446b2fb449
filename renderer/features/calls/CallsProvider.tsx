// Everything of calls that is there whatever is shown: the center, the sound of the other side, who rings, and the call that floats.
import type { ReactNode } from 'react';
import { CallSounds } from './stage/CallSounds';
import { CallCenterScope } from './context';
import { DeviceMemory } from './devices/deviceMemory';
import { FloatingCalls } from './stage/FloatingCalls';
import { PopOutScope } from './stage/PopOut';
import { PopOutCall } from './stage/PopOutCall';
import { RingCards } from './ring/RingCards';

export function CallsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CallCenterScope>
      <PopOutScope>
        {children}
        <DeviceMemory />
        <CallSounds />
        <FloatingCalls />
        <PopOutCall />
        <RingCards />
      </PopOutScope>
    </CallCenterScope>
  );
}
