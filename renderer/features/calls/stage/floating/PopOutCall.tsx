// The call that stands in a window of its own, as long as it lasts.
import { useEffect } from 'react';
import { later } from '#app/later';
import { useCallsState } from '../../context';
import { usePopOut } from './popped';

const PoppedCall = later(async () => (await import('./PoppedCall')).PoppedCall);

export function PopOutCall() {
  const { popped, close } = usePopOut();
  const { calls } = useCallsState();
  const callId = popped?.callId ?? null;
  const call = calls.find((one) => one.callId === callId && one.state !== 'ended') ?? null;
  const over = callId !== null && call === null;
  useEffect(() => {
    if (over) close();
  }, [over, close]);
  return call === null ? null : <PoppedCall call={call} />;
}
