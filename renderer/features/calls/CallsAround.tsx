// Mounts the parts of a call that stay on every screen: the sound of the other side, the ring cards and the floating call. They are loaded
// after the window's first picture, or with the first call.
import { useAccount } from '#app/context';
import { useEndBlocked } from './acts/useEndBlocked';
import { CallSounds } from './stage/CallSounds';
import { DeviceMemory } from './devices/deviceMemory';
import { useLeading, useShown } from './context';
import { CallKeys, LeadingKeys, useSaid } from './keys/CallKeys';
import { CutOffNews } from './stage/CutOffNews';
import { FloatingCalls } from './stage/floating/FloatingCalls';
import { PopOutCall } from './stage/floating/PopOutCall';
import { LeaveFirst } from './join/LeaveFirst';
import { RingCards } from './ring/RingCards';
import { useCallRequest } from './ring/useAnswer';

export function CallsAround() {
  const { say, said } = useSaid();
  const { isShown } = useShown();
  const leading = useLeading();
  const leads = leading === useAccount().accountId;
  useCallRequest(isShown);
  useEndBlocked();
  return (
    <>
      {said}
      {leads && <CallKeys say={say} />}
      {leads && <LeadingKeys />}
      {/* The devices of a window are one choice: of the account that talks, else of the one on show. */}
      {(leads || (isShown && leading === null)) && <DeviceMemory />}
      <CallSounds />
      <CutOffNews />
      <FloatingCalls />
      <PopOutCall />
      {isShown && <LeaveFirst />}
      {isShown && <RingCards say={say} />}
    </>
  );
}
