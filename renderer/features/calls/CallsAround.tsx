// Mounts the parts of a call that stay on every screen: the sound of the other side, the ring cards and the floating call. They are loaded
// after the window's first picture, or with the first call.
import { CallSounds } from './stage/CallSounds';
import { DeviceMemory } from './devices/deviceMemory';
import { CallKeys, useSaid } from './keys/CallKeys';
import { CutOffNews } from './stage/CutOffNews';
import { FloatingCalls } from './stage/floating/FloatingCalls';
import { PopOutCall } from './stage/floating/PopOutCall';
import { RingCards } from './ring/RingCards';

export function CallsAround() {
  const { say, said } = useSaid();
  return (
    <>
      {said}
      <CallKeys say={say} />
      <DeviceMemory />
      <CallSounds />
      <CutOffNews />
      <FloatingCalls />
      <PopOutCall />
      <RingCards say={say} />
    </>
  );
}
