// What of calls is there whatever is shown: the sound of the other side, who rings, and the call that floats. Fetched once the window has
// its first picture, or with the first call.
import { CallSounds } from './stage/CallSounds';
import { DeviceMemory } from './devices/deviceMemory';
import { CutOffNews } from './stage/CutOffNews';
import { FloatingCalls } from './stage/floating/FloatingCalls';
import { PopOutCall } from './stage/floating/PopOutCall';
import { RingCards } from './ring/RingCards';

export function CallsAround() {
  return (
    <>
      <DeviceMemory />
      <CallSounds />
      <CutOffNews />
      <FloatingCalls />
      <PopOutCall />
      <RingCards />
    </>
  );
}
