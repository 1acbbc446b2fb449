// Everything of calls that is there whatever is shown: the center, the sound of the other side, who rings, and the call that floats.
import type { ReactNode } from 'react';
import { CallSounds } from './CallSounds';
import { CallCenterScope } from './context';
import { DeviceMemory } from './deviceMemory';
import { FloatingCalls } from './FloatingCalls';
import { GroupScope } from './group/context';
import { GroupSounds } from './group/GroupSounds';
import { PopOutScope } from './PopOut';
import { PopOutCall } from './PopOutCall';
import { RingCards } from './RingCards';

export function CallsProvider({ children }: { readonly children: ReactNode }) {
  return (
    <CallCenterScope>
      <GroupScope>
        <PopOutScope>
          {children}
          <DeviceMemory />
          <CallSounds />
          <GroupSounds />
          <FloatingCalls />
          <PopOutCall />
          <RingCards />
        </PopOutScope>
      </GroupScope>
    </CallCenterScope>
  );
}
